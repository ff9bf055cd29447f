#if NATS
import GLibBridge

/// The connection that all topics of a server share, opened when it is needed.
///
/// The client's calls wait for the server, so each has a thread of its own while it runs.
@GLibActor
final class NATSConnector {
    /// Called when the connection is lost.
    var onClose: @GLibActor (RelayError) -> Void = { _ in }
    /// The maximum length of a message's text by the server that was reached last, in bytes.
    private(set) var maxPayload = Int.max
    private let options: NATSOptions
    private let token: ServerToken
    private let pool = BlockingIOPool(name: "nats", maxTotal: maxCalls, maxPerOwner: maxCalls)
    private var current: (id: UInt, connection: NATSConnection)?
    /// Who waits for a connection that is being opened; `nil` if none is.
    private var waiters: [CheckedContinuation<Opened, Never>]?
    /// What the server has refused since a call began; it answers such a call by silence.
    private var refusal: String?
    private typealias Opened = Result<NATSConnection, RelayError>
    private static let maxCalls = 64
    /// The maximum time of one call, in milliseconds.
    private static let maxTime: UInt32 = 30_000
    private static let lost = RelayError(
        .unreachable,
        "the server has ended the connection; see whether it was restarted"
    )

    /// Makes one that is not connected.
    init(_ options: NATSOptions, _ token: ServerToken) {
        self.options = options
        self.token = token
    }

    isolated deinit {
        if let current { NATSCallbacks.remove(current.id) }
    }

    /// Returns the connection, after opening it if there is none.
    func connection() async throws(RelayError) -> NATSConnection {
        if let connection = current?.connection, connection.isOpen { return connection }
        let opened = await withCheckedContinuation { (waiter: CheckedContinuation<Opened, Never>) in
            guard waiters == nil else {
                waiters?.append(waiter)
                return
            }
            waiters = [waiter]
            if current != nil {
                drop()
                // Its end is not reported any longer.
                onClose(Self.lost)
            }
            GLibActor.thread.task { @GLibActor [self] in finish(await open()) }
        }
        return try opened.get()
    }

    /// Runs what waits for the server.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Result<Value, RelayError>
    ) async throws(RelayError) -> Value {
        refusal = nil
        switch await pool.answer(within: Self.maxTime, for: "nats", to: work) {
        case .done(.success(let value)): return value
        case .done(.failure(let error)):
            guard error.kind == .unreachable, let refusal else { throw error }
            throw RelayError(
                .topicTaken,
                "the server does not allow it (\(refusal)); give this user of the server the permissions that "
                    + "docs/relay.md names"
            )
        case .late: throw .silence(seconds: Self.maxTime / 1000)
        case .busy: throw RelayError(.tooMany, "\(Self.maxCalls) calls wait for the server")
        }
    }

    private func finish(_ opened: Opened) {
        let waiting = waiters ?? []
        waiters = nil
        for waiter in waiting { waiter.resume(returning: opened) }
    }

    private func open() async -> Opened {
        let id = NATSCallbacks.add { [weak self] in self?.handle($0) }
        do throws(RelayError) {
            let options = options.with(token: try await token.value())
            let connection = try await perform { NATSConnection.open(options, events: id) }
            current = (id, connection)
            maxPayload = connection.maxPayload
            return .success(connection)
        } catch {
            if error.kind == .token { token.noteRefusal() }
            NATSCallbacks.remove(id)
            return .failure(error)
        }
    }

    private func drop() {
        guard let current else { return }
        NATSCallbacks.remove(current.id)
        self.current = nil
    }

    private func handle(_ event: NATSEvent) {
        switch event {
        case .closed(let reason):
            drop()
            onClose(reason)
        case .refused(let reason): refusal = reason
        case .message, .idle: break
        }
    }
}
#endif
