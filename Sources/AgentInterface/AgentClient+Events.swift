import GLibBridge

extension AgentClient {
    /// Has the agent tell this connection what happens, until it leaves the bus or the agent does.
    ///
    /// - Parameters:
    ///   - app: to whose requests; `nil` for all.
    ///   - identifier: to which of them; `nil` for all.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func watch(app: String? = nil, identifier: String? = nil) throws {
        _ = try call("Watch", [.string(app ?? ""), .string(identifier ?? "")])
    }
}
