import Dispatch
import Synchronization

/// A result that one thread waits for and another one provides.
final class BlockingFuture<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let filled = DispatchSemaphore(value: 0)

    /// Sets the result; must be called once.
    func fill(_ value: Value) {
        self.value.withLock { $0 = value }
        filled.signal()
    }

    /// Blocks the thread until the result is set.
    func take() -> Value {
        while true {
            filled.wait()
            guard let value = value.withLock({ $0 }) else { continue }
            // It stays available for later callers.
            filled.signal()
            return value
        }
    }

    /// Blocks the thread until the result is set; `nil` if that takes longer than a number of milliseconds.
    func take(within milliseconds: Int) -> Value? {
        guard filled.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            return nil
        }
        filled.signal()
        return value.withLock { $0 }
    }
}
