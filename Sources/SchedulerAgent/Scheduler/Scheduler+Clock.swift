import AgentInterface
import Logging
import NotifyCore

/// How the clocks stand to each other; a difference between two looks tells what happened in between.
struct ClockOffsets: Sendable {
    /// Microseconds from the clock since boot to the wall clock.
    var wall: Int64
    /// Microseconds of suspend since boot.
    var suspended: Int64

    /// Clocks that are read one after the other differ by no more, in microseconds.
    static let slack: Int64 = 100_000

    init(_ clock: any SchedulerClock) {
        wall = clock.now.microseconds - clock.sinceBoot
        suspended = clock.suspended
    }
}

/// The time that a clock is given to be set right after a boot.
struct ClockPatience: Sendable {
    /// The last time at which the clock was right.
    let lastGood: Instant
    /// When the clock is trusted as it is, in microseconds since boot.
    let ends: Int64
    /// The calendar requests that were accepted under the wrong clock.
    var accepted: Set<Int64> = []
}

extension Scheduler {
    /// Reading clocks one after the other is no setting of one, in microseconds.
    private static let noise: Int64 = 1_000_000
    /// How long after boot a clock that cannot be right is given to be set, in microseconds.
    private static let patienceTime: Int64 = 600_000_000
    /// How old the written time may become while the agent is busy anyway, in microseconds.
    private static let rememberingTime: Int64 = 600_000_000

    /// Takes the clocks up where an earlier run left them.
    func startClock() throws(RequestError) {
        clockOffsets = ClockOffsets(clock)
        available = clock.now
        let last = try store.fact(.clock).flatMap(RememberedClock.init)
        if let last, last.boot != clock.boot, clock.now < last.now {
            let ends = clock.sinceBoot + Self.patienceTime
            patience = ClockPatience(lastGood: last.now, ends: ends)
            logger.warning(
                "the clock is earlier than when it was last right; calendar dates wait for it to be set"
            )
        }
        let basis = try takePlanBasis()
        if !basis.holdsIntervals { try alignIntervals() }
        if patience == nil, !basis.holdsDates { try replan() }
        rememberClock()
    }

    /// Acts on the clock.
    func handle(_ event: ClockEvent) async {
        do {
            switch event {
            case .soon:
                prepare()
                // A thread that waits for the moment itself is quicker than one that is called then.
                if let row = prepared?.due.row {
                    clock.wait(wall: row.boot == nil ? row.due : nil, boot: row.boot?.microseconds)
                }
            case .due:
                closeExpired()
            case .clockSet:
                observeClock()
                try alignIntervals()
                if patience == nil { try await replanAndArm() }
            case .zoneChanged:
                try await replanAndArm()
            case .zoneRulesChanged:
                zones.dropAll()
                try await replanAndArm()
            }
        } catch {
            logger.error("\(error)")
        }
        await deliverDue()
    }

    /// Takes in whether the machine slept or the wall clock was set since the last look.
    func observeClock() {
        let offsets = ClockOffsets(clock)
        defer { clockOffsets = offsets }
        if let earlier = clockOffsets {
            let step = offsets.wall - earlier.wall
            // Before anything counts from the wall time of an interval: the event may come later.
            if abs(step) > Self.noise {
                alignIntervalsOrLog()
                plannedZone = nil
                planRounds += 1
            }
            if offsets.suspended - earlier.suspended > Self.noise || step > Self.noise {
                available = clock.now
            } else if step < -Self.noise {
                available = available.advanced(byMicroseconds: step)
            }
        }
        endPatience()
    }

    private func alignIntervalsOrLog() {
        do {
            try alignIntervals()
        } catch {
            logger.error("\(error)")
        }
    }

    /// Trusts the clock once it can be right, or was given enough time.
    private func endPatience() {
        guard let patience else { return }
        guard clock.now >= patience.lastGood || clock.sinceBoot >= patience.ends else { return }
        self.patience = nil
        available = clock.now
        logger.notice("the clock is taken to be right now")
        do {
            try alignIntervals()
            try acceptAnew(patience.accepted)
            try replan()
        } catch {
            logger.error("\(error)")
        }
        rememberClock()
    }

    /// Requests that were accepted under a wrong clock begin under the right one.
    private func acceptAnew(_ ids: Set<Int64>) throws(RequestError) {
        guard !ids.isEmpty else { return }
        let now = clock.now
        var moved: [Replanned] = []
        try store.eachPlan { row in
            if ids.contains(row.id) {
                moved.append(
                    Replanned(
                        id: row.id,
                        due: row.due,
                        settled: now,
                        settledBefore: row.settled
                    )
                )
            }
        }
        try store.replan(moved)
    }

    /// Writes down until when the clock was right.
    func rememberClock() {
        guard patience == nil else { return }
        do {
            let remembered = RememberedClock(boot: clock.boot, now: clock.now)
            try store.set(.clock, to: remembered.text)
            rememberedClock = clock.sinceBoot
        } catch {
            logger.error("\(error)")
        }
    }

    /// Writes down now and then that the clock is right, while there is something to write anyway, and
    /// forgets what is too old in the history.
    func rememberClockNowAndThen() {
        guard clock.sinceBoot - rememberedClock > Self.rememberingTime else { return }
        rememberClock()
        do {
            try store.trimHistory()
        } catch {
            logger.error("\(error)")
        }
    }

    /// Writes the wall time of intervals anew from the clock since boot, which nobody can set.
    ///
    /// After another boot it is the other way round: the stored wall time is all that is known, once the
    /// clock can be trusted.
    func alignIntervals() throws(RequestError) {
        let now = clock.now
        let sinceBoot = clock.sinceBoot
        var moved: [MovedInterval] = []
        for row in try store.intervals() {
            guard let boot = row.boot, boot.boot == clock.boot else {
                if patience != nil {
                    if row.boot != nil {
                        moved.append(MovedInterval(row, boot: nil))
                    }
                    continue
                }
                let left = row.due.microseconds - now.microseconds
                let boot = BootDue(boot: clock.boot, microseconds: sinceBoot + left)
                moved.append(MovedInterval(row, boot: boot))
                continue
            }
            let due = now.advanced(byMicroseconds: boot.microseconds - sinceBoot)
            let step = due.microseconds - row.due.microseconds
            guard abs(step) > ClockOffsets.slack else { continue }
            moved.append(MovedInterval(row, by: step, boot: boot))
        }
        try store.reschedule(moved)
        alignedOffset = now.microseconds - sinceBoot
    }
}

/// A time at which the wall clock was right, as it is written down.
struct RememberedClock: Equatable, Sendable {
    let boot: String
    let now: Instant

    var text: String { "\(boot) \(now.microseconds)" }

    init(boot: String, now: Instant) {
        self.boot = boot
        self.now = now
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let now = Int64(parts[1]) else { return nil }
        boot = String(parts[0])
        self.now = Instant(microseconds: now)
    }
}
