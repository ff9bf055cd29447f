import AgentInterface
import NotifyCore

/// Computes the dates of requests from their rules, and tracks whether the stored dates are valid.
final class Planner {
    private let store: Store
    private let clock: any AgentClock
    private let zones: ZoneSource
    /// The time zone in which all dates were last computed; `nil` if some of them are outdated.
    private var plannedZone: String?
    /// The number of the planning round.
    ///
    /// Dates of an earlier round may be outdated.
    private(set) var round = 0
    /// Whether a request may be settled up to a date in the future.
    private var isSettledAhead = false
    /// How far the wall clock was ahead of the clock since boot when all intervals were last written.
    private var alignedOffset: Duration?
    private var rules = RuleCache()

    init(store: Store, clock: any AgentClock, zones: ZoneSource) {
        self.store = store
        self.clock = clock
        self.zones = zones
    }

    /// Marks all dates as outdated, because the clock or the zone has changed.
    func invalidate() {
        plannedZone = nil
        round += 1
    }

    /// Stores new dates.
    func store(_ plans: Plans) throws(RequestError) {
        try store.replan(plans.moved)
        // The clock may have been set since the dates were computed.
        if plans.round == round { plannedZone = plans.zone }
    }

    /// Takes imported requests into account.
    ///
    /// - Returns: whether all dates are to be computed again, because the zone or the clock has changed since theirs
    ///   were computed.
    func noteImported(of planRound: Int, isSettledAhead: Bool) -> Bool {
        if isSettledAhead { self.isSettledAhead = true }
        guard planRound != round else { return false }
        plannedZone = nil
        return true
    }

    /// Checks the dates that an earlier run planned.
    ///
    /// - Parameter step: how far the clock was set forward since then; `nil` if it was not.
    func restore(returnedBy step: Duration?, isClockTrusted: Bool) throws(RequestError) -> Bool {
        let valid = try checkFingerprint(isClockTrusted: isClockTrusted)
        if !valid.intervals { try alignIntervals(isClockTrusted: isClockTrusted) }
        guard isClockTrusted else { return false }
        if let step { try goOnAfterReturn(by: step) }
        return !valid.dates
    }

    /// Stores the fingerprint of the stored dates.
    func rememberFingerprint() throws(RequestError) {
        guard !isSettledAhead, let alignedOffset, plannedZone == zones.local().identifier,
            let fingerprint = try fingerprint(offset: alignedOffset)
        else { return }
        try store.set(.fingerprint, to: fingerprint.text)
    }

    /// Removes the fingerprint from the store and compares it with the current one.
    ///
    /// After a crash the store has no fingerprint, and all dates are recomputed.
    private func checkFingerprint(
        isClockTrusted: Bool
    ) throws(RequestError) -> (intervals: Bool, dates: Bool) {
        let offset = ClockReading(clock).offsets.wall
        guard
            let earlier = try store.removeMetadata(.fingerprint).flatMap(
                ScheduleFingerprint.init
            ),
            isClockTrusted, let now = try fingerprint(offset: offset)
        else { return (false, false) }
        let valid = (
            intervals: earlier.hasValidIntervals(at: now), dates: earlier.hasValidDates(at: now)
        )
        if valid.dates { plannedZone = zones.local().identifier }
        if valid.intervals { alignedOffset = earlier.offset }
        return valid
    }

    private func fingerprint(offset: Duration) throws(RequestError) -> ScheduleFingerprint? {
        guard let edition = zones.edition(try store.zonesInUse()) else { return nil }
        return ScheduleFingerprint(
            boot: clock.boot,
            offset: offset,
            now: clock.now,
            version: AgentNames.programVersion,
            zones: edition
        )
    }

    /// Starts requests that were accepted while the clock was wrong.
    func restart(_ ids: Set<PendingID>, at now: Instant) throws(RequestError) {
        var moved: [Replanned] = []
        try store.eachPlan { row in
            if ids.contains(row.id) { moved.append(Replanned(row, due: row.due, settled: now)) }
        }
        try store.replan(moved)
    }

