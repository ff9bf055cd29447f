extension CalendarComponents {
    /// Returns the rule of these components.
    ///
    /// Components that can never match make a rule without dates, whose `checked()` throws the reason.
    ///
    /// - Throws: an error for a part out of its range, or if there are none.
    package func rule() throws(TimeSpecError) -> CalendarRule {
        var parts = self
        let contradiction = try parts.dropDerivedParts()
        try parts.checkRanges()
        try parts.checkDates()
        let finest = try parts.finestLevel()

        var rule = CalendarRule()
        parts.setDateFilters(of: &rule)
        parts.fill(&rule, below: finest)
        parts.setTime(of: &rule, isDateOnly: finest != .time)
        if let contradiction {
            rule.never = contradiction
            return rule
        }
        if era == 0 {
            rule.never = TimeSpecError(
                .never,
                "era 0 is before Christ, so it is past: leave era out or write 1"
            )
            return rule
        }
        return rule.proven(otherwise: parts.reasonForNever())
    }

    /// The level of the smallest unit.
    private enum Level {
        case year, quarter, month, week, day, time
    }

    private func finestLevel() throws(TimeSpecError) -> Level {
        if let weekdayOrdinal, weekday == nil {
            throw TimeSpecError(
                .empty,
                "weekdayOrdinal \(weekdayOrdinal) needs a weekday: add weekday 1 (Sunday) to 7 (Saturday)"
            )
        }
        if hour != nil || minute != nil || second != nil || nanosecond != nil { return .time }
        if day != nil || weekday != nil || dayOfYear != nil || !dates.isEmpty { return .day }
        if weekOfMonth != nil || weekOfYear != nil { return .week }
        if month != nil { return .month }
        if quarter != nil { return .quarter }
        if year != nil || yearForWeekOfYear != nil { return .year }
        throw TimeSpecError(
            .empty,
            "the components name no time: give at least one, such as hour or weekday"
        )
    }

    private func setDateFilters(of rule: inout CalendarRule) {
        if let year { rule.years = YearSet(year) }
        if let month { rule.months = 1 << UInt16(month) }
        if let quarter { rule.months &= 0b1110 << UInt16(quarter * 3 - 3) }
        if let day { rule.days = 1 << UInt32(day) }
        if let weekday { rule.weekdays = 1 << UInt8(weekday) }
        if let weekdayOrdinal {
            if weekdayOrdinal > 0 {
                rule.ordinals = 1 << UInt8(weekdayOrdinal)
            } else {
                rule.lastOrdinals = 1 << UInt8(-weekdayOrdinal)
            }
        }
        if let dayOfYear { rule.daysOfYear = [dayOfYear] }
        rule.dates = dates.map(\.dayNumber)
        guard weekOfMonth != nil || weekOfYear != nil || yearForWeekOfYear != nil else { return }
        var weeks = CalendarRule.WeekFilter(rule: effectiveWeekRule)
        if let weekOfMonth { weeks.weeksOfMonth = 1 << UInt8(weekOfMonth) }
        if let weekOfYear { weeks.weeksOfYear = 1 << UInt64(weekOfYear) }
        if let yearForWeekOfYear { weeks.weekYears = YearSet(yearForWeekOfYear) }
        rule.weeks = weeks
    }

    /// The week rule: the calendar's, else ISO 8601 if a week's year is set.
    var effectiveWeekRule: WeekRule {
        weekRule ?? (yearForWeekOfYear == nil ? .gregorian : .iso8601)
    }

    /// Sets units below the smallest one to their first value.
    private func fill(_ rule: inout CalendarRule, below finest: Level) {
        switch finest {
        case .time, .day:
            break
        case .week:
            rule.weeks?.startsOnly = true
        case .month:
            rule.days = 1 << 1
        case .quarter:
            rule.months &= 1 << 1 | 1 << 4 | 1 << 7 | 1 << 10
            rule.days = 1 << 1
        case .year:
            if rule.weeks == nil {
                rule.months = 1 << 1
                rule.days = 1 << 1
            } else {
                rule.weeks?.weeksOfYear = 1 << 1
                rule.weeks?.startsOnly = true
            }
        }
    }

    private func setTime(of rule: inout CalendarRule, isDateOnly: Bool) {
        rule.isDateOnly = isDateOnly
        guard !isDateOnly else { return }
        // A missing part matches any value above the smallest unit, and 0 below it.
        let second = second ?? (nanosecond == nil ? 0 : nil)
        let minute = minute ?? (self.second == nil && nanosecond == nil ? 0 : nil)
        rule.hours = hour.map { 1 << UInt32($0) } ?? CalendarRule.everyHour
        rule.minutes = minute.map { 1 << UInt64($0) } ?? CalendarRule.everyMinute
        rule.seconds = second.map { 1 << UInt64($0) } ?? CalendarRule.everyMinute
        rule.roundsUp = nanosecond ?? 0 > 0
    }
}
