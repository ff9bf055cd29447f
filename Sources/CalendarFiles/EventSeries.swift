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
    private static let compared = 100
    /// As many dates may come in the year in which a rule begins.
    private static let mostOfFirstYear = 400
    /// As many steps of a rule are looked at.
    private static let mostSteps = 200_000

    private let start: CalendarTime
    private let rule: RecurrenceRule?
    private let until: Instant?
    private let more: [WallTime]
    private let without: Set<WallTime>

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
    private func upcoming(
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

    private func schedule(of dates: [(event: WallTime, alarm: WallTime)]) -> Schedule {
        var schedule = Schedule()
        let isAlone = rule == nil && more.isEmpty
        for (event, alarm) in dates {
            let suffix = isAlone ? "" : "/\(event)"
            schedule.triggers.append((suffix, single(alarm, start.zone)))
        }
        return schedule
    }

    /// One request that repeats; `nil` where our own engine would not come to the same dates.
    private func repeating(
        _ rule: RecurrenceRule,
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> Schedule? {
        guard more.isEmpty, without.isEmpty,
            let text = rule.calendarEvent(from: start.wall, shiftedBy: offset)
        else { return nil }
        let theirs = try steps(of: rule, offset, after: now, atMost: Self.compared)
        guard !theirs.dates.isEmpty else { return Schedule() }
        let wallNow = WallTime(now, in: start.zone.rules)
        guard let trigger = trigger(text, after: wallNow, isFor: theirs.dates[...], offset) else {
            return try repeatingNextYear(rule, text, offset, after: now)
        }
        var schedule = Schedule(triggers: [("", trigger)])
        schedule.options.until = until.map {
            $0.advanced(byMicroseconds: Int64(offset) * 1_000_000)
        }
        if let count = rule.count {
            let left = count - theirs.past
            guard left <= ScheduleOptions.mostTimes else { return nil }
            schedule.options.times = left
        }
        return schedule
    }

    /// A trigger that repeats; `nil` where it comes to other dates than a rule, after a wall time.
    private func trigger(
        _ text: String,
        after wall: WallTime,
        isFor theirs: ArraySlice<WallTime>,
        _ offset: Int
    ) -> NotificationTrigger? {
        let trigger = CalendarTrigger(
            spec: .onCalendar(text),
            timeZone: start.zone.identifier,
            repeats: true
        )
        guard let ours = try? trigger.rule() else { return nil }
        // On one wall without a zone: gaps and overlaps are our own rules' matter.
        var next = ours.next(after: FixedZone.instant(of: wall), in: FixedZone.utc)
        for date in theirs {
            guard let found = next, WallTime(found, in: FixedZone.utc) == date.advanced(by: offset)
            else { return nil }
            next = ours.next(after: found, in: FixedZone.utc)
        }
        return .calendar(trigger)
    }

    /// What begins later than the rule has a date: its first year's dates one by one, and from the next
    /// year on a request that repeats.
    private func repeatingNextYear(
        _ rule: RecurrenceRule,
        _ text: String,
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> Schedule? {
        guard rule.count == nil, until == nil, let years = text.firstRange(of: "*-") else {
            return nil
        }
        let most = Self.mostOfFirstYear + Self.compared
        let theirs = try steps(of: rule, offset, after: now, atMost: most).dates
        guard let year = theirs.first?.advanced(by: offset).date.year else { return nil }
        let singles = theirs.prefix { $0.advanced(by: offset).date.year == year }
        guard singles.count <= Self.mostOfFirstYear else { return nil }
        let later = text.replacingCharacters(years, with: "\(year + 1)..9999-")
        let end = WallTime(
            date: CivilDate(year: year, month: 12, day: 31),
            time: CivilTime(secondOfDay: 86_399)
        )
        let rest = theirs.dropFirst(singles.count).prefix(Self.compared)
        guard !rest.isEmpty, let trigger = trigger(later, after: end, isFor: rest, offset) else {
            return nil
        }
        var schedule = schedule(of: upcoming(Array(singles), offset, after: now))
        schedule.triggers.append(("", trigger))
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
    private func steps(
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

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}

extension FixedZone {
    /// The instant of a wall time in a zone without changes.
    fileprivate static func instant(of wall: WallTime) -> Instant {
        Instant(
            seconds: Int64(wall.date.dayNumber) * 86_400 + Int64(wall.time.secondOfDay)
        )
    }
}

extension WallTime {
    /// The wall time a number of seconds later on the same wall.
    func advanced(by seconds: Int) -> WallTime {
        let sum = date.dayNumber * 86_400 + time.secondOfDay + seconds
        let second = (sum % 86_400 + 86_400) % 86_400
        return WallTime(
            date: CivilDate(dayNumber: (sum - second) / 86_400),
            time: CivilTime(secondOfDay: second)
        )
    }

    static func isEarlier(_ left: WallTime, _ right: WallTime) -> Bool {
        (left.date.dayNumber, left.time.secondOfDay) < (
            right.date.dayNumber, right.time.secondOfDay
        )
    }

    fileprivate func isUpTo(_ other: WallTime) -> Bool { !WallTime.isEarlier(other, self) }
}
