/// Starts work in the background, and posts events.
///
/// The parts of a scheduler stay on its thread and do not know it. What has to happen later, they post as an
/// ``AgentEvent``; the scheduler hands it to the part that it concerns.
final class SchedulerTasks {
    private let executor: any SchedulerExecutor
    private weak var scheduler: Scheduler?

    init(_ executor: any SchedulerExecutor) {
        self.executor = executor
    }

    /// Sets the scheduler that tasks get.
    func connect(_ scheduler: Scheduler) {
        self.scheduler = scheduler
    }

    /// Has the scheduler handle an event after what it is doing now.
    func post(_ event: AgentEvent) {
        guard let scheduler else { return }
        executor.task { await scheduler.handle(event) }
    }

    /// Has the scheduler handle an event after a time in milliseconds.
    func post(_ event: AgentEvent, after milliseconds: UInt32) {
        guard let scheduler else { return }
        executor.after(milliseconds: milliseconds) { [executor] in
            executor.task { await scheduler.handle(event) }
        }
    }

    /// Starts work that needs no part, and has the scheduler handle the event that it returns.
    func run(_ work: @escaping @Sendable () async -> AgentEvent?) {
        guard let scheduler else { return }
        executor.task { if let event = await work() { await scheduler.handle(event) } }
    }

    /// Waits for an operation with a timeout in milliseconds.
    ///
    /// - Returns: the result; `nil` after the timeout, in which case the scheduler handles the event that `late` makes of
    ///   the result.
    func answer<Value: Sendable>(
        within milliseconds: UInt32,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) -> AgentEvent
    ) async -> Value? {
        guard let scheduler else { return nil }
        return await executor.answer(within: milliseconds, to: operation) {
            await scheduler.handle(late($0))
        }
    }

    /// The number of requests above which a change of them uses much memory.
    private static let manyRequests = 1_000

    /// Has free memory returned to the system if many requests were changed.
    func returnMemory(after count: Int) {
        if count > Self.manyRequests { post(.returnMemory) }
    }

    /// Delivers in the background, without delaying events and calls.
    func deliverSoon() { post(.deliver) }
}
