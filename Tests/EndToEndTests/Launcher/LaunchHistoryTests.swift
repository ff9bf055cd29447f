import AgentInterface
import Foundation
import TestSupport
import Testing

/// What was opened, and who asked.
@Suite(.serialized) struct LaunchHistoryTests {
    private struct Line: Decodable {
        let identifier: String
        let event: String
        let detail: String?
        let url: String?
        let requester: String?
    }

    private static func lines(_ fixture: AgentFixture) async throws -> [Line] {
        let outcome = try await fixture.run(["history", "--json"])
        return try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            .filter { $0.event.hasPrefix("launch") || $0.event == "responded" }
    }

    @Test func everyLaunchIsWrittenDownWithWhoAsked() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %p"])
        try await fixture.add("T", "--id", "t", "--action", "Go=x:1")
        await server.click(try await server.next(within: 30).id, "action-1")
        _ = try await fixture.waitForResponses()
        #expect(try await fixture.run(["open", "x:2"]).code == 0)
        #expect(try await fixture.run(["open", "y:3"]).code == 65)
        #expect(try await recorder.expectCallsInAnyOrder([["1"], ["2"]]))
        let lines = try await Self.lines(fixture)
        #expect(lines.map(\.event) == ["launchFailed", "launched", "responded"])
        #expect(lines.map(\.identifier) == ["", "", "t"])
        #expect(lines.dropFirst().map { $0.detail ?? $0.url } == ["x:2", "x:1"])
        let program = URL(fileURLWithPath: "\(Program.folder)/notify-schedule")
            .resolvingSymlinksInPath().path
        #expect(lines.map(\.requester) == [program, program, program])
    }

    @Test func theProgramGetsTheTokenOfItsClick() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        let tokens = try recorder.makeProgram(
            "tokens",
            "\(recorder.program) \"$XDG_ACTIVATION_TOKEN\" \"$DESKTOP_STARTUP_ID\""
        )
        try recorder.configure(["x": tokens])
        try await fixture.add("T", "--action", "Go=x:1")
        let bubble = try await server.next(within: 30)
        try await fixture.waitForDeliveries()
        await server.click(bubble.id, "action-1", token: "focus-1")
        #expect(try await recorder.expectCalls(["focus-1", "focus-1"]))
    }

    @Test func withoutAnAgentAURLOpensAllTheSame() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %p"])
        #expect(try await fixture.run(["open", "x:2"]).code == 0)
        #expect(try await recorder.expectCalls(["2"]))
        #expect(fixture.owners.elements == [])
    }
}
