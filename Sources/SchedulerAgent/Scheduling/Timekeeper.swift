import Logging
import NotifyCore

/// Keeps the dates of requests in step with the clocks: carries out the steps of the clock monitor.
final class Timekeeper {
    let planner: Planner
    private let context: SchedulingContext
    private let tasks: SchedulerTasks
    /// The monitor of the clocks.
    private var clocks = ClockMonitor()
    /// What the store failed at, to be done again.
    private var failed: [ClockMonitor.Action] = []
    /// When that is, in microseconds since boot.
    private var retryTime = Int64.max
    /// When the first attempt to find dates again failed; what passes after that is not late because of it.
    private var replanStart: Instant?
    private var store: Store { context.store }
    private var clock: any SchedulerClock { context.clock }
    private var logger: Logger { context.logger }

    init(_ context: SchedulingContext, _ tasks: SchedulerTasks) {
        self.context = context
        self.tasks = tasks
        planner = Planner(context)
    }

    /// Whether the wall clock can be right.
    var isTrusted: Bool { clocks.isTrusted }

    /// The present, for due requests.
    var dueInstant: DueInstant {
        DueInstant(
            wall: clocks.isTrusted ? clock.now : nil,
            sinceBoot: clock.sinceBoot,
            available: clocks.available
        )
    }

    /// Adapts the times at which timers fire to a clock that may be wrong.
    func limited(_ earliest: EarliestDue) -> EarliestDue {
        var earliest = earliest
        if let gracePeriod = clocks.gracePeriod {
            earliest.wall = nil
            earliest.boot = min(earliest.boot ?? .max, gracePeriod.ends)
        }
        if !failed.isEmpty { earliest.boot = min(earliest.boot ?? .max, retryTime) }
        // Nothing that is past wakes the machine, which is awake: such an alarm would go off again and again.
        if !isTrusted || earliest.wake ?? .distantFuture <= clock.now { earliest.wake = nil }
        return earliest
    }

    /// Restores what an earlier run stored about the clocks, and checks its dates.
    func start() throws(RequestError) {
        let last = try store.metadata(.clock).flatMap(RememberedClock.init)
        for action in clocks.handle(.started(last: last), at: ClockReading(clock)) {
            try perform(action)
        }
    }

    /// Checks whether the machine slept or the wall clock was set since the last check.
    func observe() {
        performEach(clocks.handle(.looked, at: ClockReading(clock)))
    }

    /// Retries what the store failed at, if the time for that has come.
    ///
    /// - Parameter arms: whether what is due next is armed at once.
    func retry(arms: Bool) async {
        guard retryTime <= clock.sinceBoot else { return }
        observe()
        let actions = failed
        failed = []
        retryTime = .max
        performEach(actions.filter { $0 != .replan })
        // A request that restarts only now still has the date that was computed without it.
        let mustReplan = actions.contains { action in
            if case .restart = action { true } else { action == .replan }
        }
        if isTrusted, mustReplan { await replan(arms: arms) }
    }

    /// Takes imported requests into account.
    func noteImported(_ stage: ImportStage) {
        do {
            try planner.noteImported(stage, isClockTrusted: isTrusted)
        } catch {
            retryLater(.replan, after: error)
        }
    }

    /// Handles that the wall clock was set, or that the machine woke up.
    ///
    /// - Parameter arms: whether what is due next is armed at once.
    func clockWasSet(arms: Bool) async {
        observe()
        performEach([.alignIntervals])
        if isTrusted { await replan(arms: arms) }
    }

    /// Recomputes the dates of all calendar requests.
    ///
    /// - Parameter arms: whether what is due next is armed at once.
    func replan(arms: Bool) async {
        do {
            try await replanOnce(arms: arms)
        } catch {
            retryLater(.replan, after: error)
        }
    }

    private func replanOnce(arms: Bool) async throws(RequestError) {
        let start = clock.sinceBoot
        let instant = min(replanStart ?? clock.now, clock.now)
        replanStart = instant
        let plans = try planner.plans()
        // Before the dates are stored, which takes longer.
        if arms, isTrusted {
            var earliest = try store.earliest()
            earliest.wall = plans.earliest
            await clock.arm(earliest)
        }
        let armed = clock.sinceBoot
        try planner.store(plans)
        replanStart = nil
        // A date that the new zone moved into the past is late.
        if plans.moved.contains(where: { $0.due <= instant }) { noteAvailable(at: instant) }
        let stored = clock.sinceBoot
        logger.info(
            "planned again: \(plans.moved.count) of \(plans.count) moved, armed after \(armed - start) µs, written after \(stored - start) µs"
        )
    }

    /// Records that notifications can be shown from now on, or from an earlier time on.
    func noteAvailable(at instant: Instant? = nil) {
        let reading = ClockReading(clock)
        _ = clocks.handle(.becameAvailable(at: instant ?? reading.now), at: reading)
    }

    /// Records an accepted request.
    ///
    /// If the clock is wrong, the request starts once it is right.
    func noteAccepted(_ id: Int64) {
        _ = clocks.handle(.accepted(id), at: ClockReading(clock))
    }

    /// Stores the time, if the clock is trusted.
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

    /// Stores the time and trims the history if that was not done for some time.
    ///
    /// Called when the store is written anyway.
    func rememberNowAndThen() {
        guard clocks.isRememberedLongAgo(at: ClockReading(clock)) else { return }
        remember()
        do {
            try store.trimHistory()
            try store.dropSpent(before: clock.now)
            try ChangeTable(store).trim(at: clock.now)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Stores the fingerprint of the stored dates.
    func rememberFingerprint() {
        // The zone or the clock may have changed without an event yet.
        observe()
        guard isTrusted else { return }
        do {
            try planner.rememberFingerprint()
        } catch {
            logger.error("\(error)")
        }
    }

    /// Has something done again after a while: the store failed, and no event may come that asks for it.
    private func retryLater(_ action: ClockMonitor.Action, after error: RequestError) {
        logger.error("\(error)")
        // By then the clock may stand elsewhere; what it passed over comes late.
        if case .goOn = action { return }
        // Whoever called may fail at the same store, and arm nothing.
        if failed.isEmpty { tasks.spawn { await $0.timers.arm() } }
        if !failed.contains(action) { failed.append(action) }
        retryTime = DeliveryQueue.retryTime(at: clock.sinceBoot)
    }

    private func performEach(_ actions: [ClockMonitor.Action]) {
        for action in actions {
            do {
                try perform(action)
            } catch {
                retryLater(action, after: error)
            }
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
        case .restart(let ids, let instant): try planner.restart(ids, at: instant)
        case .replan: try planner.replan()
        case .remember: remember()
        }
    }
}
