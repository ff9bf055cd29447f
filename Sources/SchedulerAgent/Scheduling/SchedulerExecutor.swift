/// The thread of a scheduler; a parameter, so that each scheduler in a test process has its own.
protocol SchedulerExecutor: SerialExecutor, TaskExecutor {
    /// Starts a task that runs on this thread except inside other actors.
    @discardableResult
    func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// Runs an action on the thread after a time.
    ///
    /// - Parameters:
    ///   - milliseconds: the minimum time.
    ///   - action: the action.
    func after(milliseconds: UInt32, _ action: @escaping @Sendable () -> Void)

    /// Waits for an operation with a timeout, after which the operation continues.
    ///
    /// - Parameters:
    ///   - milliseconds: the timeout.
    ///   - operation: the operation, which starts on this thread.
    ///   - late: receives a result that came after the timeout.
    /// - Returns: the result; `nil` after the timeout.
    func answer<Value: Sendable>(
        within milliseconds: UInt32,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void
    ) async -> Value?
}
