/// Work that runs on its own thread in the background.
package final class BackgroundTask<Value: Sendable>: Sendable {
    private let result = BlockingFuture<Value>()

    /// Starts the work; if no thread can be created, it is done before this returns.
    ///
    /// - Parameters:
    ///   - name: the thread's name, of which 15 bytes are used.
    ///   - work: the work.
    package init(name: String, _ work: @escaping @Sendable () -> Value) {
        let result = result
        let body: @Sendable () -> Void = { result.fill(work()) }
        if !OwnThread.start(name: name, body) { body() }
    }

    /// Blocks the thread until the work is done.
    ///
    /// - Returns: the result.
    package func wait() -> Value {
        result.take()
    }

    /// Blocks the thread until the work is done, with a time limit.
    ///
    /// - Parameter milliseconds: the limit.
    /// - Returns: the result; `nil` for work that is not done yet, which goes on.
    package func wait(atMost milliseconds: Int) -> Value? {
        result.take(within: milliseconds)
    }
}
