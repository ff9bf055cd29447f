import CGLib

extension BusConnection {
    /// Refuses calls that are too large, before they are handled.
    ///
    /// GDBus has decoded a message by then; it is dropped on that thread. Replies are not limited, because a caller
    /// waits for them.
    ///
    /// - Parameter limit: the maximum size of a call in bytes, with 64 more for each value in it.
    package func limitCalls(to limit: Int) {
        g_dbus_connection_add_filter(
            pointer,
            { connection, message, isIncoming, data in
                let limit = CallbackBox<Int>.borrow(data) ?? .max
                guard let message, isIncoming != 0 else { return message }
                return BusConnection.pass(message, by: connection, limit: limit)
            },
            CallbackBox<Int>(limit).retained(),
            { CallbackBox<Int>.release($0) }
        )
    }

    /// Handles a received message; returns `nil` if it was dropped.
    private static func pass(
        _ message: OpaquePointer,
        by connection: OpaquePointer?,
        limit: Int
    ) -> OpaquePointer? {
        var size = MessageSize(limit: limit)
        if size.add(message: message) {
            // The objects of its values become one of bytes, which is what others are made to count.
            if let body = g_dbus_message_get_body(message) { _ = g_variant_get_data(body) }
            return message
        }
        FreeMemory.returnSoon()
        switch g_dbus_message_get_message_type(message) {
        case G_DBUS_MESSAGE_TYPE_METHOD_RETURN, G_DBUS_MESSAGE_TYPE_ERROR: return message
        case G_DBUS_MESSAGE_TYPE_METHOD_CALL: refuse(message, by: connection, limit: limit)
        default: break
        }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
    }

    private static func refuse(_ call: OpaquePointer, by connection: OpaquePointer?, limit: Int) {
        let flags = g_dbus_message_get_flags(call)
        guard flags.rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0 else { return }
        let method = g_dbus_message_get_member(call).map { String(cString: $0) } ?? ""
        let reply = g_dbus_message_new_method_error_literal(
            call,
            "org.freedesktop.DBus.Error.LimitsExceeded",
            "the call of \(method) has more than \(limit >> 10) KiB, \(MessageSize.ofValue) bytes counted for "
                + "each value in it; send less in one call"
        )
        defer { g_object_unref(UnsafeMutableRawPointer(reply)) }
        g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    }
}
