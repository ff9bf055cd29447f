import GLibBridge

/// Messages of apps' servers.
extension AgentClient {
    /// Hands the agent a message of an app's server; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - payload: JSON in Apple's form, at most ``NotifyCore/PushPayload/maxBytes``.
    ///   - app: the app; empty for the one that the payload names.
    /// - Throws: ``NotifyCore/RequestError`` if it is refused, or ``AgentUnreachable``. With the code `Storage`, and if the
    ///   agent is unreachable, the same message may be sent again.
    package func push(
        _ payload: [UInt8],
        to app: String = "",
        options: PushOptions = PushOptions()
    ) throws -> PushReply {
        var options = options
        if options.messageID == nil { options.messageID = Self.freshKey() }
        let reply = try call("Push", [.string(app), .bytes(payload), options.record])
        return try PushReply(record: reply[0])
    }
}
