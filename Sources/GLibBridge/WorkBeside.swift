import CGLib

/// Work that runs on a thread of its own while whoever began it goes on with something else.
public final class WorkBeside: Sendable {
    // Safe: a GThread is never written to here, and joined once.
    private nonisolated(unsafe) let thread: UnsafeMutablePointer<GThread>?
    private let joined = Once()

    /// Begins the work; where the system has no thread for it, it is done before this returns.
    ///
    /// - Parameters:
    ///   - name: of the thread; the first 15 bytes count.
    ///   - work: what to do.
    public init(name: String, _ work: @escaping @Sendable () -> Void) {
        thread = OwnThread.start(name: name, work)
        if thread == nil { work() }
    }

    deinit {
        if let thread, joined.first() { g_thread_unref(thread) }
    }

    /// Blocks the thread until the work is done; for the one that began it.
    public func wait() {
        if let thread, joined.first() { g_thread_join(thread) }
    }
}
