import Dispatch
import Foundation
import Synchronization

/// Lets a program that returns from `main` or calls `exit` keep what it asked for just before.
///
/// Calls are served on a queue of their own; a process that ended at once would take with it those that
/// are still there. Handlers that have not run by then never do.
enum ExitWait {
    /// How long the end of the process may be put off.
    static let limit = DispatchTimeInterval.seconds(2)

    private static let queues = Mutex<[DispatchQueue]>([])
    /// The process that registered: a copy made by `fork` has none of the threads that would answer.
    private static let registration: pid_t = {
        atexit { ExitWait.finish() }
        return getpid()
    }()

    /// Lets the process's end wait for what stands in a queue then.
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
