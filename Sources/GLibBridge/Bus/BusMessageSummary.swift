import CGLib

/// The parts of a message for a filter.
package struct BusMessageSummary: Sendable {
    /// The kind of a message.
    package enum Kind: Sendable {
        /// A method call.
        case call
        /// The reply to one, a result or an error.
        case reply
        /// Anything else.
        case other
    }

    /// The kind.
    package let kind: Kind
    /// Whether this process sends it.
    package let isOutgoing: Bool
    /// The message's number on its sender's connection.
    package let serial: UInt32
    /// The number of the call that it replies to; 0 for none.
    package let replySerial: UInt32
    /// The receiver; empty for none.
    package let destination: String
    /// The unique name of its sender; empty if it is outgoing.
    package let sender: String
    /// The interface; empty in replies.
    package let interface: String
    /// The method or signal; empty in replies.
    package let member: String
    /// The arguments, a tuple; `nil` if there are none.
    package let body: Variant?
    /// The error of a reply.
    package let error: GLibError?

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
        destination = Self.text(g_dbus_message_get_destination(message))
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
