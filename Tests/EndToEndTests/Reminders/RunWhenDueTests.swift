import Foundation
import NotificationServer
import TestSupport
import Testing

/// Commands of launcher.conf that requests run when they are due.
@Suite(.serialized) struct RunWhenDueTests {
    private struct Line: Decodable, Equatable {
        let identifier: String
        let event: String
        let detail: String?
    }

    /// Waits for the lines about runs, latest first.
    private static func runs(_ count: Int, _ fixture: AgentFixture) async throws -> [Line] {
        try await poll(30, "\(count) runs in the history") {
            let output = try await fixture.run(["history", "--json"]).output
            let lines = try JSONDecoder().decode([Line].self, from: Data(output.utf8))
            let runs = lines.filter { $0.event.hasPrefix("run") || $0.event == "ran" }
            return runs.count >= count ? runs : nil
        }
    }

    @Test func aCommandRunsWithoutAServerAndWithoutAClick() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["note": "\(recorder.program) done %p"], as: "Command")
        let outcome = try await fixture.run(["add", "--run", "note", "--in", "1s", "--id", "r"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.error == "")
        #expect(try await recorder.expectCalls(["done", "note"]))
        let runs = try await Self.runs(1, fixture)
        #expect(runs == [Line(identifier: "r", event: "ran", detail: "note")])
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test func aFailureIsShownWithTheCommandAndItsStatus() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["bad": try recorder.makeProgram("bad", "exit 3")], as: "Command")
        try await fixture.add("--run", "bad", "--id", "r")
        let bubble = try await server.next(within: 30)
        #expect(bubble.call.summary == "The command “bad” failed")
        #expect(bubble.call.body.contains("ended with status 3"), "\(bubble.call.body)")
    }

    @Test func anUnknownNameIsRefusedWithTheNearestOne() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["backup": recorder.program], as: "Command")
        let outcome = try await fixture.run(["add", "T", "--in", "1h", "--run", "bakcup"])
        #expect(outcome.code == 65)
        #expect(
            outcome.error
                == "notify-schedule: there is no command \"bakcup\"; did you mean backup?\n"
        )
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test func aCommandThatIsGoneAtItsTimeIsAFailure() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["backup": recorder.program], as: "Command")
        try await fixture.add("--run", "backup", "--in", "1h", "--id", "r")
        try recorder.configure(["other": recorder.program], as: "Command")
        let edited = try await fixture.run(["edit", "r", "--in", "1s"])
        #expect(edited.code == 0, "\(edited.error)")
        let bubble = try await server.next(within: 30)
        #expect(bubble.call.body.contains("there is no command"), "\(bubble.call.body)")
    }

    /// The agent is killed after the intent is stored, and before the command is started or its end stored.
    @Test(arguments: ["running", "ran"])
    func aRunIsNotRepeatedAfterACrash(point: String) async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["note": recorder.program], as: "Command")
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_CRASH_AT": point])
        _ = try await fixture.run(["add", "--run", "note", "--in", "1s", "--id", "r"])
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        let runs = try await Self.runs(1, fixture)
        #expect(runs.map(\.event) == ["runFailed"])
        #expect(runs.first?.detail?.contains("is not known") == true)
        try await fixture.endAgent()
        #expect(try await Self.runs(1, fixture).count == 1)
        #expect(!(try await fixture.listed("list").map(\.identifier).contains("r")))
        if point == "running" {
            #expect(recorder.isUntouched)
        } else {
            #expect(try await recorder.expectCalls([]))
        }
    }
}
