import CTimer
import Foundation

/// The least that a delivery can take: a thread that waits for a timer of the kernel and does nothing
/// else.
enum BareTimer {
    /// Arms a timer on the wall clock for a tenth of a second from now, and waits for it.
    ///
    /// - Returns: the milliseconds from the instant to the thread's next look at the clock.
    static func lateness() async -> Double? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: waitForTimer()) }
        }
    }

    private static func waitForTimer() -> Double? {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let due = nanoseconds(CLOCK_REALTIME) + 100_000_000
        let time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
        var specification = itimerspec(it_interval: timespec(), it_value: time)
        let absolute: Int32 = 1
        guard timerfd_settime(descriptor, absolute, &specification, nil) == 0 else { return nil }
        var count: UInt64 = 0
        guard read(descriptor, &count, MemoryLayout<UInt64>.size) > 0 else { return nil }
        return Double(nanoseconds(CLOCK_REALTIME) - due) / 1_000_000
    }
}
