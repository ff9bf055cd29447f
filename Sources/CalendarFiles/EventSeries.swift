import AgentInterface
import NotifyCore

/// The dates of an event: the first, those of its rule, and added or excluded ones.
struct EventSeries {
    /// The triggers of an alarm, each with a suffix of the identifier.
    struct Schedule {
        var triggers: [(suffix: String, trigger: NotificationTrigger)] = []
        var options = ScheduleOptions()
        /// A remark about differences to the event.
        var remark: String?
    }

    /// The maximum of single dates of an event with an end.
    static let maxDates = 1_000
    /// The maximum of single dates of an event without an end.
    static let maxIfEndless = 100
    /// The number of a rule's dates that are compared with the engine's.
    static let compared = 100
    /// The maximum of single dates in the first year of a rule.
    static let maxInFirstYear = 400
    /// The maximum of steps of a rule.
    private static let maxSteps = 200_000

    let start: CalendarTime
    let rule: RecurrenceRule?
    let until: Instant?
    let more: [WallTime]
    let without: Set<WallTime>

    /// Reads the dates of an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - start: its first date.
    ///   - isOneOfMany: whether it replaces one date of another event.
    ///   - without: dates that separate events replace.
    ///   - time: reads the date of a property.
    /// - Throws: ``NotifyCore/RequestError`` that names the invalid part.
    init(
        _ event: CalendarNode,
        start: CalendarTime,
        isOneOfMany: Bool,
        without: Set<WallTime>,
        time: (CalendarProperty) throws(RequestError) -> CalendarTime
    ) throws(RequestError) {
        self.start = start
        let rules = isOneOfMany ? [] : event.all("RRULE")
        guard rules.count <= 1 else {
            throw RequestError(.invalidContent, "it has several RRULEs; write an event for each")
        }
        guard event["EXRULE"] == nil else {
            throw RequestError(.invalidContent, "EXRULE is not supported; write EXDATE")
        }
        do {
            rule = try rules.first.map { property throws(TimeSpecError) in
                try RecurrenceRule(property.value)
            }
        } catch {
            throw RequestError(.invalidContent, error.message)
        }
        until = try rule?.until.map { (text) throws(RequestError) in
            var end = try CalendarTime(text, in: start.zone)
            // The whole day is included.
            if end.isDay { end.wall = end.wall.advanced(by: 86_399) }
            guard let instant = end.instant else {
                throw RequestError(.invalidContent, "RRULE: UNTIL \(text.quoted) is not a date")
            }
            return instant
        }
        var more: [WallTime] = []
        var less = isOneOfMany ? [] : without
        for property in isOneOfMany ? [] : event.properties
        where ["RDATE", "EXDATE"].contains(property.name) {
            guard !property.value.contains("/") else {
                throw RequestError(
                    .invalidContent,
                    "\(property.name) with periods is not supported"
                )
            }
            var date = try time(property)
            if date.zone != start.zone, let instant = date.instant {
                date.wall = WallTime(instant, in: start.zone.rules)
            }
            if property.name == "RDATE" {
                more.append(date.wall)
            } else if date.isDay {
                less.insert(WallTime(date: date.wall.date, time: start.wall.time))
            } else {
                less.insert(date.wall)
            }
        }
        self.more = more
        self.without = less
    }

    /// Returns the schedule of an alarm after an instant.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if libical cannot parse the rule.
    func schedule(of alarm: AlarmTime, after now: Instant) throws(RequestError) -> Schedule {
        switch alarm {
        case .at(let time):
            guard let instant = time.instant, instant > now else { return Schedule() }
            return Schedule(triggers: [("", single(time.wall, time.zone))])
        case .afterStart(let offset):
            guard let rule else {
                let dates = ([start.wall] + more).filter { !without.contains($0) }
                return schedule(of: upcoming(dates, offset, after: now))
            }
            if let schedule = try repeating(rule, offset, after: now) { return schedule }
            return try expanded(rule, offset, after: now)
        }
    }

    /// Returns a trigger for a single date.
    private func single(_ wall: WallTime, _ zone: CalendarZone) -> NotificationTrigger {
        let spec = CalendarSpec.components(CalendarComponents(wall))
        return .calendar(CalendarTrigger(spec: spec, timeZone: zone.identifier))
    }

    /// Returns the dates of an alarm after an instant, compared by day for dates without a time.
    func upcoming(
        _ dates: [WallTime],
        _ offset: Int,
        after now: Instant
    ) -> [(event: WallTime, alarm: WallTime)] {
        let rules = start.zone.rules
        return dates.compactMap { date in
            let day = date.advanced(by: offset / 86_400 * 86_400)
            guard
                let instant = start.zone.instant(of: day)?
                    .advanced(byMicroseconds: Int64(offset % 86_400) * 1_000_000),
                instant > now
            else { return nil }
            return (date, WallTime(instant, in: rules))
        }
    }

    func schedule(of dates: [(event: WallTime, alarm: WallTime)]) -> Schedule {
        var schedule = Schedule()
        let isAlone = rule == nil && more.isEmpty
        for (event, alarm) in dates {
            let suffix = isAlone ? "" : "/\(event)"
            schedule.triggers.append((suffix, single(alarm, start.zone)))
        }
        return schedule
    }

    /// Returns single dates, up to the maximum.
    private func expanded(
        _ rule: RecurrenceRule,
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> Schedule {
        let isEndless = rule.count == nil && until == nil
        let limit = isEndless ? Self.maxIfEndless : Self.maxDates
        let found = try steps(of: rule, offset, after: now, atMost: limit + 1)
        guard isEndless || found.dates.count <= limit else {
            throw RequestError(
                .invalidContent,
                "RRULE \(rule.textWithoutUntil.quoted) has more than \(limit) dates and cannot be stored as "
                    + "one rule; let it end earlier"
            )
        }
        let dates = found.dates.prefix(limit) + more.filter { !without.contains($0) }
        let upcoming = upcoming(Set(dates).sorted(by: WallTime.isEarlier), offset, after: now)
        var schedule = schedule(of: upcoming)
        if isEndless, found.dates.count > limit, let last = upcoming.last {
            schedule.remark =
                "RRULE \(rule.textWithoutUntil.quoted) cannot be stored as one rule; its next \(limit) dates "
                + "are imported, up to \(last.event.date): import it again before then"
        }
        return schedule
    }

    /// Returns the dates of the rule whose alarm is after an instant, and the number of earlier ones.
    func steps(
        of rule: RecurrenceRule,
        _ offset: Int,
        after now: Instant,
        atMost limit: Int
    ) throws(RequestError) -> (dates: [WallTime], past: Int) {
        let zone = start.zone.rules
        // Far from the instant the zone does not matter, so its rules are not used.
        let wallNow = WallTime(now, in: zone)
        let nearly = wallNow.advanced(by: -2 * 86_400 - max(0, offset))
        var dates: [WallTime] = []
        var past = 0
        var steps = 0
        for date in try CalendarDates(rule.textWithoutUntil, from: start) {
            steps += 1
            guard steps <= Self.maxSteps else {
                throw RequestError(
                    .invalidContent,
                    "RRULE \(rule.textWithoutUntil.quoted) has more than \(Self.maxSteps) dates up to now"
                )
            }
            if let until, let instant = start.zone.instant(of: date), instant > until { break }
            if WallTime.isEarlier(date, nearly) || date.advanced(by: offset).isUpTo(wallNow) {
                past += 1
                continue
            }
            guard !without.contains(date) else { continue }
            dates.append(date)
            if dates.count == limit { break }
        }
        return (dates, past)
    }
}
