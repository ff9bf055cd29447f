import CGLib

extension BusConnection {
    /// Calls a function with every message that is received or sent, as long as the connection exists.
    ///
    /// - Parameter filter: called on GDBus's own thread, before other handlers; it must not block and not use
    ///   the connection. It returns `nil`, or has a received message count as the error that there was no answer in time
    ///   to a call, whose number it returns.
    package func addFilter(_ filter: @escaping @Sendable (BusMessageSummary) -> UInt32?) {
        g_dbus_connection_add_filter(
            pointer,
            { _, message, isIncoming, data in
                guard let message else { return nil }
                let filter = CallbackBox<@Sendable (BusMessageSummary) -> UInt32?>.borrow(data)
                let summary = BusMessageSummary(message, isIncoming: isIncoming != 0)
                guard let call = filter?(summary), isIncoming != 0 else { return message }
                g_object_unref(UnsafeMutableRawPointer(message))
                return BusConnection.timeout(of: call)
            },
            CallbackBox<@Sendable (BusMessageSummary) -> UInt32?>(filter).retained(),
            { CallbackBox<@Sendable (BusMessageSummary) -> UInt32?>.release($0) }
        )
    }

    /// Returns the reply to a call which says that there was none in time.
    private static func timeout(of call: UInt32) -> OpaquePointer? {
        let message = g_dbus_message_new()
        g_dbus_message_set_message_type(message, G_DBUS_MESSAGE_TYPE_ERROR)
        g_dbus_message_set_reply_serial(message, call)
        g_dbus_message_set_error_name(message, "org.freedesktop.DBus.Error.Timeout")
        return message
    }

    /// Asks the bus for a message, so that a filter gets one.
    package func ping() {
        post(
            "Ping",
            to: BusDestination(
                name: "org.freedesktop.DBus",
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus.Peer"
            ),
            nil,
            .milliseconds(1_000),
            mayStart: false,
            // Without a function the bus would not reply.
            then: { source, result, _ in
                let reply = source.flatMap {
                    g_dbus_connection_call_finish(OpaquePointer($0), result, nil)
                }
                if let reply { g_variant_unref(reply) }
            },
            nil
        )
    }
}
