import Dispatch
import Synchronization

/// Where one thread leaves a result for another.
final class ResultSlot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let filled = DispatchSemaphore(value: 0)

    /// Leaves it; once.
    func fill(_ value: Value) {
        self.value.withLock { $0 = value }
        filled.signal()
    }

    /// Blocks the thread until it is there.
    func take() -> Value {
        while true {
            filled.wait()
            guard let value = value.withLock({ $0 }) else { continue }
            // It stays there for whoever asks next.
            filled.signal()
            return value
        }
    }
}
