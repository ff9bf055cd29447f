import CGLib

/// Keeps a subscription to a signal; it ends with the last reference.
package final class BusSubscription: Sendable {
    private let connection: BusConnection
    private let id: UInt32

    init(connection: BusConnection, id: UInt32) {
        self.connection = connection
        self.id = id
    }

    deinit {
        g_dbus_connection_signal_unsubscribe(connection.pointer, id)
    }
}
