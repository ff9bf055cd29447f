import Logging
import NotifyCore

/// Keeps the dates of requests in step with the clocks: does what the monitor of the clocks asks for.
final class Timekeeper {
    let planner: Planner
    private let context: SchedulingContext
    /// How far the wall clock can be trusted.
    private var clocks = ClockMonitor()
    private var store: Store { context.store }
    private var clock: any SchedulerClock { context.clock }
    private var logger: Logger { context.logger }

    init(_ context: SchedulingContext) {
        self.context = context
        planner = Planner(context)
    }

    /// Whether the wall clock can be right.
    var isTrusted: Bool { clocks.isTrusted }

    /// The present, for what is due.
    var moment: DueMoment {
        DueMoment(
            wall: clocks.trustedNow(clock),
            sinceBoot: clock.sinceBoot,
            available: clocks.available
        )
    }

    /// The times at which a timer has to fire, where the clock may be wrong.
    func limited(_ earliest: EarliestDue) -> EarliestDue {
        var earliest = earliest
        if let gracePeriod = clocks.gracePeriod {
            earliest.wall = nil
            earliest.boot = min(earliest.boot ?? .max, gracePeriod.ends)
        }
        // Nothing that is past wakes the machine, which is awake: an alarm for that would ring for ever.
        if !isTrusted || earliest.wake ?? .distantFuture <= clock.now { earliest.wake = nil }
        return earliest
    }

    /// Restores what an earlier run knew of the clocks, and the dates that it planned.
    func start() throws(RequestError) {
        let last = try store.fact(.clock).flatMap(RememberedClock.init)
        for action in clocks.handle(.started(last: last), at: ClockReading(clock)) {
            try perform(action)
        }
    }

    /// Looks whether the machine slept or the wall clock was set since the last look.
    func observe() {
        for action in clocks.handle(.looked, at: ClockReading(clock)) {
            do {
                try perform(action)
            } catch {
                logger.error("\(error)")
            }
        }
    }

    /// Handles that the wall clock was set, or that the machine woke up.
    ///
    /// - Parameter arms: whether what is due next is armed at once.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func clockWasSet(arms: Bool) async throws(RequestError) {
        observe()
        try planner.alignIntervals(isClockTrusted: isTrusted)
        if isTrusted { try await replan(arms: arms) }
    }

    /// Plans the dates of all calendar requests again and arms the timers first: writing takes longer.
    ///
    /// - Parameter arms: whether what is due next is armed at once.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func replan(arms: Bool) async throws(RequestError) {
        let start = clock.sinceBoot
        let plans = try planner.plans()
        // A date that another zone made past was never due before: it comes late.
        let now = clock.now
        if plans.moved.contains(where: { $0.due <= now }) { noteAvailable() }
        if arms, isTrusted {
            var earliest = try store.earliest()
            earliest.wall = plans.earliest
            await clock.arm(earliest)
        }
        let armed = clock.sinceBoot
        try planner.store(plans)
        let stored = clock.sinceBoot
        logger.info(
            "planned again: \(plans.moved.count) of \(plans.count) moved, armed after \(armed - start) µs, written after \(stored - start) µs"
        )
    }

    /// Notes that from now on something can be shown.
    func noteAvailable() {
        _ = clocks.handle(.becameAvailable, at: ClockReading(clock))
    }

    /// Notes a request that was accepted: under a wrong clock it begins once that is right.
    func noteAccepted(_ id: Int64) {
        _ = clocks.handle(.accepted(id), at: ClockReading(clock))
    }

    /// Writes until when the clock was right.
    func remember() {
        guard isTrusted else { return }
        do {
            let reading = ClockReading(clock)
            try store.set(.clock, to: RememberedClock(reading).text)
            _ = clocks.handle(.remembered, at: reading)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Writes now and then that the clock is right, while there is something to write anyway, and forgets what
    /// is too old in the history.
    func rememberNowAndThen() {
        guard clocks.isRememberedLongAgo(at: ClockReading(clock)) else { return }
        remember()
        do {
            try store.trimHistory()
            try store.dropSpent(before: clock.now)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Writes what the dates in the store were found with.
    func rememberFingerprint() {
        // A change of zone or of the clock that was not acted on yet.
        observe()
        guard isTrusted else { return }
        do {
            try planner.rememberFingerprint()
        } catch {
            logger.error("\(error)")
        }
    }

    private func perform(_ action: ClockMonitor.Action) throws(RequestError) {
        switch action {
        case .forgetReached: try store.forgetReached()
        case .reportWrong:
            logger.warning(
                "the clock is earlier than when it was last right; calendar dates wait for it to be set"
            )
        case .reportRight: logger.notice("the clock is taken to be right now")
        case .restorePlan(let step):
            try planner.restore(returnedBy: step, isClockTrusted: isTrusted)
        case .alignIntervals: try planner.alignIntervals(isClockTrusted: isTrusted)
        case .invalidatePlan: planner.invalidate()
        case .goOn(let step): try planner.goOnAfterReturn(by: step)
        case .restart(let ids): try planner.restart(ids)
        case .replan: try planner.replan()
        case .remember: remember()
        }
    }
}
