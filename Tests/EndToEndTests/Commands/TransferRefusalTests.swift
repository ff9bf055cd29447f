import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// What `import` refuses, and that nothing of a refused import stays.
@Suite(.serialized) struct TransferRefusalTests {
    private static let header = "{\"format\":\"notify-schedule\",\"version\":1}\n"

    private static func pending(_ identifier: String, _ more: String = "") -> String {
        #"{"list":"pending","request":{"identifier":"\#(identifier)","content":{"title":"T"},"#
            + #""trigger":{"type":"timeInterval","timeInterval":5000}}\#(more)}"# + "\n"
    }

    struct Refusal: Sendable {
        let text: String
        let message: String

        init(_ text: String, _ message: String) {
            self.text = text
            self.message = message
        }
    }

    static let refusals = [
        Refusal("", "\"-\" is empty"),
        Refusal(
            pending("a"),
            "line 1 is not the header of an export: {\"format\":\"notify-schedule\",\"version\":1}"
        ),
        Refusal(
            "{\"format\":\"notify-schedule\",\"version\":9}\n" + pending("a"),
            "line 1: the export has version 9, but this program reads version 1; update it, or export again"
        ),
        Refusal(
            header + pending("a") + "\n{\n",
            "line 4, column 2: a name in double quotes is expected here"
        ),
        Refusal(
            header + pending("a") + pending("b").replacing("title", with: "titel"),
            "line 3: request.content.titel is not a field; did you mean title?"
        ),
        Refusal(
            header + pending("a") + pending("b").replacing("5000", with: "-1"),
            "line 3: a time interval must be longer than 0; leave it out to show the notification now"
        ),
        Refusal(
            header + pending("a") + pending("b").replacing("\"T\"", with: "\"\""),
            "line 3: the title and the body are both empty; write at least one of them"
        ),
        Refusal(
            header + pending("a") + pending("a"),
            "line 3: the identifier \"a\" of \(AgentNames.app) came before; keep one of the two"
        ),
        Refusal(
            header
                + pending("a").replacing(
                    "\"content\"",
                    with:
                        #""bubble":{"verbatim":true,"hints":{"x":{"type":"variant","value":"@mi 5"}}},"content""#
                ),
            "line 2: the hint \"x\" has the type mi, which D-Bus does not support"
        ),
        Refusal(
            header + pending("a").replacing("\"content\"", with: #""actions":[{}],"content""#),
            "line 2: action lacks the key \"identifier\""
        ),
        Refusal(
            header + pending("a", #","added":"2027-01-01T00:00:00Z""#),
            "line 2: entry lacks the key \"nextTriggerDate\""
        ),
        Refusal(
            header
                + pending(
                    "a",
                    #","fired":-1,"added":"2027-01-01T00:00:00Z","nextTriggerDate":"2027-01-01T00:00:00Z","settled":"2027-01-01T00:00:00Z""#
                ),
            "line 2: fired is -1, not from 0 to 2147483647"
        ),
        Refusal(
            header
                + pending(
                    "a",
                    #","added":"2027-01-01T00:00:00Z","nextTriggerDate":"2027-01-02T00:00:00Z","settled":"2027-01-03T00:00:00Z""#
                )
                .replacing(
                    #""timeInterval","timeInterval":5000"#,
                    with: #""calendar","onCalendar":"daily","repeats":true"#
                ),
            "line 2: nextTriggerDate is before settled, up to which all dates are handled; correct one "
                + "of them"
        ),
        Refusal(
            header
                + #"{"list":"delivered","scheduled":"2026-01-01T00:00:00Z","date":"2026-01-01T00:00:00Z","#
                + #""firstScheduled":"2026-01-02T00:00:00Z","request":{"content":{"title":"T"}}}"#,
            "line 2: firstScheduled is after scheduled, the latest date; correct one of them"
        ),
        Refusal(header + #"{"list":"pending"}"#, "line 2: request is missing"),
        Refusal(
            header + #"{"list":"pending","request":{"identifier":"a"}}"#,
            "line 2: content is missing"
        ),
        Refusal(
            header + pending("a")
                + #"{"list":"categories","appID":"x","category":{"identifier":""}}"#,
            "line 3: a category has no identifier; give it the one that the content names"
        ),
        Refusal(
            header + pending("a")
                + pending("b").replacing(
                    "\"title\"",
                    with:
                        #""attachments":[{"identifier":"1","name":"x.png","type":"public.png","data":"AAAA"}],"title""#
                ),
            "line 3: the attachment \"x.png\" is not a PNG file; it is damaged or "
                + "of another type"
        ),
        // What is new alone gets an identifier, with files as without.
        Refusal(
            header
                + #"{"list":"delivered","scheduled":"2026-01-01T00:00:00Z","date":"2026-01-01T00:00:00Z","#
                + #""request":{"content":{"title":"T","attachments":[{"identifier":"1","name":"x.png","#
                + #""type":"public.png","data":"iVBORw0KGgo="}]}}}"#,
            "line 2: the identifier is empty; omit it to have one generated"
        ),
    ]

    @Test func oneBadEntryRefusesAllOfTheFile() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Here", "--in", "1h", "--id", "here")
        let before = try await fixture.listed("list")
        for refusal in Self.refusals {
            let outcome = try await fixture.run(["import", "-"], input: refusal.text)
            #expect(outcome.error == "notify-schedule: \(refusal.message)\n")
            #expect(outcome.code == 65)
            #expect(outcome.output == "")
        }
        let bytes =
            Data((Self.header + Self.pending("a")).utf8) + Data([0x22, 0xFF, 0xFE, 0x22, 0x0A])
        let file = "\(fixture.directory)/bad"
        try bytes.write(to: URL(fileURLWithPath: file))
        #expect(
            try await fixture.run(["import", file]).error
                == "notify-schedule: line 3, column 2: the text that begins here is not valid UTF-8\n"
        )
        #expect(
            try await fixture.run(["import", fixture.directory]).error
                == "notify-schedule: \"\(fixture.directory)\" cannot be read: Is a directory\n"
        )
        #expect(try await fixture.listed("list") == before)
        let folder =
            "\(fixture.bus.environment["XDG_STATE_HOME"] ?? "")/notify-schedule/attachments"
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] == [])
    }

    /// The agent takes entries in while the command reads on: what stands further up is named all the same,
    /// and of what came after it nothing counts.
    @Test func whatIsRefusedFirstIsNamed() async throws {
        let fixture = try await AgentFixture()
        var lines = (0..<2_100).map { Self.pending("p\($0)") }
        lines[20] = lines[20].replacing("5000", with: "-1")
        lines[700] = "{\n"
        let early =
            "line 22: a time interval must be longer than 0; leave it out to show the notification now"
        let late = "line 702, column 2: a name in double quotes is expected here"
        #expect(
            try await fixture.run(["import", "-"], input: Self.header + lines.joined()).error
                == "notify-schedule: \(early)\n"
        )
        lines[20] = Self.pending("p20")
        #expect(
            try await fixture.run(["import", "-"], input: Self.header + lines.joined()).error
                == "notify-schedule: \(late)\n"
        )
        lines[700] = Self.pending("p20")
        #expect(
            try await fixture.run(["import", "-"], input: Self.header + lines.joined()).error
                == "notify-schedule: line 702: the identifier \"p20\" of \(AgentNames.app) came before; "
                + "keep one of the two\n"
        )
        #expect(try await fixture.listed("list") == [])
        lines[700] = Self.pending("p700")
        #expect(
            try await fixture.run(["import", "-"], input: Self.header + lines.joined()).output
                == "imported 2100 pending\n"
        )
    }

    /// A reader that closes the pipe ends the export.
    @Test func whoStopsReadingEndsTheCommand() async throws {
        let fixture = try await AgentFixture()
        let lines = (0..<3_000).map { Self.pending("p\($0)") }.joined()
        #expect(try await fixture.run(["import", "-"], input: Self.header + lines).code == 0)
        let cut = try await Program(path: "/bin/bash").run(
            [
                "-c",
                "\(AgentFixture.command.word) export - | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}; "
                    + "\(AgentFixture.command.word) list | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}",
            ],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        #expect(cut.output == "141\n141\n", "\(cut)")
        #expect(cut.error == "")
    }

    @Test("A file with too many lines is refused before any of them is read")
    func tooManyLinesAreRefusedFirst() async throws {
        let fixture = try await AgentFixture()
        let file = "\(fixture.directory)/many.jsonl"
        let count = TransferFormat.maxImportEntries + 1
        let lines = String(repeating: "no entry\n", count: count)
        try (Self.header + lines).write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try await fixture.run(["import", file])
        #expect(
            outcome.error
                == "notify-schedule: the file has \(count) entries, and an import may have "
                + "\(count - 1) at a time; split the file, and begin each part with its first line\n"
        )
        #expect(outcome.code != 0)
        // The last line may have no end, and the first one that is no entry is named where there are fewer.
        let fewer = Self.header + lines.dropLast("no entry\n\n".count)
        let read = try await fixture.run(["import", "-"], input: fewer)
        #expect(read.error.hasPrefix("notify-schedule: line 2, column 1: "), "\(read)")
    }

    @Test func aFileIsThereWholeOrNotAtAll() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Here", "--in", "1h", "--id", "here")
        let file = "\(fixture.directory)/kept"
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        let link = "\(fixture.directory)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try await fixture.run(["export", link]).output == "")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix(Self.header))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        // One that fails in the middle leaves what was there, and nothing beside it.
        let picture = try SamplePicture.write(to: fixture.directory, as: "cat.png")
        try await fixture.add("Cat", "--attach", picture, "--in", "1h", "--id", "cat")
        let state = fixture.bus.environment["XDG_STATE_HOME"] ?? ""
        try FileManager.default.removeItem(atPath: "\(state)/notify-schedule/attachments")
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        let broken = try await fixture.run(["export", file])
        #expect(broken.code == 65)
        #expect(broken.error.contains("of \"cat\" is missing; remove the request, or add it again"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        let missing = "\(fixture.directory)/none/x"
        let outcome = try await fixture.run(["export", missing])
        #expect(outcome.code == 74)
        #expect(
            outcome.error
                == "notify-schedule: \"\(missing)\" cannot be written: No such file or directory; "
                + "name another file\n"
        )
        let full = try await Program(path: "/bin/sh").run(
            ["-c", "exec \(AgentFixture.command.word) export - > /dev/full"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        #expect(full.code == 74)
        #expect(
            full.error
                == "notify-schedule: standard output cannot be written: No space left on device\n"
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
        #expect(!names.contains { $0.hasSuffix(".part") })
    }
}
