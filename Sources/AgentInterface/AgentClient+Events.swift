package import GLibBridge

extension AgentClient {
    /// Subscribes this connection to events, until it or the agent leaves the bus.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - identifier: the request; `nil` for all.
    package func watch(app: String? = nil, identifier: String? = nil) throws {
        _ = try call(Self.watching, [.string(app ?? ""), .string(identifier ?? "")])
    }

    /// Starts the call of ``watch(app:identifier:)`` and returns at once; the agent handles later calls after it.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func beginWatch(app: String?) -> PendingCall {
        PendingCall(
            Self.watching,
            on: AgentNames.destination,
            .tuple([.string(app ?? ""), .string("")]),
            by: connection
        )
    }

    /// Waits for the reply to a subscription.
    ///
    /// - Returns: the agent's unique name; `nil` if the bus cannot start an agent, or it ended before the reply.
    package func finish(_ call: PendingCall) throws -> String? {
        do throws(GLibError) {
            return try call.reply().sender
        } catch {
            guard !error.saysPeerIsGone else { return nil }
            throw Self.meaning(of: error, to: Self.watching)
        }
    }

    private static let watching = "Watch"
}
