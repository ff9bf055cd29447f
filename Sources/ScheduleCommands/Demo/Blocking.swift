import Dispatch
import Synchronization

/// Runs asynchronous work in a synchronous command.
///
/// All other verbs avoid Swift's thread pool, which costs start-up time.
enum Blocking {
    /// Runs an operation, blocks the thread until its end, and returns its value.
    static func run<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let ended = DispatchSemaphore(value: 0)
        let outcome = Outcome<Value>()
        Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
            outcome.result.withLock { $0 = result }
            ended.signal()
        }
        ended.wait()
        guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }
}
