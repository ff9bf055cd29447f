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

    /// Blocks the thread until it is there; once.
    func take() -> Value {
        while true {
            filled.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
