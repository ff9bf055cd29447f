import CGLib
import Synchronization

/// Memory that was freed but is kept by the C library.
package enum FreeMemory {
    /// Returns free memory to the system.
    ///
    /// It can take milliseconds; malloc_trim(3).
    package static func returnToSystem() {
        cglib_return_free_memory()
    }

    private static let isComing = Atomic(false)

    /// Returns free memory to the system in five seconds, after queued messages were sent.
    package static func returnSoon() {
        guard !isComing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        GLibActor.thread.after(milliseconds: 5_000) {
            isComing.store(false, ordering: .releasing)
            returnToSystem()
        }
    }
}
