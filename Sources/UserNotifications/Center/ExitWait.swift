import Dispatch
import Foundation
import Synchronization

/// Completes pending calls of a program that returns from `main` or calls `exit`.
///
/// Calls run on a queue, and would be lost if the process ended at once. Handlers that have not run by then
/// never run.
enum ExitWait {
    /// The maximum delay of the process's end.
    static let limit = DispatchTimeInterval.seconds(2)

    private static let queues = Mutex<[DispatchQueue]>([])
    /// The process that registered, because a forked child has none of the threads that would reply.
    private static let registration: pid_t = {
        atexit { ExitWait.finish() }
        return getpid()
    }()

    /// Makes the process's end wait for the work in a queue.
    static func await(_ queue: DispatchQueue) {
        _ = registration
        queues.withLock { $0.append(queue) }
    }

    private static func finish() {
        guard registration == getpid() else { return }
        let deadline = DispatchTime.now() + limit
        for queue in queues.withLock({ $0 }) {
            let served = DispatchSemaphore(value: 0)
            queue.async { served.signal() }
            _ = served.wait(timeout: deadline)
        }
    }
}
