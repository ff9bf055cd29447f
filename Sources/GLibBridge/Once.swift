import Synchronization

/// Lets the first of several callers through.
final class Once: Sendable {
    private let done = Atomic(false)

    /// Whether this call is the first.
    func first() -> Bool {
        !done.exchange(true, ordering: .acquiringAndReleasing)
    }
}
