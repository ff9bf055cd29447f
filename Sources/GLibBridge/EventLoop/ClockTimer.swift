import CGLib
import Glibc

/// A timer on a kernel clock, armed for an absolute time; it causes no earlier wake-up.
///
/// Timers and their callbacks belong to ``GLibActor``.
@GLibActor
package final class ClockTimer {
    /// The kernel clock that a timer follows.
    package enum Clock: Sendable {
        /// The wall clock; a timer on it also reports when the clock is set.
        case realTime
        /// The wall clock, with an alarm that wakes the machine from suspend; needs `CAP_WAKE_ALARM`.
        case realTimeAlarm
        /// Time since boot, with the time in suspend; it cannot be set.
        case bootTime
        /// Time since boot without the time in suspend.
        case awakeTime

        var id: Int32 {
            switch self {
            case .realTime: CLOCK_REALTIME
            case .realTimeAlarm: CLOCK_REALTIME_ALARM
            case .bootTime: CLOCK_BOOTTIME
            case .awakeTime: CLOCK_MONOTONIC
            }
        }

        /// The current time of this clock, in microseconds.
        package var now: Int64 {
            var time = timespec()
            clock_gettime(id, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        }
    }

    /// The event of a timer.
    package enum Event: Sendable {
        /// The armed time has come.
        case due
        /// The wall clock was set, which disarmed the timer.
        case clockSet
    }

    private let clock: Clock
    private let descriptor: Int32
    private let source: UnsafeMutablePointer<GSource>

    /// Makes an unarmed timer.
    ///
    /// - Throws: ``SystemError`` if the process has no free file descriptor, or may not wake the machine.
    package init(
        on clock: Clock,
        handler: @escaping @GLibActor @Sendable (Event) -> Void
    ) throws(SystemError) {
        let descriptor = timerfd_create(
            clock.id,
            Int32(TFD_NONBLOCK | TFD_CLOEXEC)
        )
        guard descriptor >= 0 else { throw SystemError(doing: "make a timer") }
        guard let source = g_unix_fd_source_new(descriptor, G_IO_IN) else {
            close(descriptor)
            throw SystemError(doing: "watch a timer")
        }
        self.clock = clock
        self.descriptor = descriptor
        self.source = source
        cglib_source_set_fd_callback(
            source,
            { descriptor, _, data in
                let handler = CallbackBox<@GLibActor @Sendable (Event) -> Void>.borrow(data)
                GLibActor.assumeIsolated {
                    ClockTimer.event(on: descriptor).map { handler?($0) }
                }
                return 1
            },
            CallbackBox<@GLibActor @Sendable (Event) -> Void>(handler).retained(),
            { CallbackBox<@GLibActor @Sendable (Event) -> Void>.release($0) }
        )
        g_source_attach(source, GLibActor.thread.context)
    }

    isolated deinit {
        g_source_destroy(source)
        g_source_unref(source)
        close(descriptor)
    }

    /// Arms the timer; a time in the past is due at once.
    package func arm(at microseconds: Int64) {
        // Zero would disarm it.
        let time = max(microseconds, 1)
        set(
            timespec(
                tv_sec: Int(time / 1_000_000),
                tv_nsec: Int(time % 1_000_000) * 1_000
            )
        )
    }

    /// Waits only for the wall clock to be set.
    package func disarm() {
        switch clock {
        case .realTime: set(timespec(tv_sec: Int.max / 1_000_000_000, tv_nsec: 0))
        case .realTimeAlarm, .bootTime, .awakeTime: set(timespec())
        }
    }

    private func set(_ time: timespec) {
        var specification = itimerspec(it_interval: timespec(), it_value: time)
        // TFD_TIMER_ABSTIME, and TFD_TIMER_CANCEL_ON_SET for the wall clock.
        let flags: Int32 = clock.id == CLOCK_REALTIME ? 1 | 2 : 1
        timerfd_settime(descriptor, flags, &specification, nil)
    }

    private static func event(on descriptor: Int32) -> Event? {
        var count: UInt64 = 0
        let size = read(descriptor, &count, MemoryLayout<UInt64>.size)
        if size == MemoryLayout<UInt64>.size { return .due }
        return errno == ECANCELED ? .clockSet : nil
    }
}
