import AgentInterface
import Logging
import NotifyCore

/// Says when: keeps the dates of requests in step with the clocks, zones and places, and arms the timers.
final class Schedule {
    /// What holds due requests back until the next round of deliveries.
    enum Hold: Equatable {
        /// Nothing: the first due request begins a round.
        case nothing
        /// An event of the notification server begins it.
        case server
        /// The store failed: it begins after a while.
        case failure
        /// It begins at a time.
        case until(BootTime)
    }

    /// How long to wait before the store is used again after a failure.
    private static let pauseAfterFailure = Duration.seconds(10)

    /// The requests that are due.
    enum Due {
        /// All.
        case any
        /// Those that are shown without waiting for room on the screen.
        case urgent
        /// Those whose warning is due.
        case warning
    }

    /// What waits for a while after the store failed.
    enum Step {
        /// The commands of due requests are started.
        case run
        /// Deliveries are shown again that nobody has acknowledged.
        case nag
        /// A round of deliveries.
        case round
    }

    /// When the first bubble ends whose timeout the server does not apply; `nil` for none.
    private var bubbleEnd: BootTime?
    private let planner: Planner
    private let places: RegionMonitor
    let runs: CommandRuns
    let store: Store
    let clock: any AgentClock
    let zones: ZoneSource
    let logger: Logger
    let apps: Apps
    let senders: Senders
    private let focus: Focus
    private let tasks: AgentTasks
    /// What holds due requests back since the last round of deliveries.
    private var hold = Hold.nothing
    /// Whether a round is under way.
    private var isDelivering = false
    private var isArming = false
    private var mustArm = false
    /// Until when a step waits whose store failed.
    private var pauses: [Step: BootTime] = [:]
    /// The monitor of the clocks.
    private var clocks = ClockMonitor()
    /// What the store failed at, to be done again.
    private var failed: [ClockMonitor.Action] = []
    /// When that is.
    private var retryTime = BootTime.never
    /// When the first attempt to find dates again failed; what passes after that is not late because of it.
    private var replanStart: Instant?
    /// How often the dates of all requests were to be found again.
    private var rounds = 0
    /// The dates that ``replanSoon()`` has found, and of which of these rounds.
    private var begun: (work: PlanningRound, round: Int)?
    /// Whether they are being found, and may be those of another zone until then.
    private var isPlanning = false

    init(
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource,
        logger: Logger,
        apps: Apps,
        focus: Focus,
        senders: Senders,
        journal: Journal,
        location: any LocationProvider,
        run: @escaping @Sendable (String) async -> RunEnd,
        tasks: AgentTasks
    ) {
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.apps = apps
        self.focus = focus
        self.senders = senders
        self.tasks = tasks
        planner = Planner(store: store, clock: clock, zones: zones)
        places = RegionMonitor(
            store: store,
            clock: clock,
            logger: logger,
            journal: journal,
            location: location
        )
        runs = CommandRuns(
            store: store,
            clock: clock,
            zones: zones,
            logger: logger,
            journal: journal,
            run: run,
            tasks: tasks
        )
    }

    /// Restores what an earlier run stored about the clocks, and checks its dates.
    func start() throws(RequestError) {
        let last = try store.metadata(.clock).flatMap(RememberedClock.init)
        for action in clocks.handle(.started(last: last), at: ClockReading(clock)) {
            try perform(action)
        }
        try runs.restore()
    }

    /// Stores the state for the next run.
    func end() {
        remember()
        rememberFingerprint()
    }

    // MARK: Timers

    /// Arms the timers for what is due first, after a change of the pending requests.
    ///
    /// Calls to the timers are serialized, so that an older value cannot replace a newer one. A call while another is
    /// in progress returns at once, and the first call arms again.
    ///
    /// - Parameter roundFollows: whether a round of deliveries follows, which arms them at its end. If one is under way
    ///   already, which may wait for a server that hangs, they are armed at once.
    func arm(roundFollows: Bool = false) async {
        if roundFollows, !isDelivering { return }
        places.follow(and: focus.places)
        mustArm = true
        guard !isArming else { return }
        isArming = true
        while mustArm {
            mustArm = false
            await clock.arm(earliest())
        }
        isArming = false
    }

