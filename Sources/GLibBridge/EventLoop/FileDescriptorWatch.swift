import CGLib

/// Reports that a file descriptor is readable, as an event of the GLib loop.
package final class FileDescriptorWatch: Sendable {
    // Safe: the pointer never changes, and destroying a source is documented as thread-safe.
    nonisolated(unsafe) private let source: UnsafeMutablePointer<GSource>

    /// Starts to watch a descriptor until the watch is released.
    ///
    /// - Parameter handler: called on ``GLibActor`` repeatedly while a read would not block, also at the end of the
    ///     input, where a read is empty.
    /// - Throws: ``SystemError`` if the source cannot be created.
    package convenience init(
        reading descriptor: Int32,
        handler: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        let conditions = GIOCondition(
            rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue
        )
        try self.init(descriptor, conditions, repeats: true, handler)
    }

    /// Reports once that the reader of a pipe or socket has closed it.
    ///
    /// - Parameter descriptor: the descriptor, which the caller closes; other kinds of files are never reported.
    /// - Throws: ``SystemError`` if the source cannot be made.
    package convenience init(
        endOf descriptor: Int32,
        handler: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        let conditions = GIOCondition(rawValue: G_IO_HUP.rawValue | G_IO_ERR.rawValue)
        try self.init(descriptor, conditions, repeats: false, handler)
    }

    private init(
        _ descriptor: Int32,
        _ conditions: GIOCondition,
        repeats: Bool,
        _ handler: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        guard let source = g_unix_fd_source_new(descriptor, conditions) else {
            throw SystemError(doing: "watch descriptor \(descriptor)")
        }
        self.source = source
        cglib_source_set_fd_callback(
            source,
            { _, _, data in
                let handler = CallbackBox<Handler>.borrow(data)
                GLibActor.assumeIsolated { handler?.call() }
                return handler?.repeats ?? false ? 1 : 0
            },
            CallbackBox(Handler(repeats: repeats, call: handler)).retained(),
            { CallbackBox<Handler>.release($0) }
        )
        g_source_attach(source, GLibActor.thread.context)
    }

    private struct Handler {
        let repeats: Bool
        let call: @GLibActor @Sendable () -> Void
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
