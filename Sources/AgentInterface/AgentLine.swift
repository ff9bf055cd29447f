import GLibBridge
import Synchronization

/// The connections of a client: one for blocking calls, and a whole one as soon as somebody needs it.
///
/// Once somebody has asked for the whole connection, all calls go over it, so that the agent gets them in order.
final class AgentLine: Sendable {
    private let address: String
    /// The connection for blocking calls; `nil` if there is only the other one.
    let brief: BlockingConnection?
    private let whole: Mutex<(connection: BusConnection?, isUsed: Bool)>

    /// Uses a connection that ``AgentClient/prepare()`` began, if the bus has accepted it, and otherwise connects.
    ///
    /// - Throws: ``AgentUnreachable`` if no bus answers at the address, or at that of the bus that has replaced it.
    init(to address: String, _ begun: BlockingConnection?) throws(AgentUnreachable) {
        if let begun, begun.address == address, begun.isAccepted() {
            self.address = address
            brief = begun
            whole = Mutex((nil, false))
        } else {
            brief = nil
            let (connection, address) = try Self.connect(to: address)
            self.address = address
            whole = Mutex((connection, true))
        }
    }

    /// What a call goes over.
    var caller: any BlockingCaller {
        get throws(AgentUnreachable) {
            if let brief, whole.withLock({ !$0.isUsed }) { return brief }
            return try connection
        }
    }

    /// The connection for signals, files and calls at the same time.
    ///
    /// - Parameter isUsed: whether the calls go over it from now on.
    func whole(isUsed: Bool) throws(AgentUnreachable) -> BusConnection {
        try whole.withLock { (whole) throws(AgentUnreachable) in
            whole.isUsed = whole.isUsed || isUsed
            if let connection = whole.connection { return connection }
            let (connection, _) = try Self.connect(to: address)
            whole.connection = connection
            return connection
        }
    }

    /// The same for all calls from now on.
    var connection: BusConnection {
        get throws(AgentUnreachable) { try whole(isUsed: true) }
    }

    private static func connect(
        to address: String
    ) throws(AgentUnreachable) -> (BusConnection, address: String) {
        do {
            return (try BusConnection.connect(to: address), address)
        } catch {
            guard let other = SessionBus.replacement(for: address),
                let connection = try? BusConnection.connect(to: other)
            else { throw AgentUnreachable(SessionBus.silenceExplanation(error)) }
            return (connection, other)
        }
    }
}
