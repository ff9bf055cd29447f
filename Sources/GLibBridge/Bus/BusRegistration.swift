import CGLib

/// The registration of an exported object, which ends with the last reference.
package final class BusRegistration: Sendable {
    private let connection: BusConnection
    private let id: UInt32

    init(connection: BusConnection, id: UInt32) {
        self.connection = connection
        self.id = id
    }

    deinit {
        g_dbus_connection_unregister_object(connection.pointer, id)
    }
}
