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
    public init(
        reading descriptor: Int32,
        handler: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        let conditions = GIOCondition(
            rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue
        )
        guard let source = g_unix_fd_source_new(descriptor, conditions) else {
            throw SystemError(doing: "watch descriptor \(descriptor)")
        }
        self.source = source
        cglib_source_set_fd_callback(
            source,
            { _, _, data in
                let handler = CallbackBox<@GLibActor @Sendable () -> Void>.borrow(data)
                GLibActor.assumeIsolated { handler?() }
                return 1
            },
            CallbackBox<@GLibActor @Sendable () -> Void>(handler).retained(),
            { CallbackBox<@GLibActor @Sendable () -> Void>.release($0) }
        )
        g_source_attach(source, GLibActor.thread.context)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
