package import GLibBridge
package import NotifyCore

/// Calls for delivered notifications.
extension AgentClient {
    /// Shows the bubble of a delivered notification again.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`, or
    ///   ``AgentUnreachable``.
    package func again(_ identifier: String) throws -> (key: RequestKey, serverPresent: Bool) {
        let reply = try call("Again", [.string(identifier), .string(AgentNames.app)])
        let reader = try RecordReader(
            reply[0],
            "reply",
            keys: ["appID", "identifier", "serverPresent"]
        )
        return (
            RequestKey(
                appID: try reader.optional("appID", .text) ?? AgentNames.app,
                identifier: try reader.optional("identifier", .text) ?? identifier
            ),
            try reader.optional("serverPresent", .flag) ?? true
        )
    }

    /// Dismisses delivered notifications, as in their bubbles.
    package func dismiss(_ selection: Variant) throws -> [String] {
        try call("Dismiss", [selection])[0]?.strings ?? []
    }
}
