import GLibBridge

/// When the connections of a bus were first seen, for a bus that provides no process descriptors.
@GLibActor
final class ConnectionTimes {
    private let connection: BusConnection
    private let clock: @Sendable () -> Int64
    private var subscription: BusSubscription?
    private var times: [String: Int64] = [:]
    /// The latest time of connections that existed before the subscription; `nil` if it has not begun.
    private var beginning: Int64?

    /// Prepares for a bus.
    ///
    /// - Parameter clock: microseconds on the clock that runs since boot.
    init(connection: BusConnection, clock: @escaping @Sendable () -> Int64) {
        self.connection = connection
        self.clock = clock
    }

    /// Starts to record new connections.
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

    /// Records the present as the time of all connections that existed before the subscription.
    ///
    /// Call this after the bus has answered a call that came after ``subscribe()``.
    func begin() { beginning = clock() }

    /// Stops recording and forgets all connections.
    func end() {
        subscription = nil
        times = [:]
    }

    /// Returns the latest time at which a connection was made.
    func firstSeen(_ name: String) -> Int64 { times[name] ?? beginning ?? clock() }

    private func note(_ name: String, isThere: Bool) {
        times[name] = isThere ? clock() : nil
    }
}