    /// Arms the timers while a round of deliveries runs, which may wait for a server that hangs: a command does not wait
    /// for it.
    func beginRound() async {
        isDelivering = true
        let hasRuns = (try? store.earliestRun()) ?? nil
        if hasRuns != nil { await arm() }
    }

    /// Arms the timers after a round of deliveries.
    ///
    /// - Parameter bubbleEnd: when the first bubble ends whose timeout the server does not apply; `nil` for
    ///   none.
    func endRound(_ hold: Hold, bubbleEnd: BootTime?) async {
        logger.debug("the round ends: \(hold)")
        (self.hold, self.bubbleEnd) = (hold, bubbleEnd)
        if hold == .failure { pauses[.round] = timeAfterFailure }
        isDelivering = false
        // The store has been written anyway.
        if hold == .nothing { rememberNowAndThen() }
        if places.delivered() { tasks.deliverSoon() }
        await arm()
    }

    /// Has a step wait because the store failed.
    func pause(_ step: Step, after error: RequestError) {
        logger.error("\(error)")
        pauses[step] = timeAfterFailure
    }

    /// Until when a step waits because the store failed; `nil` if it does not.
    func pauseEnd(_ step: Step) -> BootTime? {
        pauses[step].flatMap { $0 > clock.sinceBoot ? $0 : nil }
    }

    /// When to use the store again that has just failed.
    private var timeAfterFailure: BootTime { clock.sinceBoot + Self.pauseAfterFailure }

    /// The times on each clock at which the timers fire.
    private func earliest() -> EarliestDue {
        do {
            return limited(try earliestDue())
        } catch {
            logger.error("\(error)")
            // Without a timer, nothing would read the store again.
            return EarliestDue(boot: timeAfterFailure)
        }
    }

    /// The earliest times on each clock at which something is due.
    private func earliestDue() throws(RequestError) -> EarliestDue {
        var earliest =
            switch hold {
            case .nothing: try store.earliest()
            // The server's answer is an event. A timer for a due request would fire at once, again and again.
            case .server: EarliestDue()
            case .failure: EarliestDue(boot: pauses[.round])
            // What becomes due until then may be urgent, and waits for no room.
            case .until(let time):
                try store.earliest(after: EarliestDue(wall: clock.now, boot: clock.sinceBoot))
                    .or(EarliestDue(boot: time))
            }
        // The machine may be suspended by then, whatever holds the others back. Nothing that is past wakes it, which is
        // awake: such an alarm would go off again and again.
        earliest.wake = try store.earliestWake(after: clock.now)
        if let nag = try store.earliestNag() {
            earliest = earliest.or(
                pauseEnd(.nag).map { EarliestDue(boot: $0) } ?? EarliestDue(wall: nag)
            )
        }
        if let end = try store.earliestPauseEnd() {
            // One that is past could not be stored.
            let next =
                end <= clock.now ? EarliestDue(boot: timeAfterFailure) : EarliestDue(wall: end)
            earliest = earliest.or(next)
        }
        if let change = focus.nextChange { earliest = earliest.or(EarliestDue(wall: change)) }
        // A command waits neither for a server nor for the round, which arms the timers for the rest at its end.
        if let due = try store.earliestRun() {
            let run = pauseEnd(.run).map { EarliestDue(boot: $0) } ?? due
            earliest = run.or(isDelivering ? EarliestDue(wake: earliest.wake) : earliest)
        }
        if let bubbleEnd { earliest.boot = min(earliest.boot ?? .never, bubbleEnd) }
        return earliest
    }

    // MARK: Events

