import GLibBridge
import TestSupport
import Testing

/// What comes to a program that does not read it.
@Suite struct BusInboxTests {
    @Test func signalsPastTheBoundAreDroppedAndTheOwnersEndIsNot() async throws {
        let bus = try await PrivateBus()
        let service = try bus.connect()
        _ = try service.requestName("org.example.Talker")
        let source = BusDestination(
            name: "org.example.Talker",
            path: "/talker",
            interface: "org.example.Talker"
        )
        let reader = try bus.connect()
        let inbox = BusInbox(connection: reader, source: source)
        let heard = Recorder<Bool>()
        let watch = await reader.subscribe(
            to: "Last",
            interface: source.interface,
            sender: source.name,
            path: source.path
        ) { _ in heard.append(true) }
        // Its own rules come first.
        _ = try await reader.call("GetId", on: .bus)
        for _ in 1...10_050 {
            try service.emit("Word", interface: source.interface, path: source.path, .tuple([]))
        }
        try service.emit("Last", interface: source.interface, path: source.path, .tuple([]))
        _ = try await heard.wait(60, "the last signal") { $0.first }
        let gone = Recorder<Bool>()
        let owner = await reader.watchName(source.name) { if $0 == nil { gone.append(true) } }
        service.close()
        _ = try await gone.wait(30, "the owner's end") { $0.first }
        var (signals, hasEnded) = (0, false)
        while let message = inbox.next(within: 1_000), !hasEnded {
            switch message {
            case .signal: signals += 1
            case .ownerChanged(nil): hasEnded = true
            default: break
            }
        }
        #expect(hasEnded)
        // The word of the first owner is one of those that wait.
        #expect((9_999...10_000).contains(signals))
        withExtendedLifetime((watch, owner)) {}
    }
}
