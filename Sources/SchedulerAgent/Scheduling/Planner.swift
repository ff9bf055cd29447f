import AgentInterface
import Logging
import NotifyCore

/// Plans the dates of requests: finds them from their rules, and knows whether those in the store are right.
final class Planner {
    private let context: SchedulingContext
    private var store: Store { context.store }
    private var clock: any SchedulerClock { context.clock }
    private var zones: ZoneSource { context.zones }
    /// The user's zone in which all dates were found last; `nil` where they were not, or not all.
    private var plannedZone: String?
    /// The round of planning: what was found in an earlier one may be old.
    private(set) var round = 0
    /// Whether some request may count as dealt with up to a date that lies ahead.
    private var isSettledAhead = false
    /// Microseconds from the clock since boot to the wall clock when all intervals were written last.
    private var alignedOffset: Int64?
    private var rules = RuleCache()
    private var isArming = false
    private var mustArm = false

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Arms the timers.
    ///
    /// One call at a time reaches the timers: an earlier one that came later would put off what a newer one
    /// asked for. A call while one is under way ends at once; the first asks again.
    ///
    /// - Parameter earliest: reads what is due first.
    func arm(_ earliest: () throws(RequestError) -> EarliestDue) async {
        mustArm = true
        guard !isArming else { return }
        isArming = true
        while mustArm {
            mustArm = false
            do {
                await clock.arm(try earliest())
            } catch {
                context.logger.error("\(error)")
                // Otherwise nothing would ask the store again.
                await clock.arm(DeliveryQueue.afterFailure(at: clock.sinceBoot))
            }
        }
        isArming = false
    }

    /// Takes all dates for old: another clock or zone may give others.
    func invalidate() {
        plannedZone = nil
        round += 1
    }

    /// Plans the dates of all calendar requests again.
    func replan() throws(RequestError) {
        try store(try plans())
    }

    /// Stores new dates.
    func store(_ plans: Plans) throws(RequestError) {
        try store.replan(plans.moved)
        // The clock may have been set since they were found.
        if plans.round == round { plannedZone = plans.zone }
    }