    /// Handles an event of the clocks, of the machine's place or of a command.
    ///
    /// - Returns: whether a round of deliveries is to follow, because something may be due now.
    @discardableResult
    func handle(_ event: ScheduleEvent) async -> Bool {
        logger.debug("the schedule: \(event)")
        // An unfinished round arms the timers at its end.
        let arms = hold == .nothing
        switch event {
        case .due:
            if let end = bubbleEnd, end <= clock.sinceBoot { bubbleEnd = nil }
            await retry(arms: arms)
        case .clockSet:
            do {
                try store.alignNags(clock.now)
            } catch {
                logger.error("\(error)")
            }
            observe()
            performEach([.alignIntervals])
            if isTrusted { await replan(arms: arms) }
        case .planning: await goOnPlanning()
        case .zoneChanged: await replan(arms: arms)
        case .zoneRulesChanged:
            zones.dropAll()
            await replan(arms: arms)
        case .moved(let position):
            // The next position does not wait for the round.
            let hasFocus = focus.moved(to: position)
            let hasCrossed = position.map(places.moved) ?? false
            if hasCrossed || hasFocus { tasks.deliverSoon() }
            return false
        case .commandEnded(let id, let end):
            runs.ended(id, end)
            return false
        }
        return true
    }

    /// Whether the wall clock can be right.
    private var isTrusted: Bool { clocks.isTrusted }

    /// The present, for due requests.
    var dueInstant: DueInstant {
        DueInstant(
            wall: clocks.isTrusted && !isPlanning ? clock.now : nil,
            sinceBoot: clock.sinceBoot,
            available: clocks.available
        )
    }

    /// Adapts the times at which timers fire to a clock that may be wrong.
    private func limited(_ earliest: EarliestDue) -> EarliestDue {
        var earliest = earliest
        // The end of the round arms the timers.
        if isPlanning { (earliest.wall, earliest.wake) = (nil, nil) }
        if let gracePeriod = clocks.gracePeriod {
            earliest.wall = nil
            earliest.boot = min(earliest.boot ?? .never, gracePeriod.ends)
        }
        if !failed.isEmpty { earliest.boot = min(earliest.boot ?? .never, retryTime) }
        if !isTrusted { earliest.wake = nil }
        return earliest
    }

    /// Checks whether the machine slept or the wall clock was set since the last check.
    ///
    /// - Returns: whether the wall clock can be right, and the number of the round that computed the dates: those of an
    ///   earlier one may be outdated.
    @discardableResult
    func observe() -> (isTrusted: Bool, planRound: Int) {
        performEach(clocks.handle(.looked, at: ClockReading(clock)))
        return (clocks.isTrusted, planner.round)
    }

    /// Retries what the store failed at, if the time for that has come.
    private func retry(arms: Bool) async {
        guard retryTime <= clock.sinceBoot else { return }
        observe()
        let actions = failed
        failed = []
        retryTime = .never
        performEach(actions.filter { $0 != .replan })
        // A request that restarts only now still has the date that was computed without it.
        let mustReplan = actions.contains { action in
            if case .restart = action { true } else { action == .replan }
        }
        if isTrusted, mustReplan { await replan(arms: arms) }
    }

    /// Takes imported requests into account.
    ///
    /// - Parameters:
    ///   - planRound: the round of their dates; see ``observe()``.
    ///   - isSettledAhead: whether one is settled up to a date in the future.
    func noteImported(planRound: Int, isSettledAhead: Bool) {
        let isOld = planner.noteImported(of: planRound, isSettledAhead: isSettledAhead)
        if isOld, isTrusted { performEach([.replan]) }
    }

    /// Recomputes the dates of all calendar requests.
    private func replan(arms: Bool) async {
        do throws(RequestError) {
            let work = try beginPlanning()
            try await finish(work, of: rounds, arms: arms)
        } catch {
            retryLater(.replan, after: error)
        }
    }

    /// Begins to find the dates of all requests again.
    private func beginPlanning() throws(RequestError) -> PlanningRound {
        let instant = min(replanStart ?? clock.now, clock.now)
        replanStart = instant
        rounds += 1
        // One that is under way has the dates of the zone before.
        isPlanning = false
        let work = try planner.begin()
        isPlanning = true
        return work
    }

