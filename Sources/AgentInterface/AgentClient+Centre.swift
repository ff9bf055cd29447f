public import GLibBridge
public import NotifyCore

/// Calls about what was delivered.
extension AgentClient {
    /// Shows a delivered notification as a bubble once more.
    ///
    /// - Parameter identifier: an identifier, or APP/IDENTIFIER.
    /// - Returns: whose it is, and whether a notification server runs that shows it now.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`, or
    ///   ``AgentUnreachable``.
    public func again(_ identifier: String) throws -> (key: RequestKey, serverPresent: Bool) {
        let reply = try call("Again", [.string(identifier), .string(AgentNames.app)])
        let reader = try RecordReader(
            reply[0],
            "reply",
            keys: ["appID", "identifier", "serverPresent"]
        )
        return (
            RequestKey(
                appID: try reader.string("appID") ?? AgentNames.app,
                identifier: try reader.string("identifier") ?? identifier
            ),
            try reader.boolean("serverPresent") ?? true
        )
    }

    /// Ends delivered notifications as the user does at their bubbles.
    ///
    /// - Parameter selection: the dictionary that the interface documents for `Dismiss`.
    /// - Returns: what was in the list, as APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func dismiss(_ selection: Variant) throws -> [String] {
        try call("Dismiss", [selection])[0]?.strings ?? []
    }
}