    /// Takes imported requests into account.
    ///
    /// - Parameters:
    ///   - stage: what was imported.
    ///   - isClockTrusted: whether the wall clock is trusted.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func noteImported(_ stage: ImportStage, isClockTrusted: Bool) throws(RequestError) {
        if stage.isSettledAhead { isSettledAhead = true }
        // Their dates were found in another zone, or by another clock, than there is now.
        guard stage.planRound != round else { return }
        plannedZone = nil
        if isClockTrusted { try replan() }
    }

    /// Checks the dates that an earlier run planned.
    ///
    /// - Parameters:
    ///   - step: how far the clock was set forward meanwhile, in microseconds; `nil` where it was not.
    ///   - isClockTrusted: whether the wall clock is trusted.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func restore(returnedBy step: Int64?, isClockTrusted: Bool) throws(RequestError) {
        let valid = try takeFingerprint(isClockTrusted: isClockTrusted)
        if !valid.intervals { try alignIntervals(isClockTrusted: isClockTrusted) }
        guard isClockTrusted else { return }
        if let step { try goOnAfterReturn(by: step) }
        if !valid.dates { try replan() }
    }

    /// Writes what the dates in the store were found with.
    func rememberFingerprint() throws(RequestError) {
        guard !isSettledAhead, let alignedOffset, plannedZone == zones.local().identifier,
            let fingerprint = try fingerprint(offset: alignedOffset)
        else { return }
        try store.set(.planBasis, to: fingerprint.text)
    }

    /// Takes out of the store what the dates in it were found with, and checks whether that is the same now.
    ///
    /// An agent that does not come to its end leaves nothing there, and all is planned again.
    private func takeFingerprint(
        isClockTrusted: Bool
    ) throws(RequestError) -> (intervals: Bool, dates: Bool) {
        let offset = ClockReading(clock).offsets.wall
        guard let earlier = try store.take(.planBasis).flatMap(ScheduleFingerprint.init),
            isClockTrusted, let now = try fingerprint(offset: offset)
        else { return (false, false) }
        let valid = (
            intervals: earlier.hasValidIntervals(at: now), dates: earlier.hasValidDates(at: now)
        )
        if valid.dates { plannedZone = zones.local().identifier }
        if valid.intervals { alignedOffset = earlier.offset }
        return valid
    }

    private func fingerprint(offset: Int64) throws(RequestError) -> ScheduleFingerprint? {
        guard let edition = zones.edition(try store.zonesInUse()) else { return nil }
        return ScheduleFingerprint(
            boot: clock.boot,
            offset: offset,
            now: clock.now,
            version: AgentNames.programVersion,
            zones: edition
        )
    }

    /// Lets requests begin now that were accepted under a wrong clock.
    func restart(_ ids: Set<Int64>) throws(RequestError) {
        let now = clock.now
        var moved: [Replanned] = []
        try store.eachPlan { row in
            if ids.contains(row.id) { moved.append(Replanned(row, due: row.due, settled: now)) }
        }
        try store.replan(moved)
    }

    /// Writes the wall times of intervals again from the clock since boot, which nobody can set.
    ///
    /// After another boot it is the other way round: the stored wall time is all that is known, once the
    /// clock can be trusted.
    func alignIntervals(isClockTrusted: Bool) throws(RequestError) {
        let now = clock.now
        let sinceBoot = clock.sinceBoot
        var moved: [MovedInterval] = []
        for row in try store.intervals() {
            guard let boot = row.boot, boot.boot == clock.boot else {
                if !isClockTrusted {
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

    /// Finds the dates of all calendar requests again, from their rules; nothing is stored.
    func plans() throws(RequestError) -> Plans {
        var plans = Plans()
        let now = clock.now
        let local = zones.local()
        plans.zone = local.identifier
        // Until what has been found is in the store.
        invalidate()
        plans.round = round
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
            if row.isSpent { return }
            let next = next(of: row, after: row.settled, except: taken[row.id], in: zone)
            plans.take(row, due: next, settled: row.settled, reached: row.reached)
        }
        for row in overtaken {
            let zone = row.zone.flatMap { named[$0] } ?? local
            let taken = try store.occurrences(of: row.id, after: now)
            let due = next(of: row, after: now, except: taken, in: zone)
            if row.isSpent {
                guard let due, due <= row.until ?? due,
                    try store.countsUnshown(row.id, after: now)
                else { continue }
            }
            plans.take(row, due: due, settled: now, reached: max(row.settled, row.reached ?? now))
        }
        return plans
    }

    /// Goes on where the clock was before it was set back: what it is set forward over was dealt with then.
    ///
    /// A step of less than half the way there is another one, and what it passes over is late.
    ///
    /// - Parameter step: how far the clock was set forward, in microseconds.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func goOnAfterReturn(by step: Int64) throws(RequestError) {
        let now = clock.now
        let local = zones.local()
        var moved: [Replanned] = []
        for row in try store.plansSetBack() {
            guard let reached = row.reached, reached > now.advanced(byMicroseconds: -step),
                reached <= now.advanced(byMicroseconds: step)
            else { continue }
            let settled = min(reached, now)
            guard settled > row.settled else { continue }
            let zone = row.zone.flatMap { zones.named($0) } ?? local
            let taken = try store.occurrences(of: row.id, after: settled)
            let due = next(of: row, after: settled, except: taken, in: zone)
            moved.append(
                Replanned(
                    row,
                    due: row.within(due),
                    settled: settled,
                    reached: now < reached ? reached : nil
                )
            )
        }
        try store.replan(moved)
        for row in moved { try endAgain(row.id, in: local) }
    }

    /// Takes a request out of the list that came to its end before the clock was set back, and has come there again.
    private func endAgain(_ id: Int64, in local: some ZoneRules) throws(RequestError) {
        guard let row = try store.pending(id: id), let pending = try? store.pending(of: row) else {
            return
        }
        let zone: any ZoneRules = (try? zones.zone(of: pending.request.trigger)) ?? local
        // One that has no date in another zone keeps the one it had, and comes then.
        guard pending.request.trigger.repeats, pending.replanned(in: zone) == nil,
            try store.countsUnshown(id, after: .distantPast)
        else { return }
        try store.endAgain(id)
    }

    private func next(
        of row: PlanRow,
        after instant: Instant,
        except taken: Set<Instant>?,
        in zone: some ZoneRules
    ) -> Instant? {
        guard let rule = rules.rule(of: row) else { return nil }
        var next = rule.next(after: instant, in: zone)
        while let taken, let date = next, taken.contains(date) {
            next = rule.next(after: date, in: zone)
        }
        return next
    }
}