    /// Finds the dates of all requests in parts, so that other events are handled in between, and stores them.
    ///
    /// How long that takes is in the hands of those who add requests: rules of apps in a sandbox, too. Until the end
    /// nothing is due by the wall clock, because it would be due by the old dates.
    private func finish(
        _ begun: PlanningRound,
        of round: Int,
        arms: Bool
    ) async throws(RequestError) {
        var work = begun
        do throws(RequestError) {
            // A later event may have begun again.
            while round == rounds, try !planner.goOn(&work) {
                await Task.yield()
                guard round == rounds else { return }
                if work.plans.round != planner.round { work = try planner.begin() }
            }
            guard round == rounds else { return }
            if arms, isTrusted {
                // Before the dates are stored, which takes longer.
                var earliest = try store.earliest()
                earliest.wall = work.plans.earliest
                earliest.wake = try store.earliestWake(after: clock.now)
                await clock.arm(earliest)
                guard round == rounds else { return }
                work.armed = clock.sinceBoot
            }
            try endPlanning(work)
        } catch {
            if round == rounds { isPlanning = false }
            throw error
        }
    }

    /// Stores the dates that were found.
    private func endPlanning(_ work: PlanningRound) throws(RequestError) {
        let plans = work.plans
        let armed = (work.armed ?? clock.sinceBoot) - work.start
        try planner.store(plans)
        isPlanning = false
        let instant = replanStart ?? clock.now
        replanStart = nil
        // A date that the new zone moved into the past is late.
        if plans.moved.contains(where: { $0.due <= instant }) { noteAvailable(at: instant) }
        let written = clock.sinceBoot - work.start
        logger.info(
            "planned again: \(plans.moved.count) of \(plans.count) moved, armed after \(armed.microseconds) µs, written after \(written.microseconds) µs"
        )
    }

    /// Finds the dates of all requests again: at once those of a first part, and the others in the background.
    private func replanSoon() throws(RequestError) {
        var work = try beginPlanning()
        do throws(RequestError) {
            if try planner.goOn(&work) { return try endPlanning(work) }
        } catch {
            isPlanning = false
            throw error
        }
        begun = (work, rounds)
        tasks.post(.schedule(.planning))
    }

    /// Finishes what ``replanSoon()`` began.
    private func goOnPlanning() async {
        guard let (work, round) = begun else { return }
        begun = nil
        do throws(RequestError) {
            try await finish(work, of: round, arms: false)
        } catch {
            retryLater(.replan, after: error)
        }
    }

    /// Records that notifications can be shown from now on, or from an earlier time on.
    func noteAvailable(at instant: Instant? = nil) {
        let reading = ClockReading(clock)
        _ = clocks.handle(.becameAvailable(at: instant ?? reading.now), at: reading)
    }

    /// Records an accepted request.
    ///
    /// If the clock is wrong, the request starts once it is right.
    ///
    /// - Parameter keepsDates: whether it has the dates that it had before it was changed.
    func noteAccepted(_ id: PendingID, keepsDates: Bool = false) {
        places.forget(id)
        if !keepsDates { _ = clocks.handle(.accepted(id), at: ClockReading(clock)) }
    }

    /// Stores the time, if the clock is trusted.
    private func remember() {
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
    private func rememberNowAndThen() {
        guard clocks.isRememberedLongAgo(at: ClockReading(clock)) else { return }
        remember()
        do {
            try store.trimHistory()
            try store.dropSpent(before: clock.now)
            try store.changes.trim(at: clock.now)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Stores the fingerprint of the stored dates.
    private func rememberFingerprint() {
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
        if failed.isEmpty { tasks.post(.arm) }
        if !failed.contains(action) { failed.append(action) }
        retryTime = timeAfterFailure
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
        logger.debug("the schedule: \(action)")
        switch action {
        case .forgetReached: try store.forgetReached()
        case .reportWrong:
            logger.warning(
                "the clock is earlier than when it was last right; calendar dates wait for it to be set"
            )
        case .reportRight: logger.notice("the clock is taken to be right now")
        case .restorePlan(let step):
            if try planner.restore(returnedBy: step, isClockTrusted: isTrusted) {
                try replanSoon()
            }
        case .alignIntervals: try planner.alignIntervals(isClockTrusted: isTrusted)
        case .invalidatePlan: planner.invalidate()
        case .goOn(let step): try planner.goOnAfterReturn(by: step)
        case .restart(let ids, let instant): try planner.restart(ids, at: instant)
        case .replan: try replanSoon()
        case .remember: remember()
        }
    }
}
