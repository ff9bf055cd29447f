import DesktopTexts

extension NotificationRequest {
    /// Returns when it fires as text in the user's language, such as `every week: Tue at 14:00`.
    ///
    /// Where there is no catalogue of that language it is ``words(in:after:)``. In others a rule that few use stands as it
    /// is written, as the sentences about it are in English.
    package func localWords(in zone: some ZoneRules, after now: Instant) -> String {
        guard Translations.isTranslated else { return words(in: zone, after: now) }
        var words = trigger.localWords(after: now, in: zone)
        if let times = options.times {
            // Translators: %2$s is a rule, such as "every day at 14:00"
            words = trn("%2$s, %1$s time", "%2$s, %1$s times", times, words)
        }
        if let until = options.until {
            // Translators: %1$s is a rule, such as "every day at 14:00"
            words = tr("%1$s, until %2$s", words, LateNote.date(until, now: now, in: zone))
        }
        return words
    }
}

extension NotificationTrigger {
    fileprivate func localWords(after now: Instant, in zone: some ZoneRules) -> String {
        switch self {
        case .immediate: return tr("at once")
        case .timeInterval(let microseconds, let repeats):
            let span = TimeSpan(microseconds: microseconds)?.localWords ?? "\(microseconds) µs"
            // Translators: %1$s is a length of time, such as "1 h 30 min"
            return repeats ? tr("every %1$s", span) : tr("once, after %1$s", span)
        case .location(let trigger):
            return trigger.localWords
        case .calendar(let trigger):
            guard let rule = try? trigger.rule() else { return trigger.spec.text }
            if trigger.repeats { return rule.localWords ?? trigger.spec.text }
            guard let date = rule.next(after: now, in: zone) else { return trigger.spec.text }
            let wall = WallTime(date, in: zone)
            let day = LateNote.words(of: wall.date, today: WallTime(now, in: zone).date)
            // Translators: %1$s is a date, such as "Tue 1 Dec 14:00"
            return tr("once, on %1$s", "\(day) \(wall.time.words)")
        }
    }
}

extension LocationTrigger {
    fileprivate var localWords: String {
        let way =
            switch (repeats, region.notifyOnEntry, region.notifyOnExit) {
            case (true, true, true): tr("each time you arrive or leave")
            case (true, false, true): tr("each time you leave")
            case (true, _, _): tr("each time you arrive")
            case (false, true, true): tr("once you arrive or leave")
            case (false, false, true): tr("once you leave")
            case (false, _, _): tr("once you arrive")
            }
        let place = region.identifier.isEmpty ? "\(region.center)" : region.identifier
        return "\(way) (\(place.isolated), \(Self.words(metres: region.radius)))"
    }
}

extension DateRule {
    /// The rule in the user's language; `nil` for one that few use.
    fileprivate var localWords: String? {
        switch self {
        case .fields(let rule): rule.localWords
        case .series(let dates): dates.series.localWords
        }
    }
}

extension CalendarRule {
    fileprivate var localWords: String? {
        guard years.isAny, daysOfYear.isEmpty, dates.isEmpty, weeks == nil, mirroredDays == 0,
            ordinals | lastOrdinals == 0, !clampsToMonthEnd, hours.nonzeroBitCount == 1,
            minutes.nonzeroBitCount == 1, seconds.nonzeroBitCount == 1
        else { return nil }
        let time = CivilTime(
            hour: hours.trailingZeroBitCount,
            minute: minutes.trailingZeroBitCount,
            second: seconds.trailingZeroBitCount
        ).words
        let hasDays = days != Self.everyDay
        let hasWeekdays = weekdays != Self.everyWeekday
        let hasMonths = months != Self.everyMonth
        switch (hasDays, hasWeekdays, hasMonths) {
        case (false, false, false): return tr("every day at %1$s", time)
        case (false, true, false):
            let names = (2...8).map { $0 > 7 ? 1 : $0 }.filter { weekdays >> UInt8($0) & 1 == 1 }
                .map(Names.shortWeekday).listed
            // Translators: %1$s is one or several weekdays, such as "Tue, Thu", and %2$s a time
            return tr("every week: %1$s at %2$s", names, time)
        case (true, false, false) where days.nonzeroBitCount == 1:
            // Translators: %1$s is the number of a day, and %2$s a time
            return tr("every month: day %1$s at %2$s", "\(days.trailingZeroBitCount)", time)
        case (true, false, true) where days.nonzeroBitCount == 1 && months.nonzeroBitCount == 1:
            let month = Names.shortMonth(months.trailingZeroBitCount)
            // Translators: %1$s is the number of a day, %2$s a month, and %3$s a time
            return tr("every year: %1$s %2$s at %3$s", "\(days.trailingZeroBitCount)", month, time)
        default: return nil
        }
    }
}

extension RecurrenceSeries {
    fileprivate var localWords: String? {
        guard let rule, offset == 0, rule.positions.isEmpty, rule.weeks.isEmpty,
            rule.yearDays.isEmpty, rule.monthDays.isEmpty, rule.months.isEmpty,
            rule.hours.isEmpty, rule.minutes.isEmpty, rule.seconds.isEmpty,
            rule.weekdays.allSatisfy({ $0.ordinal == 0 })
        else { return nil }
        var words = rule.localFrequency
        if !rule.weekdays.isEmpty {
            let names = rule.weekdays.map(\.weekday).sorted { ($0 + 5) % 7 < ($1 + 5) % 7 }
                .map(Names.shortWeekday).listed
            // Translators: %1$s is such as "every 2 weeks", and %2$s one or several weekdays, such as "Tue, Thu"
            words = tr("%1$s: %2$s", words, names)
        }
        guard rule.frequency.secondsWithinDay == nil else { return words }
        // Translators: %1$s is such as "every 2 weeks: Tue, Thu", and %2$s a time
        return tr("%1$s at %2$s", words, start.time.words)
    }
}

extension RecurrenceRule {
    fileprivate var localFrequency: String {
        guard interval > 1 else {
            return switch frequency {
            case .secondly: tr("every second")
            case .minutely: tr("every minute")
            case .hourly: tr("every hour")
            case .daily: tr("every day")
            case .weekly: tr("every week")
            case .monthly: tr("every month")
            case .yearly: tr("every year")
            }
        }
        return switch frequency {
        case .secondly: trn("every %1$s second", "every %1$s seconds", interval)
        case .minutely: trn("every %1$s minute", "every %1$s minutes", interval)
        case .hourly: trn("every %1$s hour", "every %1$s hours", interval)
        case .daily: trn("every %1$s day", "every %1$s days", interval)
        case .weekly: trn("every %1$s week", "every %1$s weeks", interval)
        case .monthly: trn("every %1$s month", "every %1$s months", interval)
        case .yearly: trn("every %1$s year", "every %1$s years", interval)
        }
    }
}
