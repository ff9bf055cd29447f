import NotifyCore
import Synchronization
import TestSupport

@testable import SchedulerAgent

/// A clock that the test owns.
final class ManualClock: SchedulerClock {
    private struct Times {
        var now = Instant(seconds: 1_800_000_000)
        var sinceBoot: Int64 = 5_000_000
        var suspended: Int64 = 0
    }

    let boot: String
    let canWake = false
    let log = Recorder<EarliestDue>()
    private let times: Mutex<Times>
    private let interruption = Mutex<(@Sendable () async -> Void)?>(nil)

    init(boot: String = "boot-1", now: Instant = Instant(seconds: 1_800_000_000)) {
        self.boot = boot
        times = Mutex(Times(now: now))
    }

    var now: Instant { times.withLock { $0.now } }
    var sinceBoot: Int64 { times.withLock { $0.sinceBoot } }
    var suspended: Int64 { times.withLock { $0.suspended } }
    var armed: [EarliestDue] { log.elements }

    func wait(wall: Instant?, boot: Int64?) {}

    func arm(_ earliest: EarliestDue) async {
        log.append(earliest)
        await interruption.withLock { $0.take() }?()
    }

    /// Lets something happen while the timers are armed the next time.
    func whileArming(_ body: @escaping @Sendable () async -> Void) {
        interruption.withLock { $0 = body }
    }

    /// Lets time pass, in seconds.
    func pass(_ seconds: Int64) {
        times.withLock { times in
            times.now = times.now.advanced(byMicroseconds: seconds * 1_000_000)
            times.sinceBoot += seconds * 1_000_000
        }
    }

    /// Lets time pass in suspend, in seconds.
    func sleep(_ seconds: Int64) {
        pass(seconds)
        times.withLock { $0.suspended += seconds * 1_000_000 }
    }

    /// Moves the wall clock by a few microseconds.
    func set(microseconds: Int64) {
        times.withLock { $0.now = $0.now.advanced(byMicroseconds: microseconds) }
    }

    /// Sets the wall clock, by seconds.
    func set(by seconds: Int64) {
        times.withLock { $0.now = $0.now.advanced(byMicroseconds: seconds * 1_000_000) }
    }
}
