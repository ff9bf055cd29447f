/// The thread of an agent; a parameter, so that each agent in a test process has its own.
protocol AgentExecutor: SerialExecutor, TaskExecutor {
    /// Starts a task that runs on this thread except inside other actors.
    @discardableResult
    func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// Runs an action on the thread after a time.
    func after(_ time: Duration, _ action: @escaping @Sendable () -> Void)

    /// Waits for an operation with a timeout, after which the operation continues.
    ///
    /// - Returns: the result; `nil` after the timeout.
    func answer<Value: Sendable>(
        within time: Duration,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void
    ) async -> Value?
}
