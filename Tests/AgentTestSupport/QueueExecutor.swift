import Dispatch
import GLibBridge

@testable import SchedulerAgent

/// Runs the jobs of one scheduler one after the other, on a thread that it has only while there are any.
///
/// Hundreds of tests run at a time, each with its own scheduler; one that is busy delays no other.
package final class QueueExecutor: AgentExecutor {
    private let queue = DispatchQueue(label: "scheduler")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(),
                taskExecutor: self.asUnownedTaskExecutor()
            )
        }
    }

    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    @discardableResult
    package func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }

    package func after(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .microseconds(Int(time.microseconds)), execute: action)
    }

    package func answer<Value: Sendable>(
        within time: Duration,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void
    ) async -> Value? {
        // The operation itself goes to the actor that it belongs to.
        await GLibActor.thread.answer(within: time, to: operation, late: late)
    }
}
