import CGLib

extension BusConnection {
    /// Calls a function with every message that is received or sent, as long as the connection exists.
    ///
    /// - Parameter filter: called on GDBus's own thread, before other handlers; it must not block and not use
    ///   the connection.
    package func addFilter(_ filter: @escaping @Sendable (BusMessageSummary) -> Void) {
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
