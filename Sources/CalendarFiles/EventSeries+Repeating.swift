import NotifyCore

extension EventSeries {
    /// One request that repeats; `nil` where our own engine would not come to the same dates.
    func repeating(
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
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}

extension FixedZone {
    /// The instant of a wall time in a zone without changes.
    static func instant(of wall: WallTime) -> Instant {
        Instant(
            seconds: Int64(wall.date.dayNumber) * 86_400 + Int64(wall.time.secondOfDay)
        )
    }
}
