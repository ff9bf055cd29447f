import NotifyCore

/// The dates of a request as an event has them.
struct ExportedSeries {
    /// The number of dates that are compared with the engine's.
    private static let compared = 100

    /// The first date, the rule, and the alarm's offset.
    private(set) var dates: RecurrenceSeries
    /// Whether the event has all dates of the request; else it has the next one alone.
    private(set) var isWhole = true
    /// Whether the first date is a day without a time.
    private(set) var isDay = false

    /// Converts the dates of a request.
    ///
    /// - Parameter now: the present; what the rule has between it and the next date was skipped.
    init(
        of request: NotificationRequest,
        due: Instant,
        fired: Int,
        in zone: CalendarZone,
        now: Instant
    ) {
        dates = RecurrenceSeries(start: WallTime(due, in: zone.rules))
        guard request.trigger.repeats else {
            if let event = request.content.event { count(from: event, due, in: zone) }
            return
        }
        var rule: RecurrenceRule?
        switch request.trigger {
        case .immediate, .location: break
        case .timeInterval(let length, _):
            guard length % 60_000_000 == 0, length / 60_000_000 <= Int32.max else { break }
            rule = RecurrenceRule(.minutely, interval: Int(length / 60_000_000))
        case .calendar(let trigger):
            if case .recurrence(let series) = trigger.spec,
                let whole = Self.synchronized(series), !request.options.endsDeliveries
            {
                dates = whole
                dates.excluded += Self.skipped(of: whole, after: now, before: due, in: zone)
                return
            }
            rule = self.rule(of: trigger, in: zone)
        }
        rule?.end = Self.end(of: request.options, fired: fired)
        dates.rule = rule
        isWhole = rule != nil
    }

    /// Takes the start of the event of a reminder, with an alarm at the date of the reminder.
    private mutating func count(from event: EventStart, _ due: Instant, in zone: CalendarZone) {
        let start = event.date(ofReminder: due, in: zone.rules)
        let wall = WallTime(start, in: zone.rules)
        let offset =
            switch event.moment {
            case .after(let seconds): -Int(seconds)
            case .at: Int(due.seconds - start.seconds)
            }
        // As a reader counts: days on the clock, and the rest as elapsed time. An hour is missing at a clock change.
        let day = zone.instant(of: wall.advanced(by: offset / 86_400 * 86_400))
        guard let day, day.seconds + Int64(offset % 86_400) == due.seconds else { return }
        dates = RecurrenceSeries(start: wall, offset: offset)
        isDay = event.isDay && zone == .floating && wall.time == .midnight
    }

    /// Returns the dates of a series that do not come: those before the next one.
    private static func skipped(
        of series: RecurrenceSeries,
        after now: Instant,
        before due: Instant,
        in zone: CalendarZone
    ) -> [WallTime] {
        guard let dates = try? RecurrenceDates(series) else { return [] }
        let rest = series.offset % 86_400
        var found: [WallTime] = []
        var last = now
        while let next = dates.next(after: last, in: zone.rules), next < due,
            series.excluded.count + found.count < RecurrenceSeries.maxDates
        {
            let day = next.advanced(byMicroseconds: Int64(-rest) * 1_000_000)
            found.append(WallTime(day, in: zone.rules).advanced(by: rest - series.offset))
            last = next
        }
        return found
    }

    /// Returns a series whose start is one of its dates, which readers take it for; `nil` if it has no date.
    private static func synchronized(_ series: RecurrenceSeries) -> RecurrenceSeries? {
        var series = series
        guard let dates = try? RecurrenceDates(series) else { return nil }
        if series.rule != nil {
            guard let first = dates.firstOfRule else { return nil }
            series.start = first
        }
        // An excluded day has a date for each of its times.
        if !series.excludedDays.isEmpty {
            guard let times = timesOfExcludedDays(series) else { return nil }
            series.excluded += times
            series.excludedDays = []
        }
        return series
    }

    /// The dates on excluded days; `nil` if there are too many.
    private static func timesOfExcludedDays(_ series: RecurrenceSeries) -> [WallTime]? {
        var all = series
        (all.excluded, all.excludedDays, all.offset) = ([], [], 0)
        guard let dates = try? RecurrenceDates(all) else { return nil }
        var found: [WallTime] = []
        for day in Set(series.excludedDays) {
            let midnight = FixedZone.instant(of: WallTime(date: day, time: .midnight))
            var last = midnight.advanced(byMicroseconds: -1)
            let end = midnight.advanced(byMicroseconds: 86_400_000_000)
            while let next = dates.next(after: last, in: FixedZone.utc), next < end {
                found.append(WallTime(next, in: FixedZone.utc))
                last = next
                guard found.count <= RecurrenceSeries.maxDates else { return nil }
            }
        }
        return found.sorted(by: WallTime.isEarlier)
    }

    /// Returns the rule of a trigger from its next date on; `nil` if its dates would differ.
    private func rule(of trigger: CalendarTrigger, in zone: CalendarZone) -> RecurrenceRule? {
        let isOffset = trigger.zoneIdentifier.map { $0 != "UTC" } ?? false && zone == .utc
        guard !isOffset, let own = try? trigger.rule() else { return nil }
        var series = dates
        switch own {
        case .fields(let fields): series.rule = fields.recurrenceRule(from: dates.start)
        case .series(let dates):
            guard dates.series.offset == 0, dates.series.additional.isEmpty else { return nil }
            series.rule = dates.series.rule
            series.rule?.end = nil
        }
        guard series.rule != nil, let found = try? RecurrenceDates(series) else { return nil }
        // Without a zone, because the engine handles gaps and overlaps.
        var last = FixedZone.instant(of: dates.start).advanced(byMicroseconds: -1)
        for _ in 0..<Self.compared {
            let next = own.next(after: last, in: FixedZone.utc)
            guard found.next(after: last, in: FixedZone.utc) == next else { return nil }
            guard let next else { break }
            last = next
        }
        return series.rule
    }

    private static func end(of options: ScheduleOptions, fired: Int) -> RecurrenceRule.End? {
        // A rule has only one end, and the count takes precedence.
        if let times = options.times {
            return .count(min(max(1, times - fired), RecurrenceRule.maxCount))
        }
        return options.until.map { .instant($0) }
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
