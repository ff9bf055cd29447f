import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// Commands that meet an agent which is killed: before it has the call, before its commit, and before its reply.
///
/// Only debug builds have the points at which an agent ends.
@Suite struct DyingAgentTests {
    /// When the agent ends.
    enum Moment: CaseIterable {
        /// It has the call.
        case unhandled
        /// What the call does is written and not committed.
        case uncommitted
        /// It is committed, and there is no reply.
        case committed
    }

    /// A command that changes something, and what is there after it.
    struct Change: Sendable, CustomTestStringConvertible {
        var before: [[String]] = [["add", "Tea", "--id", "tea", "--on", "2027-03-01,02,03 09:00"]]
        let command: [String]
        /// What `list --json` has: identifiers with the next date, sorted.
        let pending: [String]
        /// What `list removed` has.
        var removed: [String] = []
        /// Whether the reply is known if it was lost.
        var isAnswered = false
        var testDescription: String { command.joined(separator: " ") }
    }

    private static let tea = ["add", "Tea", "--id", "tea", "--on", "2027-03-01,02,03 09:00"]
    private static let once = ["add", "Once", "--id", "once", "--at", "2027-03-01 09:00"]

    static let changes = [
        Change(
            command: ["add", "New", "--id", "new", "--at", "2027-03-01 10:00"],
            pending: ["new 2027-03-01T09:00:00Z", "tea 2027-03-01T08:00:00Z"],
            isAnswered: true
        ),
        Change(command: ["skip", "tea"], pending: ["tea 2027-03-02T08:00:00Z"]),
        Change(
            before: [once],
            command: ["snooze", "once", "1h"],
            pending: ["once 2027-03-01T09:00:00Z"]
        ),
        Change(
            command: ["snooze", "tea", "1h"],
            pending: ["tea 2027-03-02T08:00:00Z", "tea.snoozed 2027-03-01T09:00:00Z"]
        ),
        Change(
            before: [once],
            command: ["edit", "once", "--by", "+1h"],
            pending: ["once 2027-03-01T09:00:00Z"]
        ),
        Change(command: ["edit", "tea", "--title", "Mate"], pending: ["tea 2027-03-01T08:00:00Z"]),
        Change(command: ["remove", "tea"], pending: [], removed: ["tea"]),
        Change(command: ["pause", "tea"], pending: ["tea paused"]),
        Change(
            before: [tea, ["pause", "tea"]],
            command: ["resume", "tea"],
            pending: ["tea 2027-03-01T08:00:00Z"]
        ),
        // Undone once: the one before it stays.
        Change(
            before: [tea, ["skip", "tea"], ["skip", "tea"]],
            command: ["undo"],
            pending: ["tea 2027-03-02T08:00:00Z"]
        ),
        Change(
            before: [tea, ["remove", "tea"], ["undo"]],
            command: ["redo"],
            pending: [],
            removed: ["tea"]
        ),
        Change(
            before: [tea, ["remove", "tea"]],
            command: ["restore", "tea"],
            pending: ["tea 2027-03-01T08:00:00Z"]
        ),
    ]

