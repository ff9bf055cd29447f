import CGLib

/// Hears that a file descriptor can be read, as an event of the GLib loop.
public final class FileDescriptorWatch: Sendable {
    // Safe: the pointer never changes, and destroying a source is documented as thread-safe.
    nonisolated(unsafe) private let source: UnsafeMutablePointer<GSource>

    /// Starts to watch a descriptor until the watch is released.
    ///
    /// - Parameters:
    ///   - descriptor: stays the caller's, who closes it after the watch is released.
    ///   - handler: called on ``GLibActor`` again and again while a read would not block, so also at
    ///     the end of the input, which the reader sees as an empty read.
    /// - Throws: ``SystemError`` where the source cannot be made.
    public convenience init(
        reading descriptor: Int32,
        handler: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        let conditions = GIOCondition(
            rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue
        )
        try self.init(descriptor, conditions, repeats: true, handler)
    }

    /// Hears once that nobody can read any more what is written to a pipe or socket.
    ///
    /// - Parameters:
    ///   - descriptor: stays the caller's; one of another kind has no end.
    ///   - handler: called on ``GLibActor``.
    /// - Throws: ``SystemError`` where the source cannot be made.
    public convenience init(
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
