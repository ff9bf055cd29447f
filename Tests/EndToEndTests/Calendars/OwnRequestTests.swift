import AgentInterface
import AgentTestSupport
import Foundation
import TestSupport
import Testing

/// What the user has stays when a file has something else under the same identifier, with the real agent.
@Suite(.serialized) struct OwnRequestTests {
    private static let invitation = ImportAgainTests.calendar(
        "UID:backup\nSUMMARY:Party\nDTSTART:20990301T090000Z",
        "UID:other\nSUMMARY:Other\nDTSTART:20990301T090000Z"
    )
    private static let lines = """
        {"format":"notify-schedule","version":1}
        {"list":"pending","request":{"identifier":"backup","content":{"title":"Party"},\
        "trigger":{"type":"timeInterval","timeInterval":5000}}}
        {"list":"pending","request":{"identifier":"other","content":{"title":"Other"},\
        "trigger":{"type":"timeInterval","timeInterval":5000}}}

        """
    private static let kept =
        "1 request is kept, and that of the file with its identifier is left out: backup; --replace replaces it"

    /// A way by which a file comes in.
    struct Way: Sendable, CustomTestStringConvertible {
        let options: [String]
        let isCalendar: Bool
        var isInput = false
        /// Whether it is said of the calendar's file.
        var isFollowed = false

        var testDescription: String { options.joined(separator: " ") }
        var text: String { isCalendar ? invitation : lines }
    }

    private static let ways = [
        Way(options: [], isCalendar: true),
        Way(options: ["--trust"], isCalendar: true),
        Way(options: ["--format", "ical"], isCalendar: true, isInput: true),
        Way(options: ["--sync", "work"], isCalendar: true),
        Way(options: ["--sync", "work"], isCalendar: true, isInput: true),
        Way(options: ["--follow"], isCalendar: true, isFollowed: true),
        Way(options: [], isCalendar: false),
        Way(options: ["--format", "json"], isCalendar: false, isInput: true),
    ]

    private let fixture: AgentFixture

    init() async throws {
        fixture = try await AgentFixture()
        try await fixture.add("Back up", "--at", "2099-01-01 09:00", "--id", "backup")
    }

    private func titles() async throws -> [String] {
        try await fixture.listed("list").map { "\($0.identifier) \($0.content.title)" }.sorted()
    }

    private func load(_ way: Way, _ more: String...) async throws -> Program.Outcome {
        guard !way.isInput else {
            return try await fixture.run(["import"] + way.options + more + ["-"], input: way.text)
        }
        let file = "\(fixture.directory)/invite.\(way.isCalendar ? "ics" : "jsonl")"
        try way.text.write(toFile: file, atomically: true, encoding: .utf8)
        return try await fixture.run(["import"] + way.options + more + [file])
    }

    @Test("A file does not replace what the user added, on any way in", arguments: ways)
    func kept(way: Way) async throws {
        let dry = try await load(way, "--dry-run")
        let first = try await load(way)
        if way.isFollowed {
            #expect(first.error.contains("the event \"backup\" is left out"), "\(first)")
        } else {
            #expect(dry.error.contains(Self.kept), "\(dry)")
            #expect(first.error.contains(Self.kept), "\(first)")
        }
        #expect(dry.output.contains("would import 1 pending"), "\(dry)")
        #expect(first.output.hasPrefix("imported 1 pending"), "\(first)")
        #expect(first.code == 0)
        #expect(try await titles() == ["backup Back up", "other Other"])
        // Neither is it removed with what came from the file.
        let again = try await load(way)
        #expect(again.code == 0)
        #expect(try await titles() == ["backup Back up", "other Other"])
    }

    @Test("--replace replaces what the user added, on any way in", arguments: ways)
    func replaced(way: Way) async throws {
        let dry = try await load(way, "--replace", "--dry-run")
        #expect(dry.output.contains("would import 2 pending, replacing 1"), "\(dry)")
        let outcome = try await load(way, "--replace")
        #expect(outcome.output.hasPrefix("imported 2 pending, replacing 1"), "\(outcome)")
        #expect(!outcome.error.contains("kept"), "\(outcome)")
        #expect(try await titles() == ["backup Party", "other Other"])
    }

