import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import TestSupport
import Testing

/// The verb edit without options: the request in the user's editor.
@Suite(.serialized) struct EditorTests {
    /// An editor that does what a test says, and keeps what it was shown.
    private final class Editor: Sendable {
        let folder: TemporaryFolder

        /// Makes it, with a command for each time that it is started; `$1` is the file.
        init(_ steps: String...) throws {
            folder = try TemporaryFolder()
            try write(
                "editor",
                """
                n=$(($(cat "$0.count" 2>/dev/null || echo 0) + 1))
                echo $n >"$0.count"
                cp "$1" "$0.shown.$n"
                stat -c '%a %n' "$1" "$(dirname "$1")" >>"$0.modes"
                echo "$1" >"$0.path"
                . "$0.step.$n"
                """
            )
            for (number, step) in steps.enumerated() {
                try write("editor.step.\(number + 1)", step)
            }
        }

        private func write(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
        }

        /// The command line; the folder needs no quotes, and what follows the file is not used.
        var line: String { "sh '\(folder.path)/editor'" }

        func text(_ name: String) throws -> String {
            try String(contentsOfFile: "\(folder.path)/editor.\(name)", encoding: .utf8)
        }

        /// How often it was started.
        var count: Int { get throws { Int(try text("count").dropLast()) ?? 0 } }

        /// The file that it was given.
        var path: String { get throws { String(try text("path").dropLast()) } }
    }

    /// Runs edit at a terminal of its own; its output and errors are one text.
    private func edit(
        _ fixture: AgentFixture,
        _ words: String,
        _ editor: String,
        variable: String = "VISUAL"
    ) async throws -> (code: Int32?, output: String) {
        let outcome = try await Program(path: "/usr/bin/script").run(
            ["-qec", "\(AgentFixture.command.word) edit \(words)", "/dev/null"],
            environment: fixture.bus.environment(
                timeZone: AgentFixture.timeZone,
                [variable: editor, "TMPDIR": fixture.directory]
            ),
            within: 60
        )
        return (outcome.code, outcome.output.replacing("\r\n", with: "\n"))
    }

    private func isGone(_ path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return !FileManager.default.fileExists(atPath: folder)
    }

