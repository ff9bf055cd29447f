import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Callers that the agent cannot look at, on a real bus.
@Suite(.serialized) struct SandboxedCallerTests {
    /// Calls a method on a connection of its own and is gone before the agent takes the call.
    private static func callAndGo(
        _ desk: Desk,
        _ method: String,
        _ arguments: [Variant]
    ) throws {
        let connection = try desk.bus.connect()
        #expect(throws: GLibError.self) {
            try connection.callBlocking(
                method,
                on: AgentNames.destination,
                .tuple(arguments),
                deadline: .milliseconds(1)
            )
        }
        connection.close()
    }

    private static let unknown = "a program that could not be examined"

    private static func request(_ title: String, _ url: String) -> Variant {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: title,
            content: NotificationContent(title: title),
            openURL: url,
            requester: "somebody else"
        ).record
    }

    private static func verbatim(_ title: String) -> Variant {
        var request = NotificationRequest(
            appID: AgentNames.app,
            identifier: title,
            content: NotificationContent(title: title)
        )
        request.bubble.isVerbatim = true
        return request.record
    }

    @Test func whoHasGoneMayOpenLittleAndHasAnAppOfItsOwn() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["https": "\(recorder.program) %u", "x": "\(recorder.program) %u"])
        let agent = try await desk.startAgent()
        try await desk.add("mine", "--id", "mine")
        let process = try desk.agentID()
        kill(process, SIGSTOP)
        try Self.callAndGo(desk, "Add", [Self.request("refused", "x:1")])
        try Self.callAndGo(desk, "Add", [Self.verbatim("refused")])
        try Self.callAndGo(desk, "Watch", [.string(""), .string("")])
        try Self.callAndGo(desk, "Add", [Self.request("taken", "https://a/")])
        // Another one that cannot be examined is another app: it takes away nothing.
        let own = Variant.dictionary([("all", .boolean(true))])
        try Self.callAndGo(desk, "Remove", [own])
        let selection = Variant.dictionary([("all", .boolean(true)), ("appID", .string(""))])
        try Self.callAndGo(desk, "Pause", [selection])
        try Self.callAndGo(desk, "Stop", [])
        kill(process, SIGCONT)
        try await desk.add("after", "--id", "after")
        let bubbles = try await server.waitForCalls(3, within: 30)
        #expect(bubbles.map(\.call.summary) == ["mine", "taken", "after"])
        let delivered = try await desk.listed("list", "delivered")
        #expect(Set(delivered.map(\.identifier)) == ["mine", "taken", "after"])
        #expect(delivered.count { $0.appID == AgentNames.app } == 2)
        let taken = delivered.first { $0.identifier == "taken" }
        #expect(taken?.appID.hasPrefix("unknown-sandbox-") == true)
        await server.click(bubbles[1].id)
        #expect(try await recorder.expectCalls(["https://a/"]))
        let response = try await desk.waitForSignals("Responded")[0]
        #expect(response.details?["request"]?["requester"]?.string == Self.unknown)
        #expect(try desk.agentID() == process)
        withExtendedLifetime(agent) {}
    }

    @Test func whatACallerSaysOfItselfIsNotKept() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["x": "\(recorder.program) %u"])
        let agent = try await desk.startAgent()
        _ = try await desk.client.call(
            "Add",
            on: AgentNames.destination,
            .tuple([Self.request("mine", "x:1")])
        )
        await server.click(try await server.next(within: 30).id)
        #expect(try await recorder.expectCalls(["x:1"]))
        _ = try await desk.waitForSignals("Responded")
        let history = try await desk.run(["history", "mine", "--json"])
        #expect(!history.output.contains("somebody else"))
        #expect(history.output.contains("\"requester\" : \"/"))
        withExtendedLifetime(agent) {}
    }
}
