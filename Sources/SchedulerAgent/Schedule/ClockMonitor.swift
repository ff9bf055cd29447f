import NotifyCore

/// Decides whether the wall clock can be trusted, and detects what happened to it between two readings.
///
/// A state machine: it reads no clock and writes nothing. The caller reads the clocks before anything that
/// depends on them, not only after an event.
struct ClockMonitor: Sendable {
    /// An event.
    enum Event {
        /// The agent starts; `last` is the last time at which an earlier run recorded a correct clock.
        case started(last: RememberedClock?)
        /// The clocks were read.
        case looked
        /// A request was accepted.
        case accepted(PendingID)
        /// Notifications can be shown again, since a time.
        case becameAvailable(at: Instant)
        /// The time was stored.
        case remembered
    }

    /// A step to carry out after an event.
    enum Action: Equatable, Sendable {
        /// Discard the times that the clock reached in an earlier boot.
        case forgetReached
        /// Report that the clock cannot be right.
        case reportWrong
        /// Report that the clock is trusted again.
        case reportRight
        /// Check the dates that an earlier run planned. The argument is how far the clock was set forward
        /// since then, if it was.
        case restorePlan(returnedBy: Duration?)
        /// Recompute the wall times of intervals.
        case alignIntervals
        /// Mark the planned dates as outdated.
        case invalidatePlan
        /// Continue from where the clock was before it was set back; it was set forward by this span.
        case goOn(returnedBy: Duration)
        /// Start requests that were accepted while the clock was wrong, at the time when it became right.
        case restart(Set<PendingID>, at: Instant)
        /// Recompute all dates.
        case replan
        /// Store the time, which is correct.
        case remember
    }

    /// The largest difference that does not count as a clock change.
    private static let noise = Duration.seconds(1)
    /// How long after boot the agent waits for a wrong clock to be set.
    private static let graceTime = Duration.seconds(600)
    /// The age at which the stored time is replaced on the next write.
    private static let rememberingTime = Duration.seconds(600)

    /// Since when notifications can be shown without interruption.
    ///
    /// A request that was due earlier is late.
    private(set) var available = Instant.distantPast
    /// The grace period in which a wrong clock can be set; `nil` once the clock is trusted.
    private(set) var gracePeriod: ClockGracePeriod?
    /// The offsets between the clocks at the last reading.
    private var offsets: ClockOffsets?
    /// When the time was last stored.
    private var rememberedAt = BootTime.start

    /// Whether the wall clock is trusted.
    var isTrusted: Bool { gracePeriod == nil }

    /// Whether the stored time is old.
    func isRememberedLongAgo(at reading: ClockReading) -> Bool {
        reading.sinceBoot - rememberedAt > Self.rememberingTime
    }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event, at reading: ClockReading) -> [Action] {
        switch event {
        case .started(let last): return start(last, reading)
        case .looked: return look(reading)
        case .accepted(let id): gracePeriod?.accepted.insert(id)
        case .becameAvailable(let instant): available = instant
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
            if step.magnitude > Self.noise {
                // First, because the steps below use the wall times of intervals, and the clock's event may come later.
                actions = [.alignIntervals, .invalidatePlan]
                if isTrusted {
                    if step > .zero { actions.append(.goOn(returnedBy: step)) }
                    // The next run compares with it to detect whether the clock was set in between.
                    actions.append(.remember)
                }
            }
            if reading.offsets.suspended - earlier.suspended > Self.noise || step > Self.noise {
                available = reading.now
            } else if step < .zero - Self.noise {
                available = available.advanced(by: step)
            }
        }
        offsets = reading.offsets
        return actions + endGracePeriod(reading)
    }

    /// Trusts the clock once it can be right or the grace period has ended.
    private mutating func endGracePeriod(_ reading: ClockReading) -> [Action] {
        guard let ended = gracePeriod,
            reading.now >= ended.lastGood || reading.sinceBoot >= ended.ends
        else { return [] }
        gracePeriod = nil
        available = reading.now
        let restart: [Action] =
            ended.accepted.isEmpty ? [] : [.restart(ended.accepted, at: reading.now)]
        return [.reportRight, .alignIntervals] + restart + [.replan, .remember]
    }
}

/// All clocks at one moment.
struct ClockReading: Sendable {
    /// The wall clock.
    let now: Instant
    /// The clock that runs since boot, also in suspend.
    let sinceBoot: BootTime
    /// How long the machine was suspended since boot.
    let suspended: Duration
    /// Identifies this boot.
    let boot: String

    var offsets: ClockOffsets {
        ClockOffsets(
            wall: .microseconds(now.microseconds - sinceBoot.microseconds),
            suspended: suspended
        )
    }
}

extension ClockReading {
    init(_ clock: any AgentClock) {
        now = clock.now
        sinceBoot = clock.sinceBoot
        suspended = clock.suspended
        boot = clock.boot
    }
}

/// The offsets between the clocks.
///
/// A change between two readings shows what happened in between.
struct ClockOffsets: Sendable {
    /// How far the wall clock is ahead of the clock since boot.
    var wall: Duration
    /// How long the machine was suspended since boot.
    var suspended: Duration
}

/// The time after a boot in which a wrong clock can be set.
struct ClockGracePeriod: Sendable {
    /// The last time at which the clock was right.
    let lastGood: Instant
    /// When the clock is trusted as it is.
    let ends: BootTime
    /// The calendar requests that were accepted under the wrong clock.
    var accepted: Set<PendingID> = []
}
