/// Work that runs on its own thread in the background.
package final class BackgroundTask<Value: Sendable>: Sendable {
    private let result = BlockingFuture<Value>()

    /// Starts the work; if no thread can be created, it is done before this returns.
    ///
    /// - Parameter name: the thread's name, of which 15 bytes are used.
    package init(name: String, _ work: @escaping @Sendable () -> Value) {
        let result = result
        let body: @Sendable () -> Void = { result.fill(work()) }
        if !OwnThread.start(name: name, body) { body() }
    }

    /// Blocks the thread until the work is done.
    package func wait() -> Value {
        result.take()
    }

    /// Blocks the thread until the work is done, with a time limit.
    ///
    /// - Returns: the result; `nil` for work that is not done yet, which goes on.
    package func wait(atMost milliseconds: Int) -> Value? {
        result.take(within: milliseconds)
    }
}
