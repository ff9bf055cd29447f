import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// Rules that are kept read at most.
    private static let mostRules = 20_000

    /// Finds the dates of all calendar requests anew, from their rules.
    func replan() throws(RequestError) {
        let plans = try plans()
        try store.replan(plans.moved)
        plannedZone = plans.zone
    }

    /// Takes out of the store what the dates in it were found with, and looks whether that is the same now.
    ///
    /// An agent that does not come to its end leaves nothing there, and all is found anew.
    func takePlanBasis() throws(RequestError) -> (holdsIntervals: Bool, holdsDates: Bool) {
        guard let earlier = try store.take(.planBasis).flatMap(PlanBasis.init), patience == nil,
            let basis = try planBasis(offset: ClockOffsets(clock).wall)
        else { return (false, false) }
        let holdsDates = earlier.holdsDates(of: basis)
        let holdsIntervals = earlier.holdsIntervals(of: basis)
        if holdsDates { plannedZone = zones.local().identifier }
        if holdsIntervals { alignedOffset = earlier.offset }
        return (holdsIntervals, holdsDates)
    }

    /// Writes down what the dates in the store were found with.
    func rememberPlanBasis() {
        // A change of zone or of the clock that was not acted on yet.
        observeClock()
        guard patience == nil, !isSettledAhead, let alignedOffset,
            plannedZone == zones.local().identifier
        else { return }
        do {
            guard let basis = try planBasis(offset: alignedOffset) else { return }
            try store.set(.planBasis, to: basis.text)
        } catch {
            logger.error("\(error)")
        }
    }

    private func planBasis(offset: Int64) throws(RequestError) -> PlanBasis? {
        guard let edition = zones.edition(try store.zonesInUse()) else { return nil }
        return PlanBasis(
            boot: clock.boot,
            offset: offset,
            now: clock.now,
            version: AgentNames.programVersion,
            zones: edition
        )
    }

    /// Finds the dates of all calendar requests anew and arms the timers first: writing takes longer.
    func replanAndArm() async throws(RequestError) {
        let start = clock.sinceBoot
        let plans = try plans()
        // A date that another zone made past was never due before: it comes late.
        let now = clock.now
        if plans.moved.contains(where: { $0.due <= now }) { available = now }
        if case .complete = lastPass, patience == nil {
            var earliest = try store.earliest()
            earliest.wall = plans.earliest
            await clock.arm(earliest)
        }
        let armed = clock.sinceBoot
        try store.replan(plans.moved)
        // The clock may have been set while the timers were.
        if plans.round == planRounds { plannedZone = plans.zone }
        let stored = clock.sinceBoot
        logger.info(
            "planned anew: \(plans.moved.count) of \(plans.count) moved, armed after \(armed - start) µs, written after \(stored - start) µs"
        )
    }

    private func plans() throws(RequestError) -> Plans {
        var plans = Plans()
        let now = clock.now
        let local = zones.local()
        plans.zone = local.identifier
        // Until what has been found is in the store.
        plannedZone = nil
        planRounds += 1
        plans.round = planRounds
        isSettledAhead = false
        var named: [String: any ZoneRules] = [:]
        let taken = try store.taken()
        var overtaken: [PlanRow] = []
        try store.eachPlan { row in
            plans.count += 1
            var zone = local
            if let name = row.zone {
                // A zone that has gone from the system is no reason to lose a date.
                guard let found = named[name] ?? zones.named(name) else {
                    plans.note(row.due, isPaused: row.isPaused)
                    return
                }
                named[name] = found
                zone = found
            }
            // After the clock was set back no request sleeps until it has caught up.
            if row.settled > now { return overtaken.append(row) }
            let next = next(of: row, after: row.settled, except: taken[row.id], in: zone)
            plans.take(row, due: next, settled: row.settled)
        }
        for row in overtaken {
            let zone = row.zone.flatMap { named[$0] } ?? local
            let taken = try store.occurrences(of: row.id, after: now)
            plans.take(
                row,
                due: next(of: row, after: now, except: taken, in: zone),
                settled: now,
                comingAgain: try comingAgain(row, after: now, except: taken, in: zone)
            )
        }
        return plans
    }

    /// How many dates of a request with a number of times are counted as behind it and lie ahead again.
    private func comingAgain(
        _ row: PlanRow,
        after now: Instant,
        except taken: Set<Instant>,
        in zone: some ZoneRules
    ) throws(RequestError) -> Int {
        guard let rule = rule(of: row), let stored = try store.pending(id: row.id),
            stored.fired > 0, (try? stored.pending())?.request.options.times != nil
        else { return 0 }
        var count = 0
        // Those before it was accepted were never counted.
        var date = max(now, stored.added)
        while count < stored.fired, let next = rule.next(after: date, in: zone),
            next <= row.settled
        {
            if !taken.contains(next) { count += 1 }
            date = next
        }
        return count
    }

    private func next(
        of row: PlanRow,
        after instant: Instant,
        except taken: Set<Instant>?,
        in zone: some ZoneRules
    ) -> Instant? {
        guard let rule = rule(of: row) else { return nil }
        var next = rule.next(after: instant, in: zone)
        while let taken, let date = next, taken.contains(date) {
            next = rule.next(after: date, in: zone)
        }
        return next
    }

    private func rule(of row: PlanRow) -> CalendarRule? {
        if let rule = rules[row.id] { return rule }
        guard let grammar = CalendarSpec.Grammar(rawValue: row.grammar),
            let spec = try? CalendarSpec(row.rule, in: grammar),
            let rule = try? CalendarTrigger(spec: spec, monthEnd: row.monthEnd).rule()
        else { return nil }
        know(rule, of: row.id)
        return rule
    }

    /// Keeps a request's rule, so that a change of zone finds it read.
    func know(_ rule: CalendarRule, of id: Int64) {
        if rules.count >= Self.mostRules { rules = [:] }
        rules[id] = rule
    }
}

/// The dates of all calendar requests, found anew.
private struct Plans {
    var moved: [Replanned] = []
    var earliest: Instant?
    var count = 0
    /// The user's zone.
    var zone = ""
    /// Which round found them.
    var round = 0

    /// Takes in a request's new date; one that has none any more keeps what it had.
    mutating func take(
        _ row: PlanRow,
        due: Instant?,
        settled: Instant,
        comingAgain: Int = 0
    ) {
        var date = due ?? row.due
        if let until = row.until, date > until { date = row.due }
        note(date, isPaused: row.isPaused)
        guard date != row.due || settled != row.settled else { return }
        moved.append(
            Replanned(
                id: row.id,
                due: date,
                settled: settled,
                settledBefore: row.settled,
                comingAgain: comingAgain
            )
        )
    }

    mutating func note(_ date: Instant, isPaused: Bool) {
        guard !isPaused else { return }
        earliest = min(earliest ?? date, date)
    }
}
