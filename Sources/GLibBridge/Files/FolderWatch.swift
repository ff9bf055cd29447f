import CGLib

/// Reports changes to the entries of an existing folder; causes no wake-ups without changes.
///
/// A missing path is not watched, because GIO would poll it.
@GLibActor
package final class FolderWatch {
    private let monitor: UnsafeMutablePointer<GFileMonitor>
    private let handler: gulong

    /// Watches a folder; `nil` if it does not exist or cannot be watched.
    package init?(_ path: String, _ body: @escaping @GLibActor @Sendable (String) -> Void) {
        guard g_file_test(path, G_FILE_TEST_IS_DIR) != 0 else { return nil }
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard
            let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
        else { return nil }
        self.monitor = monitor
        handler =
            cglib_connect_monitor_changed(
                monitor,
                { _, file, other, _, data in
                    let body = CallbackBox<@GLibActor @Sendable (String) -> Void>.borrow(data)
                    let names = [file, other].compactMap { file in
                        file.flatMap { g_file_get_basename($0) }.map { name in
                            defer { g_free(name) }
                            return String(cString: name)
                        }
                    }
                    GLibActor.assumeIsolated { for name in names { body?(name) } }
                },
                CallbackBox<@GLibActor @Sendable (String) -> Void>(body).retained(),
                { data, _ in CallbackBox<@GLibActor @Sendable (String) -> Void>.release(data) }
            )
    }

    isolated deinit {
        g_signal_handler_disconnect(UnsafeMutableRawPointer(monitor), handler)
        g_file_monitor_cancel(monitor)
        g_object_unref(UnsafeMutableRawPointer(monitor))
    }
}
