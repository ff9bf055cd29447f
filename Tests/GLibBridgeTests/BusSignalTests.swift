import GLibBridge
import TestSupport
import Testing

@Suite struct BusSignalTests {
    private static let interface = "org.example.Signals"
    private static let path = "/org/example"

    private static func emit(
        _ text: String,
        from connection: BusConnection,
        _ signal: String = "Said",
        to destination: String? = nil
    ) throws {
        try connection.emit(
            signal,
            interface: interface,
            path: path,
            .tuple([.string(text)]),
            to: destination
        )
    }

    @Test func onlyTheOwnersSignalsCount() async throws {
        let bus = try await PrivateBus()
        let listener = try bus.connect()
        let owner = try bus.connect()
        let stranger = try bus.connect()
        _ = try owner.requestName("org.example.Owner")
        let heard = Recorder<BusSignal>()
        let subscription = await listener.subscribe(
            to: nil,
            interface: Self.interface,
            sender: "org.example.Owner",
            path: Self.path
        ) { heard.append($0) }
        // The rule is with the bus once a later call of the same connection is answered.
        _ = listener.nameOwner("org.example.Owner")
        try Self.emit("forged", from: stranger)
        stranger.flush()
        _ = stranger.nameOwner("org.example.Owner")
        try Self.emit("real", from: owner)
        let first = try await heard.next()
        #expect(first.parameters[0]?.string == "real")
        #expect(first.sender == owner.uniqueName)
        #expect(first.interface == Self.interface)
        #expect(first.path == Self.path)
        #expect(first.name == "Said")
        withExtendedLifetime(subscription) {}
    }

    @Test func nameArgumentAndDestinationAreFilters() async throws {
        let bus = try await PrivateBus()
        let listener = try bus.connect()
        let other = try bus.connect()
        let sender = try bus.connect()
        let heard = Recorder<String>()
        let subscription = await listener.subscribe(
            to: "Said",
            interface: Self.interface,
            argument: "yes"
        ) { heard.append("\($0.name) \($0.parameters[0]?.string ?? "")") }
        let all = Recorder<String>()
        let everything = await listener.subscribe(to: nil, interface: Self.interface) {
            all.append("\($0.name) \($0.parameters[0]?.string ?? "")")
        }
        _ = listener.nameOwner("org.freedesktop.DBus")
        try Self.emit("no", from: sender)
        try Self.emit("yes", from: sender, "Other")
        try Self.emit("yes", from: sender, to: other.uniqueName)
        try Self.emit("yes", from: sender, to: listener.uniqueName)
        try Self.emit("end", from: sender)
        _ = try await all.wait { $0.last == "Said end" ? true : nil }
        #expect(heard.elements == ["Said yes"])
        #expect(all.elements == ["Said no", "Other yes", "Said yes", "Said end"])
        withExtendedLifetime((subscription, everything)) {}
    }

    @Test func aReleasedSubscriptionHearsNothing() async throws {
        let bus = try await PrivateBus()
        let listener = try bus.connect()
        let sender = try bus.connect()
        let heard = Recorder<String>()
        var subscription: BusSubscription? = await listener.subscribe(
            to: "Said",
            interface: Self.interface
        ) { heard.append($0.parameters[0]?.string ?? "") }
        _ = listener.nameOwner("org.freedesktop.DBus")
        try Self.emit("first", from: sender)
        #expect(try await heard.next() == "first")
        withExtendedLifetime(subscription) {}
        subscription = nil
        let later = Recorder<String>()
        let next = await listener.subscribe(to: "Said", interface: Self.interface) {
            later.append($0.parameters[0]?.string ?? "")
        }
        _ = listener.nameOwner("org.freedesktop.DBus")
        try Self.emit("second", from: sender)
        #expect(try await later.next() == "second")
        #expect(heard.elements == ["first"])
        withExtendedLifetime(next) {}
    }

    @Test func theEndOfTheBusIsHeard() async throws {
        let bus = try await PrivateBus()
        let connection = try bus.connect()
        let ends = Recorder<Bool>()
        await connection.onClose { [unowned connection] in ends.append(connection.isClosed) }
        bus.kill()
        #expect(try await ends.next())
        #expect(connection.isClosed)
        #expect(throws: GLibError.self) { try Self.emit("late", from: connection) }
        try await bus.restart()
        #expect(try bus.connect().uniqueName.hasPrefix(":"))
    }

    @Test func theFilterSeesCallsAndReplies() async throws {
        let bus = try await PrivateBus()
        let connection = try bus.connect()
        let seen = Recorder<BusMessageSummary>()
        connection.addFilter {
            seen.append($0)
            return nil
        }
        _ = connection.nameOwner("org.example.Nobody")
        let reply = try await seen.wait { messages in
            messages.first { $0.kind == .reply && $0.replySerial != 0 }
        }
        let call = seen.elements.first { $0.kind == .call && $0.serial == reply.replySerial }
        #expect(call?.member == "GetNameOwner")
        #expect(call?.isOutgoing == true)
        #expect(reply.error?.remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner")
    }
}
