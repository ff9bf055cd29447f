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

    /// A subscription whose reply is not read yet.
    package struct PendingWatch: Sendable {
        let reply: @Sendable () throws(GLibError) -> PendingCall.Reply
    }

    /// Starts the call of ``watch(app:identifier:)`` and returns at once; the agent handles later calls after it.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func beginWatch(app: String?) throws(AgentUnreachable) -> PendingWatch {
        let arguments = Variant.tuple([.string(app ?? ""), .string("")])
        guard let brief = try line.caller as? BlockingConnection else {
            let call = PendingCall(
                Self.watching,
                on: AgentNames.destination,
                arguments,
                by: try connection
            )
            return PendingWatch { () throws(GLibError) in try call.reply() }
        }
        let begun = Result { () throws(GLibError) in
            try brief.begin(Self.watching, on: AgentNames.destination, arguments)
        }
        return PendingWatch { () throws(GLibError) in try brief.reply(to: begun.get()) }
    }

    /// Waits for the reply to a subscription.
    ///
    /// - Returns: the agent's unique name; `nil` if the bus cannot start an agent, or it ended before the reply.
    package func finish(_ watch: PendingWatch) throws -> String? {
        do throws(GLibError) {
            return try watch.reply().sender
        } catch {
            guard !error.saysPeerIsGone else { return nil }
            throw meaning(of: error, to: Self.watching)
        }
    }

    /// The inbox of what the agent sends to a program that calls it from one thread and waits for nothing else.
    package var inbox: any MessageInbox {
        get throws(AgentUnreachable) {
            guard let brief = try line.caller as? BlockingConnection else {
                return BusInbox(connection: try connection, source: AgentNames.destination)
            }
            return BlockingInbox(connection: brief, source: AgentNames.destination)
        }
    }

    private static let watching = "Watch"
}
