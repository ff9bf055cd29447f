package import NotifyCore
import Synchronization
package import TestSupport

@testable package import SchedulerAgent

/// A clock that the test owns.
package final class ManualClock: AgentClock {
    private struct Times {
        var now = Instant(seconds: 1_800_000_000)
        var sinceBoot = BootTime(microseconds: 5_000_000)
        var suspended = Duration.zero
    }

    package let boot: String
    package let canWake = false
    package let log = Recorder<EarliestDue>()
    private let times: Mutex<Times>
    private let interruption = Mutex<(@Sendable () async -> Void)?>(nil)

    package init(boot: String = "boot-1", now: Instant = Instant(seconds: 1_800_000_000)) {
        self.boot = boot
        times = Mutex(Times(now: now))
    }

    package var now: Instant { times.withLock { $0.now } }
    package var sinceBoot: BootTime { times.withLock { $0.sinceBoot } }
    package var suspended: Duration { times.withLock { $0.suspended } }
    package var armed: [EarliestDue] { log.elements }

    package func arm(_ earliest: EarliestDue) async {
        log.append(earliest)
        await interruption.withLock { $0.take() }?()
    }

    /// Lets something happen while the timers are armed the next time.
    package func whileArming(_ body: @escaping @Sendable () async -> Void) {
        interruption.withLock { $0 = body }
    }

    /// Lets time pass, in seconds.
    package func pass(_ seconds: Int64) { pass(microseconds: seconds * 1_000_000) }

    /// Lets time pass, in microseconds.
    package func pass(microseconds: Int64) {
        times.withLock { times in
            times.now = times.now.advanced(byMicroseconds: microseconds)
            times.sinceBoot = times.sinceBoot + .microseconds(microseconds)
        }
    }

    /// Lets time pass in suspend, in seconds.
    package func sleep(_ seconds: Int64) {
        pass(seconds)
        times.withLock { $0.suspended += .seconds(seconds) }
    }

    /// Moves the wall clock by a few microseconds.
    package func set(microseconds: Int64) {
        times.withLock { $0.now = $0.now.advanced(byMicroseconds: microseconds) }
    }

    /// Sets the wall clock, by seconds.
    package func set(by seconds: Int64) {
        times.withLock { $0.now = $0.now.advanced(byMicroseconds: seconds * 1_000_000) }
    }
}