    /// Recomputes the wall times of intervals from the clock since boot, which nobody can set.
    ///
    /// After a reboot only the stored wall time is known. The time since boot is then computed from it, once
    /// the clock is trusted.
    func alignIntervals(isClockTrusted: Bool) throws(RequestError) {
        let reading = ClockReading(clock)
        let (now, sinceBoot) = (reading.now, reading.sinceBoot)
        var moved: [MovedInterval] = []
        for row in try store.intervals() {
            guard let boot = row.boot, boot.boot == clock.boot else {
                if !isClockTrusted {
                    if row.boot != nil {
                        moved.append(MovedInterval(row, boot: nil))
                    }
                    continue
                }
                let boot = BootDue(boot: clock.boot, time: sinceBoot + now.span(to: row.due))
                moved.append(MovedInterval(row, boot: boot))
                continue
            }
            guard let step = boot.step(from: row.due, now: now, sinceBoot: sinceBoot)
            else { continue }
            moved.append(MovedInterval(row, by: step, boot: boot))
        }
        try store.reschedule(moved)
        alignedOffset = reading.offsets.wall
    }

    /// How many requests a part of a round may have.
    static let maxRequestsOfPart = 128
    /// How long a part of a round may take: other events wait for it, and a single date may take some
    /// milliseconds.
    private static let timeOfPart = Duration.milliseconds(10)

    /// Begins to compute the dates of all calendar requests.
    func begin() throws(RequestError) -> PlanningRound {
        // The stored dates stay outdated until the new ones are stored.
        invalidate()
        isSettledAhead = false
        let local = zones.local()
        let start = clock.sinceBoot
        try moveLeftOut(local)
        return PlanningRound(
            number: round,
            start: start,
            now: clock.now,
            local: local,
            taken: try store.taken()
        )
    }

    /// Computes the dates of the next requests, without storing them.
    func goOn(_ work: inout PlanningRound) throws(RequestError) -> Bool {
        let end = clock.sinceBoot + Self.timeOfPart
        let rows = try store.plans(after: work.position, atMost: Self.maxRequestsOfPart)
        for row in rows {
            try plan(row, &work)
            work.position = row.id
            if clock.sinceBoot >= end { return false }
        }
        return rows.count < Self.maxRequestsOfPart
    }

    private func plan(_ row: PlanRow, _ work: inout PlanningRound) throws(RequestError) {
        work.plans.count += 1
        var zone = work.local
        if let name = row.zone {
            // If the system no longer has the zone, the date stays.
            guard let found = work.named[name] ?? zones.named(name) else {
                return work.plans.note(row.due, isPaused: row.isPaused)
            }
            work.named[name] = found
            zone = found
        }
        let now = work.now
        // The clock was set back: the request continues from the present instead of waiting until the clock reaches
        // its last date again.
        guard row.settled > now else {
            if row.isSpent { return }
            let next = next(of: row, after: row.settled, except: work.taken[row.id], in: zone)
            return work.plans.add(row, due: next, settled: row.settled, reached: row.reached)
        }
        let taken = try store.occurrences(of: row.id, after: now)
        let due = next(of: row, after: now, except: taken, in: zone)
        if row.isSpent {
            guard let due, due <= row.until ?? due, try store.countsUnshown(row.id, after: now)
            else { return }
        }
        let reached = max(row.settled, row.reached ?? now)
        work.plans.add(row, due: due, settled: now, reached: reached)
    }