    @Test func whatIsChangedInTheTextChanges() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add(
            "Tea",
            "--at",
            "2099-01-01 14:00",
            "--id",
            "tea",
            "--user-info",
            "a=1",
            "--action",
            "Map=https://a.example"
        )
        let editor = try Editor(
            "sed -i 's/^Title=.*/Title=Coffee/; s/^At=.*/At=2099-01-02 15:00/' \"$1\"; touch \"$1~\""
        )
        let edited = try await edit(fixture, "tea", editor.line, variable: "EDITOR")
        #expect(edited.code == 0, "\(edited)")
        #expect(edited.output.contains("once, on 2 January 2099 at 15:00\n"), "\(edited)")
        #expect(
            try editor.text("shown.1") == """
                # The request tea, in the format of requests.d:
                # man 5 notify-schedule. An empty file changes nothing.
                # Next: Thu 2099-01-01 14:00

                [Request]
                Title=Tea
                At=2099-01-01 14:00

                [Action action-1]
                Label=Map
                URL=https://a.example

                """
        )
        let path = try editor.path
        #expect(
            path.hasPrefix("\(fixture.directory)/notify-schedule-") && path.hasSuffix("/tea.conf")
        )
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(try editor.text("modes") == "600 \(path)\n700 \(folder)\n")
        #expect(isGone(path))
        let show = try await fixture.run(["show", "tea"]).output
        #expect(show.contains("Coffee") && show.contains("\"a\" = 1\n"), "\(show)")
        #expect(show.contains("https://a.example"), "\(show)")
        let undone = try await fixture.run(["undo"])
        #expect(undone.output.hasPrefix("undid edit, "), "\(undone)")
    }

    @Test func anErrorIsShownAtItsLine() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let editor = try Editor(
            "sed -i 's/^In=.*/In=soon/; s/^Title=.*/Title=Coffee/' \"$1\"",
            "sed -i 's/^In=.*/In=0/' \"$1\"",
            "sed -i 's/^In=.*/In=2h/' \"$1\""
        )
        let edited = try await edit(fixture, "tea", editor.line)
        #expect(edited.code == 0, "\(edited)")
        #expect(try editor.count == 3)
        let first =
            "Title=Coffee\n# Error: In \"soon\": a number is expected here: write one such as "
            + "90s, 1h30m or 2 days\nIn=soon\n"
        #expect(try editor.text("shown.2").hasSuffix(first))
        let second = try editor.text("shown.3")
        #expect(second.contains("\n# Error: ") && second.hasSuffix("\nIn=0\n"), "\(second)")
        #expect(!second.contains("soon"), "\(second)")
        #expect(edited.output.contains("once, after 2 h\n"), "\(edited)")
        #expect(isGone(try editor.path))
    }

    @Test func theSameTextChangesNothing() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let before = try await fixture.run(["export", "-"]).output
        let editor = try Editor("echo '# a remark' >>\"$1\"")
        let edited = try await edit(fixture, "tea", editor.line)
        #expect(edited.code == 0, "\(edited)")
        #expect(edited.output == "nothing changed\n")
        #expect(isGone(try editor.path))
        for empty in [": >\"$1\"", "echo '# nothing' >\"$1\"", "rm \"$1\""] {
            let editor = try Editor(empty)
            let cancelled = try await edit(fixture, "tea", editor.line)
            #expect(cancelled.code == 1, "\(cancelled)")
            #expect(cancelled.output == "the text is empty, so nothing was changed\n")
            #expect(isGone(try editor.path))
        }
        #expect(try await fixture.run(["export", "-"]).output == before)
    }

    @Test func aTextThatCannotBeStoredIsKept() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let command = AgentFixture.command.word
        let meanwhile = try Editor(
            "\(command) edit tea --title Theirs >/dev/null; sed -i 's/^Title=.*/Title=Mine/' \"$1\""
        )
        let invalid = try Editor("sed -i 's/^In=.*/In=soon/' \"$1\"", "true")
        let failing = try Editor("sed -i 's/^Title=.*/Title=Mine/' \"$1\"; exit 3")
        let cases = [
            (
                meanwhile,
                "\"tea\" was changed in the meantime, so nothing was edited; edit it again"
            ),
            (
                invalid,
                "In \"soon\": a number is expected here: write one such as 90s, 1h30m or 2 days"
            ), (failing, "the editor \"sh\" ended with status 3, so nothing was edited"),
        ]
        for (editor, message) in cases {
            let edited = try await edit(fixture, "tea", editor.line)
            #expect(edited.code == 65, "\(edited)")
            let path = try editor.path
            #expect(edited.output.contains("your text is kept in \(path)\n"), "\(edited)")
            #expect(edited.output.hasSuffix("notify-schedule: \(message)\n"), "\(edited)")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        #expect(try await fixture.listed("list").map(\.content.title) == ["Theirs"])
    }

    @Test func whatCannotBeEditedOpensNoEditor() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let editor = try Editor("true")
        let unknown = try await edit(fixture, "tee", editor.line)
        #expect(
            unknown.output == "notify-schedule: unknown identifier \"tee\"; did you mean tea?\n"
        )
        let missing = try await edit(fixture, "tea", "/nonexistent/editor -x")
        #expect(missing.code == 65)
        #expect(
            missing.output
                == "notify-schedule: the editor \"/nonexistent/editor\" cannot be started: No "
                + "such file or directory; set EDITOR to another one\n"
        )
        let quoted = try await edit(fixture, "tea", "vi '")
        #expect(quoted.code == 64)
        #expect(quoted.output.hasPrefix("notify-schedule: the variable VISUAL is \"vi '\": "))
        let folder = "\(fixture.directory)/config/notify-schedule/requests.d"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[Request]\nTitle=F\nOnCalendar=12:00\n"
            .write(toFile: "\(folder)/f.conf", atomically: true, encoding: .utf8)
        try await fixture.endAgent(SIGTERM)
        #expect(try await fixture.listed("list").map(\.identifier).contains("f"))
        let file = try await edit(fixture, "f", editor.line)
        #expect(file.code == 65)
        #expect(
            file.output
                == "notify-schedule: \"f\" comes from the file \(folder)/f.conf; edit that file\n"
        )
        #expect(throws: (any Error).self) { try editor.path }
    }
}
