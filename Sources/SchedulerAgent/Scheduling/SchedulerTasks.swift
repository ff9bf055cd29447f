/// Starts what nobody waits for.
///
/// The parts of a scheduler stay on its thread. What one of them starts gets the scheduler itself, and with it
/// all parts.
final class SchedulerTasks {
    /// Something that is done on the scheduler's thread.
    typealias Work = @Sendable (isolated Scheduler) async -> Void

    private let executor: any SchedulerExecutor
    private weak var scheduler: Scheduler?

    init(_ executor: any SchedulerExecutor) {
        self.executor = executor
    }

    /// Starts work for a scheduler from now on.
    func connect(_ scheduler: Scheduler) {
        self.scheduler = scheduler
    }

    /// Starts something without waiting for it.
    func spawn(_ work: @escaping Work) {
        guard let scheduler else { return }
        executor.task { await work(scheduler) }
    }

    /// Starts something once a time in milliseconds has passed.
    func after(_ milliseconds: UInt32, _ work: @escaping Work) {
        guard let scheduler else { return }
        executor.after(milliseconds: milliseconds) { [executor] in
            executor.task { await work(scheduler) }
        }
    }

    /// Waits for an operation, at most for a time in milliseconds.
    ///
    /// - Returns: the result; `nil` where there was none in time, which `late` gets then.
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

    /// Delivers without holding up the events and calls that come in between.
    func deliverSoon() {
        spawn { await $0.deliverer.deliverDue() }
    }
}
