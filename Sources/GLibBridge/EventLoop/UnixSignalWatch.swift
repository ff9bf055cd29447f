import CGLib
import Glibc

/// Reports a Unix signal as an event of the GLib loop.
package final class UnixSignalWatch: Sendable {
    // Safe: the pointer never changes, and destroying a source is documented as thread-safe.
    nonisolated(unsafe) private let source: UnsafeMutablePointer<GSource>

    /// Starts to report a signal until the watch is released.
    ///
    /// - Parameter signal: SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 or SIGWINCH.
    package init?(_ signal: Int32, handler: @escaping @GLibActor @Sendable () -> Void) {
        guard let source = g_unix_signal_source_new(signal) else { return nil }
        self.source = source
        g_source_set_callback(
            source,
            { data in
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