    @Test(
        "A change whose agent is killed is made once, the command succeeds, and undo takes it back as a whole",
        arguments: changes,
        Moment.allCases
    )
    func aChangeIsMadeOnce(change: Change, moment: Moment) async throws {
        let fixture = try await AgentFixture()
        let first = try await fixture.startAgent()
        for command in change.before {
            let outcome = try await fixture.run(command)
            #expect(outcome.code == 0, "\(outcome)")
        }
        let before = try await Self.pending(fixture)
        try await fixture.endAgent()
        _ = try await first.waitForExit()
        let point =
            switch moment {
            // The first message is a greeting, or the search for what is edited.
            case .unhandled: "received:2"
            case .uncommitted: change.isAnswered ? "adding" : "changing"
            case .committed: change.isAnswered ? "added" : "changed"
            }
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_CRASH_AT": point])
        let outcome = try await fixture.run(change.command)
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        #expect(outcome.code == 0, "\(outcome)")
        let isLost = moment == .committed && !change.isAnswered
        #expect(
            outcome.error.contains("this is done, but the agent ended before it could say more")
                == isLost,
            "\(outcome)"
        )
        #expect(try await Self.pending(fixture) == change.pending, "\(outcome)")
        #expect(try await fixture.listed("list", "removed").map(\.identifier) == change.removed)
        if change.command.first == "edit", change.command.contains("Mate") {
            #expect(try await fixture.run(["show", "tea"]).output.contains("Mate"))
        }
        guard !["undo", "redo"].contains(change.command[0]) else { return }
        let undone = try await fixture.run(["undo"])
        #expect(undone.code == 0, "\(undone)")
        #expect(try await Self.pending(fixture) == before, "\(undone)")
    }

    @Test("A command at the moment at which the agent is killed succeeds", arguments: 0..<5)
    func aCommandAtTheMomentOfTheKill(number: Int) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        try await fixture.add("Tea", "--id", "tea", "--at", "2027-03-01 09:00")
        agent.kill(SIGKILL)
        let outcome = try await fixture.run([
            "add", "New", "--id", "new", "--at", "2027-03-01 10:00",
        ])
        #expect(outcome.code == 0, "\(outcome)")
        try await fixture.endAgent()
        let removed = try await fixture.run(["remove", "tea"])
        #expect(removed.output == "removed tea\n", "\(removed)")
        #expect(try await Self.pending(fixture) == ["new 2027-03-01T09:00:00Z"])
    }

    @Test("A bubble whose agent is killed after the commit is shown once")
    func aBubbleIsShownOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_CRASH_AT": "added"])
        let outcome = try await fixture.run(["add", "Now"])
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        #expect(outcome.code == 0, "\(outcome)")
        try await fixture.barrier(server)
        #expect(server.count(titled: "Now") == 1)
    }

    @Test("An import of several parts whose agent is killed between them is complete")
    func anImportIsComplete() async throws {
        let fixture = try await AgentFixture()
        let count = 1_200
        let first = try await fixture.startAgent()
        try await fixture.add("One", "--id", "one", "--at", "2027-03-01 09:00")
        let exported = try await fixture.run(["export"]).output.split(separator: "\n").map(
            String.init
        )
        try await fixture.endAgent()
        _ = try await first.waitForExit()
        var lines = [exported[0]]
        let line = try #require(exported.first { $0.contains("\"one\"") })
        for number in 0..<count { lines.append(line.replacing("\"one\"", with: "\"r\(number)\"")) }
        let file = "\(fixture.directory)/many.jsonl"
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        // The third part is the last; the agent ends when it has the second.
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_CRASH_AT": "staged:2"])
        let outcome = try await fixture.run(["import", file])
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output == "imported \(count) pending\n", "\(outcome)")
        #expect(try await fixture.listed("list").count == count + 1)
    }

    @Test("An import whose agent is killed after the commit is not made again")
    func anImportIsMadeOnce() async throws {
        let fixture = try await AgentFixture()
        let first = try await fixture.startAgent()
        try await fixture.add("One", "--id", "one", "--at", "2027-03-01 09:00")
        let file = "\(fixture.directory)/one.jsonl"
        try await fixture.run(["export"]).output.write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        try await fixture.endAgent()
        _ = try await first.waitForExit()
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_CRASH_AT": "changed"])
        let outcome = try await fixture.run(["import", file])
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(try await Self.pending(fixture) == ["one 2027-03-01T08:00:00Z"])
    }

    private static func pending(_ fixture: AgentFixture) async throws -> [String] {
        struct Entry: Decodable {
            let identifier: String
            let nextTriggerDate: String?
            let paused: Bool?
        }
        let outcome = try await fixture.run(["list", "--json"])
        let entries = try JSONDecoder().decode([Entry].self, from: Data(outcome.output.utf8))
        return entries.map { entry in
            let date = entry.paused == true ? "paused" : entry.nextTriggerDate ?? ""
            return "\(entry.identifier) \(date)"
        }.sorted()
    }
}
