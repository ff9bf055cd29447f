import CGLib
import Dispatch

/// A connection to a message bus.
///
/// Calls can be made from any thread. Signals, name changes and calls to exported objects arrive on
/// ``GLibActor``.
package final class BusConnection: Sendable {
    // Safe: GDBusConnection is documented as thread-safe, and the pointer never changes.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over a reference.
    private init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        // Otherwise GIO ends the process with SIGTERM when the bus is closed, before anything is
        // committed.
        g_dbus_connection_set_exit_on_close(pointer, 0)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// The connection that libraries in this process share, libnotify among them.
    ///
    /// They use the address that ``SessionBus/exportAddress()`` sets.
    ///
    /// - Throws: ``GLibError`` if there is no bus at the address of ``SessionBus``.
    package static func shared() throws(GLibError) -> BusConnection {
        try GLibActor.thread.perform {
            openOnLoop { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }
        }
        .get()
    }

    /// Opens a private connection to the bus at an address.
    ///
    /// - Parameter address: in D-Bus's form, such as `unix:path=/run/user/1000/bus`.
    /// - Throws: ``GLibError`` if no bus answers there.
    package static func connect(to address: String) throws(GLibError) -> BusConnection {
        try GLibActor.thread.perform { connectOnLoop(to: address) }.get()
    }

    /// Connects on the thread of the loop, as is required.
    static func connectOnLoop(to address: String) -> Result<BusConnection, GLibError> {
        openOnLoop {
            g_dbus_connection_new_for_address_sync(address, clientFlags, nil, nil, $0)
        }
    }

    static let clientFlags = GDBusConnectionFlags(
        rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
    )

    /// Opens a connection that was created on the thread of the loop; blocks the calling thread.
    static func open(
        _ connection: OpaquePointer,
        _ cancellable: UnsafeMutablePointer<GCancellable>?
    ) -> Result<BusConnection, GLibError> {
        do throws(GLibError) {
            _ = try GLibError.check {
                cglib_dbus_connection_connect(connection, cancellable, $0)
            }
            return .success(BusConnection(adopting: connection))
        } catch {
            g_object_unref(UnsafeMutableRawPointer(connection))
            return .failure(error)
        }
    }

    /// A connection reports its end in the main context of the thread that created it, so all are created on the
    /// thread that runs a loop.
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
    package var uniqueName: String {
        g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) } ?? ""
    }

    /// Whether the connection is closed.
    package var isClosed: Bool {
        g_dbus_connection_is_closed(pointer) != 0
    }

    /// Sends what is queued and closes the connection.
    package func close() {
        g_dbus_connection_flush_sync(pointer, nil, nil)
        g_dbus_connection_close_sync(pointer, nil, nil)
    }

    /// Waits until queued messages are sent.
    package func flush() {
        g_dbus_connection_flush_sync(pointer, nil, nil)
    }

    /// Waits until queued messages are sent, with a time limit for a blocked bus.
    package func flush(atMost milliseconds: Int) {
        let flushed = DispatchSemaphore(value: 0)
        // GIO's own call cannot be cancelled.
        DispatchQueue.global().async {
            self.flush()
            flushed.signal()
        }
        _ = flushed.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    /// Calls the handler once, when the connection is closed.
    @GLibActor
    package func onClose(_ handler: @escaping @GLibActor @Sendable () -> Void) {
        _ = cglib_connect_connection_closed(
            pointer,
            { @Sendable _, _, _, data in
                let handler = CallbackBox<@GLibActor @Sendable () -> Void>.borrow(data)
                GLibActor.thread.attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) {
                    GLibActor.assumeIsolated { handler?() }
                }
            },
            CallbackBox<@GLibActor @Sendable () -> Void>(handler).retained(),
            // Runs on the thread that releases the last reference, not necessarily on the actor.
            { @Sendable data, _ in CallbackBox<@GLibActor @Sendable () -> Void>.release(data) }
        )
    }
}
