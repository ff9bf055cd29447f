import CGLib

/// Work that runs on a thread of its own while whoever began it goes on with something else.
public final class WorkBeside<Value: Sendable>: Sendable {
    private let result = ResultSlot<Value>()

    /// Begins the work; where the system has no thread for it, it is done before this returns.
    ///
    /// - Parameters:
    ///   - name: of the thread; the first 15 bytes count.
    ///   - work: what to do.
    public init(name: String, _ work: @escaping @Sendable () -> Value) {
        let result = result
        let body: @Sendable () -> Void = { result.fill(work()) }
        if let thread = OwnThread.start(name: name, body) {
            g_thread_unref(thread)
        } else {
            body()
        }
    }

    /// Blocks the thread until the work is done.
    ///
    /// - Returns: what the work returned.
    public func wait() -> Value {
        result.take()
    }
}
