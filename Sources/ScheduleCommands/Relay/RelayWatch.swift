import AgentInterface
import GLibBridge
import NotifyCore

/// Receives the signals of notify-relay.
struct RelayWatch {
    /// What ended a wait.
    enum Step {
        /// A signal.
        case signal(RelaySignal)
        /// notify-relay has left the bus.
        case relayLeft
        /// A signal asks the program to end.
        case interrupted(Int32)
        /// The deadline has passed.
        case timedOut
    }

    private let client: RelayClient
    private let inbox: BusInbox

    /// Listens to what is sent from now on to this connection, which has called notify-relay.
    ///
    /// - Parameter unixSignals: signals that become steps instead of ending the program.
    init(_ client: RelayClient, unixSignals: [Int32]) {
        self.client = client
        inbox = BusInbox(
            connection: client.connection,
            source: RelayClient.destination,
            unixSignals: unixSignals
        )
    }

    /// Waits for the next step.
    ///
    /// - Parameter end: the deadline; `nil` for none.
    /// - Throws: ``AgentInterface/AgentUnreachable`` if the bus was closed.
    func next(until end: ContinuousClock.Instant? = nil) throws(AgentUnreachable) -> Step {
        while true {
            switch inbox.next(within: end.map { RequestWatch.milliseconds(until: $0) }) {
            case nil: return .timedOut
            case .unixSignal(let number): return .interrupted(number)
            case .busClosed: throw AgentUnreachable("the session bus was closed")
            case .signal(let signal):
                if let signal = RelaySignal(signal) { return .signal(signal) }
            case .ownerChanged(nil): return .relayLeft
            case .ownerChanged:
                // Signals are for those who have called the program that sends them.
                _ = try? client.status()
            case .outputClosed: continue
            }
        }
    }
}
