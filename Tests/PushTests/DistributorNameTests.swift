import AgentInterface
import GLibBridge
import TestSupport
import Testing

/// Who is believed as a distributor: the owner of the name that was chosen, and nobody else who has seen the token.
@Suite(.serialized) struct DistributorNameTests {
    private static func scene(
        _ version: FakeDistributor.Version
    ) async throws -> (PushFixture, FakeDistributor, PushFixture.Keys, token: String) {
        let fixture = try await PushFixture()
        let distributor = try await FakeDistributor(on: fixture.bus, version)
        let keys = try await fixture.register()
        let token = try #require(distributor.registrations.elements.first?.token)
        return (fixture, distributor, keys, token)
    }

    @Test(
        "Another program that has the token changes nothing",
        arguments: FakeDistributor.Version.allCases
    )
    func stranger(version: FakeDistributor.Version) async throws {
        let (fixture, distributor, keys, token) = try await Self.scene(version)
        // It is a distributor as well, but not the one of this app.
        let stranger = try await FakeDistributor(on: fixture.bus, version, name: "stranger")
        let forged = try await Sender.message("forged", to: keys.p256dh, keys.auth)
        #expect(try await stranger.send(forged, to: token, id: "1") == nil)
        await stranger.report("https://push.example/stolen", of: token)
        try await stranger.end(token)
        let message = try await Sender.message("true", to: keys.p256dh, keys.auth)
        let answer = try await distributor.send(message, to: token, id: "2")
        #expect(answer == (version == .second ? "2" : nil))
        let payloads = try await fixture.deliveries.wait(30, "the message") { deliveries in
            deliveries.isEmpty ? nil : deliveries.map(\.payload)
        }
        #expect(payloads.count == 1 && payloads[0].contains("true"), "\(payloads)")
        let again = try await fixture.register()
        #expect(again.endpoint == FakeDistributor.endpoint(of: token))
    }

    @Test(
        "The program that has the distributor's name now is believed, and the one before it is not"
    )
    func successor() async throws {
        let (fixture, distributor, keys, token) = try await Self.scene(.second)
        distributor.connection.releaseName("org.unifiedpush.Distributor.test")
        let early = try await Sender.message("early", to: keys.p256dh, keys.auth)
        #expect(try await distributor.send(early, to: token, id: "1") == nil)
        let successor = try await FakeDistributor(on: fixture.bus, .second)
        let late = try await Sender.message("late", to: keys.p256dh, keys.auth)
        #expect(try await successor.send(late, to: token, id: "2") == "2")
        #expect(try await distributor.send(early, to: token, id: "3") == nil)
    }

    @Test("A distributor that starts notify-push by a message is believed at once")
    func started() async throws {
        let (fixture, distributor, keys, token) = try await Self.scene(.second)
        try await fixture.kill()
        let message = try await Sender.message("true", to: keys.p256dh, keys.auth)
        #expect(try await distributor.send(message, to: token, id: "2") == "2")
        _ = try await fixture.deliveries.wait(30, "the message") { $0.isEmpty ? nil : true }
    }
}