    @Test("What a calendar no longer has goes, but not what the user added in its place")
    func notRemoved() async throws {
        _ = try await fixture.run(["remove", "backup"])
        #expect(try await load(Self.ways[3]).code == 0)
        #expect(try await titles() == ["backup Party", "other Other"])
        // The user takes the identifier.
        try await fixture.add("Mine", "--at", "2099-01-01 09:00", "--id", "backup")
        let again = try await fixture.run(
            ["import", "--format", "ical", "--sync", "work", "-"],
            input: Self.invitation.replacing("Party", with: "Large party")
        )
        #expect(again.error.contains(Self.kept), "\(again)")
        #expect(try await titles() == ["backup Mine", "other Other"])
        let empty = try await fixture.run(
            ["import", "--format", "ical", "--sync", "work", "-"],
            input: ImportAgainTests.calendar()
        )
        #expect(empty.code == 0)
        #expect(try await titles() == ["backup Mine"])
    }

    @Test("What is delivered stays as well")
    func delivered() async throws {
        let server = try await FakeNotificationServer(on: fixture.bus, as: .dunst)
        try await fixture.add("Shown", "--id", "other")
        _ = try await server.call(titled: "Shown")
        try await poll(30, "the delivery") {
            try await fixture.listed("list", "delivered").isEmpty ? nil : true
        }
        let outcome = try await load(Self.ways[0])
        #expect(
            outcome.error.contains(
                "2 requests are kept, and those of the file with their identifiers are left out: backup, other; "
                    + "--replace replaces them"
            ),
            "\(outcome)"
        )
        #expect(try await fixture.listed("list", "delivered").map(\.content.title) == ["Shown"])
    }

    private static func sorted(_ export: String) -> [Substring] {
        export.split(separator: "\n").sorted()
    }

    /// The same export on the same machine, and on another one.
    @Test("A backup changes nothing that is the same, and keeps what was changed since")
    func backup() async throws {
        try await fixture.add("Tea", "--every", "45m", "--id", "tea")
        try await fixture.add("Gone", "--at", "2099-01-01 09:00", "--id", "gone")
        let backup = try await fixture.run(["export"]).output
        let same = try await fixture.run(["import", "--json", "-"], input: backup)
        #expect(same.error == "", "\(same)")
        #expect(same.output.contains("\"kept\" : 0"), "\(same)")
        #expect(try await fixture.run(["export"]).output == backup)
        #expect(try await fixture.run(["edit", "backup", "--title", "Later"]).code == 0)
        #expect(try await fixture.run(["remove", "gone"]).code == 0)
        let changed = try await fixture.run(["import", "-"], input: backup)
        #expect(changed.output == "imported 2 pending, replacing 1\n", "\(changed)")
        #expect(changed.error.contains(Self.kept), "\(changed)")
        #expect(try await titles() == ["backup Later", "gone Gone", "tea Tea"])
        let whole = try await fixture.run(["import", "--replace", "-"], input: backup)
        #expect(whole.output == "imported 3 pending, replacing 3\n", "\(whole)")
        let restored = try await fixture.run(["export"]).output
        #expect(Self.sorted(restored) == Self.sorted(backup))
        let other = try await AgentFixture()
        let moved = try await other.run(["import", "-"], input: backup)
        #expect(moved.output == "imported 3 pending\n", "\(moved)")
        #expect(moved.error == "")
    }

    @Test("The export of the user's own requests as a calendar comes back without a conflict")
    func ownCalendar() async throws {
        let file = "\(fixture.directory)/own.ics"
        #expect(try await fixture.run(["export", file]).code == 0)
        let same = try await fixture.run(["import", file])
        #expect(same.error == "", "\(same)")
        #expect(try await fixture.run(["edit", "backup", "--title", "Later"]).code == 0)
        let changed = try await fixture.run(["import", file])
        #expect(changed.error.contains(Self.kept), "\(changed)")
        #expect(try await titles() == ["backup Later"])
    }
}
