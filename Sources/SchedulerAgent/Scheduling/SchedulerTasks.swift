/// Starts tasks in the background.
///
/// The parts of a scheduler stay on its thread. A task that one of them starts gets the scheduler, and with it
/// access to all parts.
final class SchedulerTasks {
    /// Work on the scheduler's thread.
    typealias Work = @Sendable (isolated Scheduler) async -> Void

    private let executor: any SchedulerExecutor
    private weak var scheduler: Scheduler?

    init(_ executor: any SchedulerExecutor) {
        self.executor = executor
    }

    /// Sets the scheduler that tasks get.
    func connect(_ scheduler: Scheduler) {
        self.scheduler = scheduler
    }

    /// Starts work without waiting for it.
    func spawn(_ work: @escaping Work) {
        guard let scheduler else { return }
        executor.task { await work(scheduler) }
    }

    /// Starts work after a time in milliseconds.
    func after(_ milliseconds: UInt32, _ work: @escaping Work) {
        guard let scheduler else { return }
        executor.after(milliseconds: milliseconds) { [executor] in
            executor.task { await work(scheduler) }
        }
    }

    /// Waits for an operation with a timeout in milliseconds.
    ///
    /// - Returns: the result; `nil` after the timeout, in which case `late` receives the result.
    func answer<Value: Sendable>(
        within milliseconds: UInt32,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (isolated Scheduler, Value) async -> Void
    ) async -> Value? {
        guard let scheduler else { return nil }
        return await executor.answer(within: milliseconds, to: operation) {
            await late(scheduler, $0)
        }
    }

    /// Delivers in the background, without delaying events and calls.
    func deliverSoon() {
        spawn { await $0.deliverer.deliverDue() }
    }
}
