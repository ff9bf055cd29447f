import NotifyCore

/// Knows how far the wall clock can be trusted, and what happened to it between two looks.
///
/// A state machine: it reads no clock and writes nothing. The clocks are looked at before anything that
/// depends on them, not only when an event says so.
struct ClockMonitor: Sendable {
    /// What happens.
    enum Event {
        /// The agent starts; `last` is the time at which an earlier run wrote that the clock was right.
        case started(last: RememberedClock?)
        /// The clocks are looked at.
        case looked
        /// A request was accepted.
        case accepted(Int64)
        /// From now on something can be shown, after a time in which nothing could.
        case becameAvailable
        /// The time was written down.
        case remembered
    }

    /// What has to be done after an event, in order.
    enum Action: Equatable, Sendable {
        /// Forget what the clock was set to in an earlier boot.
        case forgetReached
        /// Report that the clock cannot be right.
        case reportWrong
        /// Report that the clock is trusted again.
        case reportRight
        /// Check the dates that an earlier run planned; the clock was set forward meanwhile by so many
        /// microseconds, where it was.
        case restorePlan(returnedBy: Int64?)
        /// Write the wall times of intervals again.
        case alignIntervals
        /// Take the dates that were planned for old.
        case invalidatePlan
        /// Go on where the clock was before it was set back; it was set forward by so many microseconds.
        case goOn(returnedBy: Int64)
        /// Let requests begin now that were accepted under a wrong clock.
        case restart(Set<Int64>)
        /// Plan all dates again.
        case replan
        /// Write down until when the clock was right.
        case remember
    }

    /// Reading clocks one after the other is no setting of one, in microseconds.
    private static let noise: Int64 = 1_000_000
    /// How long after boot a clock that cannot be right is given to be set, in microseconds.
    private static let graceTime: Int64 = 600_000_000
    /// How old the written time may become while the agent is busy anyway, in microseconds.
    private static let rememberingTime: Int64 = 600_000_000

    /// Since when something can be shown without a break; what was due earlier comes late.
    private(set) var available = Instant.distantPast
    /// The time for which a clock that cannot be right is given to be set; `nil` once it is trusted.
    private(set) var gracePeriod: ClockGracePeriod?
    /// How the clocks stood to each other when they were last looked at.
    private var offsets: ClockOffsets?
    /// When the clock was last written down, in microseconds since boot.
    private var rememberedAt: Int64 = 0

    /// Whether the wall clock is trusted.
    var isTrusted: Bool { gracePeriod == nil }

    /// The wall clock; `nil` while it is not trusted.
    func trustedNow(_ clock: any SchedulerClock) -> Instant? {
        isTrusted ? clock.now : nil
    }

    /// Whether the time was written down long ago.
    func isRememberedLongAgo(at reading: ClockReading) -> Bool {
        reading.sinceBoot - rememberedAt > Self.rememberingTime
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - reading: the clocks at that moment.
    /// - Returns: what has to be done.
    mutating func handle(_ event: Event, at reading: ClockReading) -> [Action] {
        switch event {
        case .started(let last): return start(last, reading)
        case .looked: return look(reading)
        case .accepted(let id): gracePeriod?.accepted.insert(id)
        case .becameAvailable: available = reading.now
        case .remembered: rememberedAt = reading.sinceBoot
        }
        return []
    }

    private mutating func start(_ last: RememberedClock?, _ reading: ClockReading) -> [Action] {
        offsets = reading.offsets
        available = reading.now
        var actions: [Action] = []
        if last?.boot != reading.boot { actions.append(.forgetReached) }
        if let last, last.boot != reading.boot, reading.now < last.now {
            gracePeriod = ClockGracePeriod(
                lastGood: last.now,
                ends: reading.sinceBoot + Self.graceTime
            )
            actions.append(.reportWrong)
        }
        let step = isTrusted ? last?.step(to: reading) : nil
        actions.append(.restorePlan(returnedBy: step.flatMap { $0 > Self.noise ? $0 : nil }))
        if isTrusted { actions.append(.remember) }
        return actions
    }

    private mutating func look(_ reading: ClockReading) -> [Action] {
        var actions: [Action] = []
        if let earlier = offsets {
            let step = reading.offsets.wall - earlier.wall
            if abs(step) > Self.noise {
                // Before anything counts from the wall time of an interval: the event may come later.
                actions = [.alignIntervals, .invalidatePlan]
                if isTrusted {
                    if step > 0 { actions.append(.goOn(returnedBy: step)) }
                    // The next run tells by it whether the clock was set in between.
                    actions.append(.remember)
                }
            }
            if reading.offsets.suspended - earlier.suspended > Self.noise || step > Self.noise {
                available = reading.now
            } else if step < -Self.noise {
                available = available.advanced(byMicroseconds: step)
            }
        }
        offsets = reading.offsets
        return actions + endGracePeriod(reading)
    }

    /// Trusts the clock once it can be right, or was given enough time.
    private mutating func endGracePeriod(_ reading: ClockReading) -> [Action] {
        guard let ended = gracePeriod,
            reading.now >= ended.lastGood || reading.sinceBoot >= ended.ends
        else { return [] }
        gracePeriod = nil
        available = reading.now
        let restart: [Action] = ended.accepted.isEmpty ? [] : [.restart(ended.accepted)]
        return [.reportRight, .alignIntervals] + restart + [.replan, .remember]
    }
}

/// All clocks at one moment.
struct ClockReading: Sendable {
    /// The wall clock.
    let now: Instant
    /// Microseconds on the clock that runs since boot, also in suspend.
    let sinceBoot: Int64
    /// Microseconds of suspend since boot.
    let suspended: Int64
    /// Names this boot.
    let boot: String

    var offsets: ClockOffsets {
        ClockOffsets(wall: now.microseconds - sinceBoot, suspended: suspended)
    }
}

extension ClockReading {
    init(_ clock: any SchedulerClock) {
        now = clock.now
        sinceBoot = clock.sinceBoot
        suspended = clock.suspended
        boot = clock.boot
    }
}

/// How the clocks stand to each other; a difference between two looks shows what happened in between.
struct ClockOffsets: Sendable {
    /// Microseconds from the clock since boot to the wall clock.
    var wall: Int64
    /// Microseconds of suspend since boot.
    var suspended: Int64

    /// Clocks that are read one after the other differ by no more, in microseconds.
    static let slack: Int64 = 100_000
}

/// The time that a clock is given to be set right after a boot.
struct ClockGracePeriod: Sendable {
    /// The last time at which the clock was right.
    let lastGood: Instant
    /// When the clock is trusted as it is, in microseconds since boot.
    let ends: Int64
    /// The calendar requests that were accepted under the wrong clock.
    var accepted: Set<Int64> = []
}