    /// Continues from where the clock was before it was set back: the dates in between were settled before.
    ///
    /// A step of less than half that distance does not undo the change, and the dates in between are late.
    ///
    /// - Parameter step: how far the clock was set forward.
    func goOnAfterReturn(by step: Duration) throws(RequestError) {
        let now = clock.now
        let local = zones.local()
        var moved: [Replanned] = []
        for row in try store.plansSetBack() {
            guard let reached = row.reached, reached > now.advanced(by: .zero - step),
                reached <= now.advanced(by: step)
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

    /// Removes a pending request that had ended before the clock was set back and has now ended again.
    private func endAgain(_ id: PendingID, in local: some ZoneRules) throws(RequestError) {
        guard let row = try store.pending(id: id), let pending = try? store.pending(of: row) else {
            return
        }
        let zone: any ZoneRules = (try? zones.zone(of: pending.request.trigger)) ?? local
        // A request without a date in another zone keeps its date and is delivered then.
        guard pending.request.trigger.repeats, pending.replanned(in: zone) == nil,
            try store.countsUnshown(id, after: .distantPast)
        else { return }
        try store.endAgain(id)
    }

    /// Moves the dates that were left out to the instants of their wall times in the present zones.
    private func moveLeftOut(_ local: some ZoneRules) throws(RequestError) {
        let dates = store.leftOutDates
        var moved: [(id: Int64, to: Instant)] = []
        for entry in try dates.all() {
            let zone: (any ZoneRules)? =
                if let name = entry.zone { zones.named(name) } else { local }
            guard let zone else { continue }
            let date = entry.date.shown(withOffset: entry.offset, in: zone)
            if date != entry.date { moved.append((entry.id, date)) }
        }
        try dates.move(moved)
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

/// New dates of all calendar requests.
struct Plans {
    /// The requests whose dates change.
    var moved: [Replanned] = []
    /// The earliest date.
    var earliest: Instant?
    /// The number of requests.
    var count = 0
    /// The user's zone.
    var zone = ""
    /// The planning round that computed the dates.
    var round = 0

    /// Records a request's new date; a request without one keeps its date.
    mutating func add(
        _ row: PlanRow,
        due: Instant?,
        settled: Instant,
        reached: Instant?
    ) {
        let date = row.within(due)
        note(date, isPaused: row.isPaused)
        guard date != row.due || settled != row.settled else { return }
        moved.append(Replanned(row, due: date, settled: settled, reached: reached))
    }

    /// Considers the date of a request for the earliest one.
    mutating func note(_ date: Instant, isPaused: Bool) {
        guard !isPaused else { return }
        earliest = min(earliest ?? date, date)
    }
}

/// The work of computing the dates of all calendar requests, part by part.
struct PlanningRound {
    /// The dates so far.
    var plans = Plans()
    /// The number of the last request that was looked at.
    var position = PendingID(0)
    /// The zones by name that were found.
    var named: [String: any ZoneRules] = [:]
    /// When it began, and when the timers were armed with its dates.
    let start: BootTime
    var armed: BootTime?
    /// When it began, by the wall clock.
    let now: Instant
    /// The user's zone.
    let local: any ZoneRules
    /// The dates that must not come, by the requests' numbers.
    let taken: [PendingID: Set<Instant>]

    init(
        number: Int,
        start: BootTime,
        now: Instant,
        local: any ZoneRules,
        taken: [PendingID: Set<Instant>]
    ) {
        (self.start, self.now, self.local, self.taken) = (start, now, local, taken)
        plans.zone = local.identifier
        plans.round = number
    }
}

/// Parsed rules by the numbers of their requests, because parsing takes longer than computing a date.
///
/// A number is never reused, and a request keeps its rule.
struct RuleCache {
    private static let maxCount = 20_000
    /// The maximum length of the text of a rule that is kept: a series with many single dates takes more memory than
    /// all others.
    private static let maxLength = 1_024

    private var rules: [PendingID: DateRule] = [:]

    /// Returns the rule of a request; `nil` if it is invalid.
    mutating func rule(of row: PlanRow) -> DateRule? {
        if let rule = rules[row.id] { return rule }
        guard let grammar = CalendarSpec.Grammar(rawValue: row.grammar),
            let spec = try? CalendarSpec(row.rule, in: grammar),
            let rule = try? CalendarTrigger(spec: spec, monthEnd: row.monthEnd).rule()
        else { return nil }
        guard row.rule.utf8.count <= Self.maxLength else { return rule }
        if rules.count >= Self.maxCount { rules = [:] }
        rules[row.id] = rule
        return rule
    }
}
