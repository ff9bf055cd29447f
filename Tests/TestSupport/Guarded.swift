import Foundation

/// A value behind a lock.
///
/// Like `Mutex`, but by a lock that the Thread Sanitizer knows: it takes every use of `Mutex` for a race.
final class Guarded<Value: Sendable>: Sendable {
    // Safe: used under the lock alone.
    nonisolated(unsafe) private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
