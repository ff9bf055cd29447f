import Foundation
import TestSupport
import Testing

/// What was opened, and who asked.
@Suite(.serialized) struct LaunchHistoryTests {
    private struct Line: Decodable {
        let identifier: String
        let event: String
        let detail: String?
        let requester: String?
    }

    private static func lines(_ desk: Desk) async throws -> [Line] {
        let outcome = try await desk.run(["history", "--json"])
        return try JSONDecoder().decode([Line].self, from: Data(outcome.output.utf8))
            .filter { $0.event.hasPrefix("launch") }
    }

    @Test func everyLaunchIsWrittenDownWithWhoAsked() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %p"])
        try await desk.add("T", "--id", "t", "--action", "Go=x:1")
        await server.click(try await server.next(within: 30).id, "action-1")
        _ = try await desk.waitForSignals("Responded")
        #expect(try await desk.run(["open", "x:2"]).code == 0)
        #expect(try await desk.run(["open", "y:3"]).code == 65)
        #expect(try await recorder.expectCallsInAnyOrder([["1"], ["2"]]))
        let lines = try await Self.lines(desk)
        #expect(lines.map(\.event) == ["launchFailed", "launched", "launched"])
        #expect(lines.map(\.identifier) == ["", "", "t"])
        #expect(lines.dropFirst().map(\.detail) == ["x:2", "x:1"])
        let program = URL(fileURLWithPath: "\(Program.folder)/notify-schedule")
            .resolvingSymlinksInPath().path
        #expect(lines.map(\.requester) == [program, program, program])
    }

    @Test func theProgramGetsTheTokenOfItsClick() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        let tokens = try recorder.makeProgram(
            "tokens",
            "\(recorder.program) \"$XDG_ACTIVATION_TOKEN\" \"$DESKTOP_STARTUP_ID\""
        )
        try recorder.configure(["x": tokens])
        try await desk.add("T", "--action", "Go=x:1")
        let bubble = try await server.next(within: 30)
        _ = try await desk.waitForSignals("Delivered")
        await server.click(bubble.id, "action-1", token: "focus-1")
        #expect(try await recorder.expectCalls(["focus-1", "focus-1"]))
    }

    @Test func withoutAnAgentAURLOpensAllTheSame() async throws {
        let desk = try await Desk()
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %p"])
        #expect(try await desk.run(["open", "x:2"]).code == 0)
        #expect(try await recorder.expectCalls(["2"]))
        #expect(desk.owners.elements == [])
    }
}
