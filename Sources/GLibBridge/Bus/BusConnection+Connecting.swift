import CGLib

extension BusConnection {
    /// Connects to the bus at an address without blocking the loop; gives up if the bus accepts the connection but
    /// does not answer.
    ///
    /// - Throws: ``GLibError`` if no bus answers there in time.
    @GLibActor
    package static func connected(
        to address: String,
        within milliseconds: UInt32 = 10_000
    ) async throws(GLibError) -> BusConnection {
        let result = await withCheckedContinuation { continuation in
            ConnectionAttempt { continuation.resume(returning: $0) }
                .begin(address, within: milliseconds)
        }
        return try result.get()
    }

    /// Connects like ``connected(to:within:)`` and blocks the thread until then; must not be called on
    /// ``GLibActor``.
    ///
    /// - Throws: ``GLibError`` if no bus answers there in time.
    package static func connect(
        to address: String,
        within milliseconds: UInt32
    ) throws(GLibError) -> BusConnection {
        let result = BlockingFuture<Result<BusConnection, GLibError>>()
        GLibActor.thread.attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) {
            ConnectionAttempt { result.fill($0) }.begin(address, within: milliseconds)
        }
        return try result.take().get()
    }
}

/// A connection attempt with a time limit.
private final class ConnectionAttempt: Sendable {
    // Safe: GCancellable is documented as thread-safe, and the pointer never changes.
    private nonisolated(unsafe) let cancellable = g_cancellable_new()
    private let ended = OnceFlag()
    private let end: @Sendable (Result<BusConnection, GLibError>) -> Void

    init(_ end: @escaping @Sendable (Result<BusConnection, GLibError>) -> Void) {
        self.end = end
    }

    deinit {
        if let cancellable { g_object_unref(UnsafeMutableRawPointer(cancellable)) }
    }

    /// Starts on the thread of the loop, where the connection reports its end.
    ///
    /// It connects on a temporary thread, because one of GIO's pool would stay for a while.
    func begin(_ address: String, within milliseconds: UInt32) {
        // Safe: nothing else has a reference until it is connected.
        nonisolated(unsafe) let connection = cglib_dbus_connection_new(
            address,
            BusConnection.clientFlags
        )
        let isBegun = OwnThread.start(name: "connect") { [self] in
            let result = BusConnection.open(connection, cancellable)
            GLibActor.thread.run { [self] in
                if ended.first() { end(result) }
            }
        }
        guard isBegun else {
            g_object_unref(UnsafeMutableRawPointer(connection))
            return end(.failure(.timeout("there is no thread to connect to \(address)")))
        }
        GLibActor.thread.after(milliseconds: milliseconds) { [self] in
            guard ended.first() else { return }
            g_cancellable_cancel(cancellable)
            end(.failure(.timeout("the bus at \(address) does not answer")))
        }
    }
}
