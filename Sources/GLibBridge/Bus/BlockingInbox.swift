/// The messages for a program that waits for nothing else, from a ``BlockingConnection``.
package struct BlockingInbox: MessageInbox {
    private let connection: BlockingConnection
    private let source: BusDestination

    /// Starts to collect messages.
    package init(connection: BlockingConnection, source: BusDestination) {
        (self.connection, self.source) = (connection, source)
        connection.keepSignals(
            "type='signal',sender='\(BusDestination.bus.name)',interface='\(BusDestination.bus.interface)',"
                + "member='NameOwnerChanged',arg0='\(source.name)'"
        )
    }

    package func next(within milliseconds: Int?) -> BusInbox.Message? {
        let start = ContinuousClock.now
        while true {
            let left = milliseconds.map {
                $0 - Int((ContinuousClock.now - start) / .milliseconds(1))
            }
            do throws(GLibError) {
                guard let signal = try connection.nextSignal(within: left) else { return nil }
                if signal.sender == BusDestination.bus.name {
                    guard signal.name == "NameOwnerChanged",
                        signal.parameters[0]?.string == source.name,
                        let owner = signal.parameters[2]?.string
                    else { continue }
                    return .ownerChanged(owner.isEmpty ? nil : owner)
                }
                if signal.interface == source.interface, signal.path == source.path {
                    return .signal(signal)
                }
            } catch {
                return .busClosed
            }
        }
    }
}

/// What a program that waits gets its messages from.
package protocol MessageInbox: Sendable {
    /// Waits for the next message.
    ///
    /// - Parameter milliseconds: the time limit; `nil` for none.
    /// - Returns: the message; `nil` after the time limit.
    func next(within milliseconds: Int?) -> BusInbox.Message?
}
