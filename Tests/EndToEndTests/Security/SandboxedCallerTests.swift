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
        _ fixture: AgentFixture,
        _ method: String,
        _ arguments: [Variant]
    ) async throws {
        let connection = try fixture.bus.connect()
        #expect(throws: GLibError.self) {
            try connection.callBlocking(
                method,
                on: AgentNames.destination,
                .tuple(arguments),
                deadline: .milliseconds(1)
            )
        }
        let name = connection.uniqueName
        connection.close()
        // The bus knows of the end a moment later.
        try await within(30, "the end of \(name)") {
            while fixture.client.nameOwner(name) != nil {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
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
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["https": "\(recorder.program) %u", "x": "\(recorder.program) %u"])
        let agent = try await fixture.startAgent()
        try await fixture.add("mine", "--id", "mine")
        let process = try fixture.agentID()
        try await stop(process)
        try await Self.callAndGo(fixture, "Add", [Self.request("refused", "x:1")])
        try await Self.callAndGo(fixture, "Add", [Self.verbatim("refused")])
        try await Self.callAndGo(fixture, "Watch", [.string(""), .string("")])
        try await Self.callAndGo(fixture, "Add", [Self.request("taken", "https://a/")])
        // Another one that cannot be examined is another app: it takes away nothing.
        let own = Variant.dictionary([("all", .boolean(true))])
        try await Self.callAndGo(fixture, "Remove", [own])
        let selection = Variant.dictionary([("all", .boolean(true)), ("appID", .string(""))])
        try await Self.callAndGo(fixture, "Pause", [selection])
        try await Self.callAndGo(fixture, "Stop", [])
        kill(process, SIGCONT)
        try await fixture.add("after", "--id", "after")
        let bubbles = try await server.waitForCalls(3, within: 30)
        #expect(bubbles.map(\.call.summary) == ["mine", "taken", "after"])
        let delivered = try await fixture.listed("list", "delivered")
        #expect(Set(delivered.map(\.identifier)) == ["mine", "taken", "after"])
        #expect(delivered.count { $0.appID == AgentNames.app } == 2)
        let taken = delivered.first { $0.identifier == "taken" }
        #expect(taken?.appID.hasPrefix("unknown-sandbox-") == true)
        await server.click(bubbles[1].id)
        #expect(try await recorder.expectCalls(["https://a/"]))
        let response = try await fixture.waitForResponses()[0]
        #expect(response.requester == Self.unknown)
        #expect(try fixture.agentID() == process)
        withExtendedLifetime(agent) {}
    }

    @Test func whatACallerSaysOfItselfIsNotKept() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %u"])
        let agent = try await fixture.startAgent()
        _ = try await fixture.client.call(
            "Add",
            on: AgentNames.destination,
            .tuple([Self.request("mine", "x:1")])
        )
        await server.click(try await server.next(within: 30).id)
        #expect(try await recorder.expectCalls(["x:1"]))
        _ = try await fixture.waitForResponses()
        let history = try await fixture.run(["history", "mine", "--json"])
        #expect(!history.output.contains("somebody else"))
        #expect(history.output.contains("\"requester\" : \"/"))
        withExtendedLifetime(agent) {}
    }
}
