import AgentInterface
import NotifyCore

/// The dates of an event: the first, those of its rule, single ones more or less.
struct EventSeries {
    /// The triggers of an alarm, each with what is added to the identifier.
    struct Schedule {
        var triggers: [(suffix: String, trigger: NotificationTrigger)] = []
        var options = ScheduleOptions()
        /// What is not as the event says.
        var remark: String?
    }

    /// As many dates are taken one by one where an event has an end.
    static let mostDates = 1_000
    /// As many where it has none.
    static let mostOfEndless = 100
    /// As many dates of a rule are compared with those of our own engine.
    static let compared = 100
    /// As many dates may come in the year in which a rule begins.
    static let mostOfFirstYear = 400
    /// As many steps of a rule are looked at.
    private static let mostSteps = 200_000

    let start: CalendarTime
    let rule: RecurrenceRule?
    let until: Instant?
    let more: [WallTime]
    let without: Set<WallTime>

    /// Takes the dates out of an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - start: its first date.
    ///   - isOneOfMany: whether it is one date of another event.
    ///   - without: dates that events of their own replace.
    ///   - time: reads the date of a property.
    /// - Throws: ``NotifyCore/RequestError`` that names the part that does not hold.
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
            throw RequestError(.invalidContent, "it has several RRULEs; write an event each")
        }
        guard event["EXRULE"] == nil else {
            throw RequestError(.invalidContent, "EXRULE is not offered; write EXDATE")
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
            // A day counts whole.
            if end.isDay { end.wall = end.wall.advanced(by: 86_399) }
            guard let instant = end.instant else {
                throw RequestError(.invalidContent, "RRULE: UNTIL \(text.quoted) is no date")
            }
            return instant
        }
        var more: [WallTime] = []
        var less = isOneOfMany ? [] : without
        for property in isOneOfMany ? [] : event.properties
        where ["RDATE", "EXDATE"].contains(property.name) {
            guard !property.value.contains("/") else {
                throw RequestError(.invalidContent, "\(property.name) with periods is not offered")
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

    /// When an alarm comes after an instant.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where libical does not take the rule.
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

    /// A date on which an alarm comes once.
    private func single(_ wall: WallTime, _ zone: CalendarZone) -> NotificationTrigger {
        let spec = CalendarSpec.components(CalendarComponents(wall))
        return .calendar(CalendarTrigger(spec: spec, timeZone: zone.identifier))
    }

    /// The dates that an alarm comes on after an instant: days as the wall has them, the rest exactly.
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

    /// The dates one by one, as far as there is room.
    private func expanded(
        _ rule: RecurrenceRule,
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> Schedule {
        let isEndless = rule.count == nil && until == nil
        let most = isEndless ? Self.mostOfEndless : Self.mostDates
        let found = try steps(of: rule, offset, after: now, atMost: most + 1)
        guard isEndless || found.dates.count <= most else {
            throw RequestError(
                .invalidContent,
                "RRULE \(rule.textWithoutUntil.quoted) has more than \(most) dates and cannot be held as "
                    + "one rule; let it end earlier"
            )
        }
        let dates = found.dates.prefix(most) + more.filter { !without.contains($0) }
        let upcoming = upcoming(Set(dates).sorted(by: WallTime.isEarlier), offset, after: now)
        var schedule = schedule(of: upcoming)
        if isEndless, found.dates.count > most, let last = upcoming.last {
            schedule.remark =
                "RRULE \(rule.textWithoutUntil.quoted) cannot be held as one rule; its next \(most) dates "
                + "are taken, up to \(last.event.date): import it again before then"
        }
        return schedule
    }

    /// The dates of the rule whose alarm comes after an instant, and how many came before.
    func steps(
        of rule: RecurrenceRule,
        _ offset: Int,
        after now: Instant,
        atMost most: Int
    ) throws(RequestError) -> (dates: [WallTime], past: Int) {
        let zone = start.zone.rules
        // Far from it no zone matters, and dates need not be looked up one by one.
        let wallNow = WallTime(now, in: zone)
        let nearly = wallNow.advanced(by: -2 * 86_400 - max(0, offset))
        var dates: [WallTime] = []
        var past = 0
        var steps = 0
        for date in try CalendarDates(rule.textWithoutUntil, from: start) {
            steps += 1
            guard steps <= Self.mostSteps else {
                throw RequestError(
                    .invalidContent,
                    "RRULE \(rule.textWithoutUntil.quoted) has more than \(Self.mostSteps) dates up to now"
                )
            }
            if let until, let instant = start.zone.instant(of: date), instant > until { break }
            if WallTime.isEarlier(date, nearly) || date.advanced(by: offset).isUpTo(wallNow) {
                past += 1
                continue
            }
            guard !without.contains(date) else { continue }
            dates.append(date)
            if dates.count == most { break }
        }
        return (dates, past)
    }
}
