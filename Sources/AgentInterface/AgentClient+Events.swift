public import GLibBridge

extension AgentClient {
    /// Has the agent tell this connection what happens, until it leaves the bus or the agent does.
    ///
    /// - Parameters:
    ///   - app: to whose requests; `nil` for all.
    ///   - identifier: to which of them; `nil` for all.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func watch(app: String? = nil, identifier: String? = nil) throws {
        _ = try call(Self.watching, [.string(app ?? ""), .string(identifier ?? "")])
    }

    /// Asks for what ``watch(app:identifier:)`` does and returns at once: what is called after it, the agent answers
    /// after it.
    ///
    /// - Parameter app: to whose requests; `nil` for all.
    /// - Returns: the call, for ``finish(_:)``.
    public func beginWatch(app: String?) -> BusCallUnderWay {
        BusCallUnderWay(
            Self.watching,
            on: AgentNames.destination,
            .tuple([.string(app ?? ""), .string("")]),
            by: connection
        )
    }

    /// Waits until the agent tells what happens.
    ///
    /// - Parameter call: of ``beginWatch(app:)``.
    /// - Returns: the agent's unique name; `nil` where the bus can start no agent, or one ended before it answered.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func finish(_ call: BusCallUnderWay) throws -> String? {
        do throws(GLibError) {
            return try call.reply().sender
        } catch {
            guard !error.saysPeerIsGone else { return nil }
            throw Self.meaning(of: error, to: Self.watching)
        }
    }

    private static let watching = "Watch"
}
