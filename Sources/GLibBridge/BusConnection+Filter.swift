import CGLib

/// What a filter is told of a message.
public struct BusMessageSummary: Sendable {
    /// The kind of a message.
    public enum Kind: Sendable {
        /// A method call.
        case call
        /// The answer to one, a result or an error.
        case reply
        /// Anything else.
        case other
    }

    /// The kind.
    public let kind: Kind
    /// Whether this process sends it.
    public let isOutgoing: Bool
    /// The message's number on its sender's connection.
    public let serial: UInt32
    /// The number of the call that it answers; 0 for none.
    public let replySerial: UInt32
    /// The unique name of its sender; empty where it is outgoing.
    public let sender: String
    /// The interface; empty in replies.
    public let interface: String
    /// The method or signal; empty in replies.
    public let member: String
    /// The arguments, a tuple; `nil` where there are none.
    public let body: Variant?
    /// The error of a reply.
    public let error: GLibError?

    init(_ message: OpaquePointer, isIncoming: Bool) {
        let type = g_dbus_message_get_message_type(message)
        let isError = type == G_DBUS_MESSAGE_TYPE_ERROR
        kind =
            if type == G_DBUS_MESSAGE_TYPE_METHOD_CALL {
                .call
            } else if isError || type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN {
                .reply
            } else {
                .other
            }
        isOutgoing = !isIncoming
        serial = g_dbus_message_get_serial(message)
        replySerial = g_dbus_message_get_reply_serial(message)
        sender = Self.text(g_dbus_message_get_sender(message))
        interface = Self.text(g_dbus_message_get_interface(message))
        member = Self.text(g_dbus_message_get_member(message))
        body = g_dbus_message_get_body(message).map { Variant(retaining: $0) }
        error =
            isError
            ? GLibError(
                domain: "g-dbus-error-quark",
                code: 0,
                message: body?[0]?.string ?? "",
                remoteName: Self.text(g_dbus_message_get_error_name(message))
            ) : nil
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }
}

extension BusConnection {
    /// Shows a function every message that comes and goes, as long as the connection lives.
    ///
    /// - Parameter filter: called on GDBus's own thread, before anybody else sees the message; it must
    ///   not block and not use the connection.
    public func addFilter(_ filter: @escaping @Sendable (BusMessageSummary) -> Void) {
        g_dbus_connection_add_filter(
            pointer,
            { _, message, isIncoming, data in
                guard let message else { return nil }
                let filter = CallbackBox<@Sendable (BusMessageSummary) -> Void>.borrow(data)
                filter?(BusMessageSummary(message, isIncoming: isIncoming != 0))
                return message
            },
            CallbackBox<@Sendable (BusMessageSummary) -> Void>(filter).retained(),
            { CallbackBox<@Sendable (BusMessageSummary) -> Void>.release($0) }
        )
    }
}
