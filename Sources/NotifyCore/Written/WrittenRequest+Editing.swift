/// Changes of a request by what is written.
extension WrittenRequest {
    /// Changes what is written, and takes parts away before; all else stays.
    package func edit(
        _ request: inout NotificationRequest,
        clearing cleared: [WrittenPart] = [],
        in context: WrittenContext
    ) throws(WrittenError) {
        for part in cleared { try Self.clear(part, of: &request, in: context) }
        try changeTime(of: &request, in: context)
        // A day ends where the request has its dates.
        let zone = try Self.zone(of: request.trigger, in: context)
        let content = parts.filter { $0.row.change != nil }
        try change(&request, content, in: context, zone: zone)
    }

    private static func zone(
        of trigger: NotificationTrigger,
        in context: WrittenContext
    ) throws(WrittenError) -> any ZoneRules {
        do {
            return try context.zones.zone(of: trigger)
        } catch {
            throw WrittenError(.zone, error)
        }
    }

    private static func clear(
        _ part: WrittenPart,
        of request: inout NotificationRequest,
        in context: WrittenContext
    ) throws(WrittenError) {
        switch part {
        case .except: request.changeSeries { ($0.excluded, $0.excludedDays) = ([], []) }
        case .also: request.changeSeries { $0.additional = [] }
        default:
            try WrittenRequest().change(
                &request,
                [part],
                in: context,
                zone: context.zones.local()
            )
        }
    }

    /// Changes a request as another text describes it than the one that ``init(_:in:)`` has made of it.
    ///
    /// - Returns: whether its time is another one.
    package func change(
        _ request: inout NotificationRequest,
        since before: WrittenRequest,
        in context: WrittenContext
    ) throws(WrittenError) -> Bool {
        let changed = WrittenPart.allCases.filter { entries(of: $0) != before.entries(of: $0) }
        try change(
            &request,
            changed,
            in: context,
            zone: try zone(in: context),
            keepsUnwritten: true
        )
        guard changed.contains(where: WrittenPart.partsOfTime.contains) else { return false }
        let old = request.trigger
        request.trigger = try trigger(in: context)
        // A place keeps the name that its app gave it.
        if case .location(var place) = request.trigger, case .location(let old) = old {
            place.region.identifier = old.region.identifier
            request.trigger = .location(place)
        }
        try setLastDateInWords(of: &request, in: context)
        try checkLimits(of: request.trigger)
        return true
    }

    /// Changes the time of a request, if parts of it are written.
    ///
    /// What limits a repeating request goes where it does not repeat any more, which only `--once` brings about.
    private func changeTime(
        of request: inout NotificationRequest,
        in context: WrittenContext
    ) throws(WrittenError) {
        if !setsTime {
            try changeDates(of: &request, in: context)
        } else if let moved = try movedRule(of: request.trigger, in: context) {
            request.trigger = moved
        } else {
            let later = try continued(request.trigger, in: context)
            let trigger = if let later { later } else { try trigger(in: context) }
            try checkSeries(of: request, becoming: trigger)
            request.trigger = trigger
            try setLastDateInWords(of: &request, in: context)
        }
        try checkLimits(of: request.trigger)
        if !request.trigger.repeats { (request.options.until, request.options.times) = (nil, nil) }
        if !request.trigger.hasDates { request.options.wakes = false }
    }

    /// Whether a part sets the time itself.
    package var setsTime: Bool { parts.contains { $0.row.sets == .time } }

    /// Changes the zone of a time, and the dates of a series.
    private func changeDates(
        of request: inout NotificationRequest,
        in context: WrittenContext
    ) throws(WrittenError) {
        // What needs no time beside it here.
        var rest = self
        rest.remove([.until, .times, .late, .wake, .starting, .except, .also])
        if let name = self[.zone], case .calendar(var calendar) = request.trigger,
            calendar.spec.zoneIdentifier == nil
        {
            _ = try zone(in: context)
            calendar.timeZone = name
            request.trigger = .calendar(calendar)
            rest.remove([.zone])
        }
        _ = try rest.trigger(in: context)
        guard let part = [WrittenPart.starting, .except, .also].first(where: has) else { return }
        guard case .calendar(var trigger) = request.trigger,
            case .recurrence(let series) = trigger.spec
        else {
            throw WrittenError(
                company: part,
                "\(part) changes dates of a rule that counts, which \(request.identifier.quoted) has not; give it one, as in \(.rrule, is: "FREQ=WEEKLY;BYDAY=TU")"
            )
        }
        let zone = try Self.zone(of: request.trigger, in: context)
        trigger.spec = .recurrence(try changed(series, in: context, zone))
        request.trigger = .calendar(trigger)
    }

    /// Returns the rule of a repeating request at the time of `--at`.
    ///
    /// - Returns: the rule; `nil` where `--at` is no time without a day, or the rule has no single time to change.
    private func movedRule(
        of trigger: NotificationTrigger,
        in context: WrittenContext
    ) throws(WrittenError) -> NotificationTrigger? {
        guard let text = self[.at], case .calendar(let calendar) = trigger, calendar.repeats,
            let time = CivilTime(words: text), var moved = calendar.moved(to: time)
        else { return nil }
        _ = try self.trigger(in: context)
        if let zone = self[.zone] { moved.timeZone = zone }
        return .calendar(moved)
    }

    /// Returns a series by another rule, whose first date and time stay.
    ///
    /// - Returns: the series; `nil` where this is none, or another first date is given.
    package func continued(
        _ old: NotificationTrigger,
        in context: WrittenContext
    ) throws(WrittenError) -> NotificationTrigger? {
        guard self[.rrule] != nil || self[.every] != nil, self[.starting] == nil,
            case .calendar(let calendar) = old, case .recurrence(let series) = calendar.spec
        else { return nil }
        var whole = self
        whole[.starting] = "\(series.start)"
        if whole[.zone] == nil { whole[.zone] = calendar.timeZone }
        let changed = try whole.trigger(in: context)
        guard case .calendar(var later) = changed, case .recurrence(var dates) = later.spec else {
            return changed
        }
        // A reminder stays as long before each date.
        dates.offset = series.offset
        later.spec = .recurrence(dates)
        return .calendar(later)
    }

    /// Refuses a time that would end a series without a word.
    private func checkSeries(
        of request: NotificationRequest,
        becoming trigger: NotificationTrigger
    ) throws(WrittenError) {
        guard request.trigger.repeats, !trigger.repeats, self[.repeats] == nil,
            let part = parts.first(where: { $0.row.sets == .time })
        else { return }
        let way: WrittenSentence =
            [.components, .delay, .near].contains(part)
            ? "add \(.repeats, is: "true")" : "change the rule, as in \(.on, is: "Tue 15:00")"
        throw WrittenError(
            part,
            "\(request.identifier.quoted) repeats, \(request.trigger.words), and \(part) names one date: \(way); for a single date add \(.repeats, is: "false")"
        )
    }
}

extension NotificationRequest {
    /// Changes the series of the trigger, if it has one.
    fileprivate mutating func changeSeries(_ change: (inout RecurrenceSeries) -> Void) {
        guard case .calendar(var calendar) = trigger, case .recurrence(var series) = calendar.spec
        else { return }
        change(&series)
        calendar.spec = .recurrence(series)
        trigger = .calendar(calendar)
    }
}
