import AgentInterface
import GLibBridge

/// The connections that get the signals of notify-relay: those whose calls were answered.
///
/// Answers have what the user typed, so nothing is sent to everybody on the bus, such as a program inside a sandbox.
@GLibActor
final class SignalRecipients {
    /// The maximum number of connections; the latest are kept.
    private static let maxKept = 64

    private let connection: BusConnection
    private var names: [String] = []

    /// Makes a list without connections.
    init(_ connection: BusConnection) {
        self.connection = connection
    }

    /// Adds a connection.
    func add(_ name: String) {
        guard names.last != name else { return }
        names.removeAll { $0 == name }
        names.append(name)
        if names.count > Self.maxKept { names.removeFirst() }
    }

    /// Sends a signal to each of them.
    func send(_ signal: RelayHandler.Signal) {
        let (name, parameters) = RelayService.signal(signal)
        for recipient in names {
            // One that has left the bus gets nothing.
            try? connection.emit(
                name,
                interface: RelayClient.interface,
                path: RelayClient.path,
                .tuple(parameters),
                to: recipient
            )
        }
    }
}
