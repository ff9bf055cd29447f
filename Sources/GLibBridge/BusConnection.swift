import CGLib
import Dispatch

/// A connection to a message bus.
///
/// Calls can be made from any thread. Signals, name changes and calls to exported objects arrive on
/// ``GLibActor``.
public final class BusConnection: Sendable {
    // Safe: GDBusConnection is documented as thread-safe, and the pointer never changes.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over a reference.
    private init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        // Otherwise GIO ends the process with SIGTERM when the bus goes away, before anything is
        // committed.
        g_dbus_connection_set_exit_on_close(pointer, 0)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// The connection that libraries in this process share, libnotify among them.
    ///
    /// - Throws: ``GLibError`` where there is no bus at the address of ``SessionBus``.
    public static func shared() throws(GLibError) -> BusConnection {
        SessionBus.exportAddress()
        return try GLibActor.thread.perform {
            openOnLoop { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }
        }
        .get()
    }

    /// A connection of its own to the bus at an address.
    ///
    /// - Parameter address: in D-Bus's form, such as `unix:path=/run/user/1000/bus`.
    /// - Throws: ``GLibError`` where no bus answers there.
    /// - Returns: the connection.
    public static func connect(to address: String) throws(GLibError) -> BusConnection {
        try GLibActor.thread.perform { connectOnLoop(to: address) }.get()
    }

    /// Connects where it must be called: on the thread of the loop.
    static func connectOnLoop(to address: String) -> Result<BusConnection, GLibError> {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        )
        return openOnLoop {
            g_dbus_connection_new_for_address_sync(address, flags, nil, nil, $0)
        }
    }

    /// A connection tells of its end in the main context of the thread that made it, so all are made on
    /// the one thread that runs a loop.
    private static func openOnLoop(
        _ connect: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
    ) -> Result<BusConnection, GLibError> {
        do throws(GLibError) {
            guard let pointer = try GLibError.check(connect) else { throw GLibError(taking: nil) }
            return .success(BusConnection(adopting: pointer))
        } catch {
            return .failure(error)
        }
    }

    /// The name that the bus gave this connection, such as `:1.42`.
    public var uniqueName: String {
        g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) } ?? ""
    }

    /// Whether the bus has gone.
    public var isClosed: Bool {
        g_dbus_connection_is_closed(pointer) != 0
    }

    /// Sends what is queued and closes the connection.
    public func close() {
        g_dbus_connection_flush_sync(pointer, nil, nil)
        g_dbus_connection_close_sync(pointer, nil, nil)
    }

    /// Waits until what was sent has left the process.
    public func flush() {
        g_dbus_connection_flush_sync(pointer, nil, nil)
    }

    /// Waits until what was sent has left the process, and not for a bus that takes nothing.
    ///
    /// - Parameter milliseconds: how long to wait at most.
    public func flush(atMost milliseconds: Int) {
        let flushed = DispatchSemaphore(value: 0)
        // GIO's own call cannot be given up.
        DispatchQueue.global().async {
            self.flush()
            flushed.signal()
        }
        _ = flushed.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    /// Calls the handler once, when the bus goes away.
    @GLibActor
    public func onClose(_ handler: @escaping @GLibActor @Sendable () -> Void) {
        _ = cglib_connect_connection_closed(
            pointer,
            { @Sendable _, _, _, data in
                let handler = CallbackBox<@GLibActor @Sendable () -> Void>.borrow(data)
                GLibActor.thread.attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) {
                    GLibActor.assumeIsolated { handler?() }
                }
            },
            CallbackBox<@GLibActor @Sendable () -> Void>(handler).retained(),
            // Runs on whatever thread lets go of the connection last, so not on the actor.
            { @Sendable data, _ in CallbackBox<@GLibActor @Sendable () -> Void>.release(data) }
        )
    }
}
