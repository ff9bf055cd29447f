import GLibBridge

/// When the connections of a bus were first seen, for a bus that hands over no descriptors of processes.
@GLibActor
final class ConnectionTimes {
    private let connection: BusConnection
    private let clock: @Sendable () -> Int64
    private var subscription: BusSubscription?
    private var times: [String: Int64] = [:]
    /// When everything was there that was there before this began; `nil` if it has not begun.
    private var beginning: Int64?

    /// Prepares for a bus.
    ///
    /// - Parameters:
    ///   - connection: the bus.
    ///   - clock: microseconds on the clock that runs since boot.
    init(connection: BusConnection, clock: @escaping @Sendable () -> Int64) {
        self.connection = connection
        self.clock = clock
    }

    /// Begins to notice new connections.
    func subscribe() {
        let bus = BusDestination.bus
        subscription = connection.subscribe(
            to: "NameOwnerChanged",
            interface: bus.interface,
            sender: bus.name,
            path: bus.path
        ) { [weak self] signal in
            guard let name = signal.parameters[0]?.string, name.hasPrefix(":") else { return }
            self?.note(name, isThere: signal.parameters[2]?.string?.isEmpty == false)
        }
    }

    /// Takes the present for when all connections were there that came before the bus knew the subscription.
    ///
    /// To be called once the bus has answered something that came after ``subscribe()``.
    func begin() { beginning = clock() }

    /// Notices no more connections, and forgets all.
    func end() {
        subscription = nil
        times = [:]
    }

    /// When a connection was there at the latest.
    func firstSeen(_ name: String) -> Int64 { times[name] ?? beginning ?? clock() }

    private func note(_ name: String, isThere: Bool) {
        times[name] = isThere ? clock() : nil
    }
}
