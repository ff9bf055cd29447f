/// The thread of a scheduler; a parameter, so that the schedulers of a test process do not share one.
protocol SchedulerExecutor: SerialExecutor, TaskExecutor {
    /// Starts a task that returns to this thread whenever no actor claims it.
    @discardableResult
    func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// Runs an action on the thread once a time has passed.
    ///
    /// - Parameters:
    ///   - milliseconds: how long; at least.
    ///   - action: what to do.
    func after(milliseconds: UInt32, _ action: @escaping @Sendable () -> Void)

    /// Waits for an operation, at most for a time; it goes on then.
    ///
    /// - Parameters:
    ///   - milliseconds: how long.
    ///   - operation: starts on this thread.
    ///   - late: takes a result that came too late.
    /// - Returns: the result; `nil` where there was none in time.
    func answer<Value: Sendable>(
        within milliseconds: UInt32,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void
    ) async -> Value?
}
