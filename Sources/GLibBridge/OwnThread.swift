import CGLib

/// A thread of GLib that ends with its one work.
enum OwnThread {
    /// Begins the work on a new thread.
    ///
    /// - Parameters:
    ///   - name: of the thread; the first 15 bytes count.
    ///   - work: what to do.
    /// - Returns: the thread, to be joined or given up; `nil` where the system has none, and nothing was done.
    static func start(
        name: String,
        _ work: @escaping @Sendable () -> Void
    ) -> UnsafeMutablePointer<GThread>? {
        let data = CallbackBox(work).retained()
        let thread = g_thread_try_new(
            name,
            { data in
                CallbackBox<@Sendable () -> Void>.take(data)?()
                return nil
            },
            data,
            nil
        )
        if thread == nil { CallbackBox<@Sendable () -> Void>.release(data) }
        return thread
    }
}
