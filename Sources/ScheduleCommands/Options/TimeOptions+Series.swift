import NotifyCore

extension TimeOptions {
    /// Returns the rule of a repeating request at the time of `--at`.
    ///
    /// - Returns: the rule; `nil` where `--at` is no time without a day, or the rule has no single time to change.
    func movedRule(of trigger: NotificationTrigger, now: Instant) throws -> NotificationTrigger? {
        guard let date, case .calendar(let calendar) = trigger, calendar.repeats,
            let time = CivilTime(words: date), var moved = calendar.moved(to: time)
        else { return nil }
        _ = try self.trigger(now: now)
        if let zone { moved.timeZone = zone }
        return .calendar(moved)
    }

    /// Refuses a time that would end a series without a word.
    func checkSeries(
        of request: NotificationRequest,
        becoming trigger: NotificationTrigger
    ) throws(RequestError) {
        guard request.trigger.repeats, !trigger.repeats, !once, let option = givenTimes.first else {
            return
        }
        let name = request.identifier.quoted
        let way =
            ["components", "in", "near"].contains(option)
            ? "add --repeat" : "change the rule, as in --on \"Tue 15:00\""
        throw RequestError(
            .invalidTrigger,
            "\(name) repeats, \(request.trigger.words), and --\(option) names one date: \(way); for "
                + "a single date remove it and add it again"
        )
    }
}

extension NotificationTrigger {
    /// Returns a series by another rule, whose first date and time stay.
    ///
    /// - Returns: the series; `nil` where this is none, or another first date is given.
    func continued(by time: TimeOptions, now: Instant) throws -> NotificationTrigger? {
        guard time.recurrence.rule != nil || time.interval != nil, time.recurrence.starting == nil,
            case .calendar(let calendar) = self, case .recurrence(let series) = calendar.spec
        else { return nil }
        var whole = time
        whole.recurrence.starting = "\(series.start)"
        if time.zone == nil { whole.zone = calendar.timeZone }
        let changed = try whole.trigger(now: now)
        guard case .calendar(var later) = changed, case .recurrence(var dates) = later.spec else {
            return changed
        }
        // A reminder stays as long before each date.
        dates.offset = series.offset
        later.spec = .recurrence(dates)
        return .calendar(later)
    }

    /// Changes the zone alone, and keeps the times on its clock.
    ///
    /// - Returns: whether it has dates on a clock whose zone is not in the text of its rule.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such zone.
    mutating func changeZone(to zone: String) throws -> Bool {
        guard case .calendar(var calendar) = self, calendar.spec.zoneIdentifier == nil else {
            return false
        }
        _ = try ZoneOption.rules(zone)
        calendar.timeZone = zone
        self = .calendar(calendar)
        return true
    }
}
