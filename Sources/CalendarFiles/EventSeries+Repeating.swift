import NotifyCore

extension EventSeries {
    /// Returns a repeating request; `nil` if the engine would compute other dates.
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
            guard left <= ScheduleOptions.maxTimes else { return nil }
            schedule.options.times = left
        }
        return schedule
    }

    /// Returns a repeating trigger; `nil` if its dates after a wall time differ from the rule's.
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
        // Without a zone, because the engine handles gaps and overlaps.
        var next = ours.next(after: FixedZone.instant(of: wall), in: FixedZone.utc)
        for date in theirs {
            guard let found = next, WallTime(found, in: FixedZone.utc) == date.advanced(by: offset)
            else { return nil }
            next = ours.next(after: found, in: FixedZone.utc)
        }
        return .calendar(trigger)
    }

    /// Returns triggers for an event that starts after the rule's first date: the dates of its first year one by
    /// one, and a repeating request from the next year on.
    private func repeatingNextYear(
        _ rule: RecurrenceRule,
        _ text: String,
        _ offset: Int,
        after now: Instant
    ) throws(RequestError) -> Schedule? {
        guard rule.count == nil, until == nil, let years = text.firstRange(of: "*-") else {
            return nil
        }
        let limit = Self.maxInFirstYear + Self.compared
        let theirs = try steps(of: rule, offset, after: now, atMost: limit).dates
        guard let year = theirs.first?.advanced(by: offset).date.year else { return nil }
        let singles = theirs.prefix { $0.advanced(by: offset).date.year == year }
        guard singles.count <= Self.maxInFirstYear else { return nil }
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
    /// Returns the instant of a wall time in a zone without changes.
    static func instant(of wall: WallTime) -> Instant {
        Instant(
            seconds: Int64(wall.date.dayNumber) * 86_400 + Int64(wall.time.secondOfDay)
        )
    }
}
