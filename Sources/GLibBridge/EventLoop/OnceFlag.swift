import Synchronization

/// A flag that only the first of several callers sets.
final class OnceFlag: Sendable {
    private let done = Atomic(false)

    /// Returns whether this call is the first.
    func first() -> Bool {
        !done.exchange(true, ordering: .acquiringAndReleasing)
    }
}
