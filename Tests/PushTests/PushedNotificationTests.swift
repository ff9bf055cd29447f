import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The whole way of a push message: distributor, notify-push, agent, notification server.
@Suite(.serialized) struct PushedNotificationTests {
    @Test func aMessageIsShownOnce() async throws {
        let bus = try await PrivateBus(activatable: [PushClient.bus: PushFixture.program.word])
        let fixture = try await AgentFixture(on: bus)
        let server = try await FakeNotificationServer(on: bus)
        let distributor = try await FakeDistributor(on: bus, .second)
        let outcome = try await fixture.run(["push", "register", AgentNames.app, "--json"])
        #expect(outcome.code == 0, "\(outcome)")
        let keys = try JSONDecoder().decode(
            PushFixture.Keys.self,
            from: Data(outcome.output.utf8)
        )
        let token = try #require(distributor.registrations.elements.first?.token)
        // Before there is an agent.
        let payload = "{\"aps\":{\"alert\":{\"title\":\"Tea\",\"body\":\"It is ready\"}}}"
        let first = try await Sender.message(payload, to: keys.p256dh, keys.auth)
        #expect(try await distributor.send(first, to: token, id: "1") == "1")
        let agent = try await fixture.startAgent()
        let bubble = try await server.next(within: 30).call
        #expect(bubble.summary == "Tea" && bubble.body == "It is ready")
        // And a text, after a message of a wrong form, and the first one again.
        let wrong = try await Sender.message("{\"aps\":7}", to: keys.p256dh, keys.auth)
        let text = try await Sender.message("Coffee, too", to: keys.p256dh, keys.auth)
        for message in [wrong, first, text] {
            #expect(try await distributor.send(message, to: token, id: "2") == "2")
        }
        let next = try await server.next(within: 30).call
        #expect("\(next.summary) \(next.body)".contains("Coffee, too"))
        withExtendedLifetime(agent) {}
    }
}
