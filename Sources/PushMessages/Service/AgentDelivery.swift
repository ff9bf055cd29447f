import AgentInterface
import GLibBridge
import NotifyCore

/// Who gets the decrypted messages: the agent, or a test's double.
protocol MessageReceiver: Sendable {
    /// Hands a message over.
    @GLibActor
    func deliver(
        payload: [UInt8],
        app: String,
        messageID: String,
        isConfined: Bool
    ) async -> DeliveryOutcome
}

/// Hands messages to the agent, which the bus starts if none runs.
struct AgentDelivery: MessageReceiver {
    private let connection: BusConnection
    private static let source = "unifiedpush"
    /// The agent's errors after which the same message may be taken later.
    private static let passing: Set<RequestError.Code> = [.storage]

    /// Prepares calls over a connection.
    init(connection: BusConnection) {
        self.connection = connection
    }

    @GLibActor
    func deliver(
        payload: [UInt8],
        app: String,
        messageID: String,
        isConfined: Bool
    ) async -> DeliveryOutcome {
        var options = PushOptions(messageID: messageID, source: Self.source)
        options.isConfined = isConfined
        do throws(GLibError) {
            _ = try await connection.call(
                "Push",
                on: AgentNames.destination,
                .tuple([.string(app), .bytes(payload), options.record])
            )
            return .accepted
        } catch {
            // Other errors are those of the bus, of a start, or of an earlier version.
            guard let refusal = RequestError(error), !Self.passing.contains(refusal.code) else {
                return .later(error.message)
            }
            guard refusal.code == .notAllowed, await !isDenied(app) else {
                return .refused(refusal.message)
            }
            return .notAllowed(refusal.message)
        }
    }

    /// Whether the user has denied an app; `false` where the agent does not say.
    ///
    /// An agent that has not identified this program does not accept its messages either, and reports the settings of
    /// nobody then.
    @GLibActor
    private func isDenied(_ app: String) async -> Bool {
        let reply = try? await connection.call(
            "Settings",
            on: AgentNames.destination,
            .tuple([.string(app)])
        )
        return reply?[0]?["authorizationStatus"]?.string == "denied"
    }
}
