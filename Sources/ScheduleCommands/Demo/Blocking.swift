import Dispatch
import Synchronization

/// Runs asynchronous work in a synchronous command.
///
/// All other verbs avoid Swift's thread pool, which costs start-up time.
enum Blocking {
    /// Runs an operation and blocks the thread until its end.
    static func run(_ operation: @escaping @Sendable () async throws -> Void) throws {
        let ended = DispatchSemaphore(value: 0)
        let result = Outcome()
        Task {
            do {
                try await operation()
            } catch {
                result.error.withLock { $0 = error }
            }
            ended.signal()
        }
        ended.wait()
        if let error = result.error.withLock({ $0 }) { throw error }
    }

    private final class Outcome: Sendable {
        let error = Mutex<(any Error)?>(nil)
    }
}
