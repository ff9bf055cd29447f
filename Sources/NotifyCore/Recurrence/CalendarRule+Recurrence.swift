extension CalendarRule {
    /// Returns the rule in RFC 5545; `nil` if that cannot express it.
    ///
    /// The caller should compare some dates, because not all of the rule's limits are looked at here.
    ///
    /// - Parameter start: a date of the rule, whose time and parts the result leaves out.
    /// - Returns: the rule, such as `FREQ=WEEKLY;BYDAY=TU`.
    package func recurrenceRule(from start: WallTime) -> RecurrenceRule? {
        guard years.isAny, dates.isEmpty, weeks == nil, !matchesEitherDay else { return nil }
        var rule: RecurrenceRule
        if !daysOfYear.isEmpty {
            guard days == Self.everyDay, turns.isEmpty else { return nil }
            rule = RecurrenceRule(.yearly)
            rule.yearDays = daysOfYear
            rule.weekdays = weekdayList.map { .init($0) }
        } else {
            guard let found = dayRule else { return nil }
            rule = found
        }
        if months != Self.everyMonth { rule.months = Self.bits(UInt64(months)) }
        let isOnce = rule.positions.isEmpty
        guard addTimes(to: &rule, start.time), isOnce || rule.hasOneTime else { return nil }
        return rule
    }

    /// The days of a month or a week.
    private var dayRule: RecurrenceRule? {
        if !turns.isEmpty {
            guard weekdays != Self.everyWeekday else { return nil }
            var rule = RecurrenceRule(.monthly)
            rule.weekdays = turns.flatMap { turn in
                weekdayList.map { .init($0, ordinal: turn) }
            }
            return rule
        }
        guard days != Self.everyDay else {
            guard !clampsToMonthEnd else { return nil }
            var rule = RecurrenceRule(weekdays == Self.everyWeekday ? .daily : .weekly)
            rule.weekdays = weekdayList.map { .init($0) }
            return rule
        }
        // Bit 30 is the last day.
        let last = Self.bits(UInt64(mirroredDays)).map { $0 - 31 }
        let named = Self.bits(UInt64(days))
        let isOnce = named.count == 1 && last.isEmpty
        var rule = RecurrenceRule(isOnce && months.nonzeroBitCount == 1 ? .yearly : .monthly)
        rule.weekdays = weekdayList.map { .init($0) }
        rule.monthDays = named + last
        guard clampsToMonthEnd else { return rule }
        guard isOnce, let day = named.first, day > 28, weekdays == Self.everyWeekday else {
            return nil
        }
        rule.monthDays = day == 31 ? [-1] : Array(28...day)
        if day < 31 { rule.positions = [-1] }
        return rule
    }

    /// The ordinals of a weekday in the month, also where they are given as seven days.
    private var turns: [Int] {
        if ordinals | lastOrdinals != 0 {
            guard days == Self.everyDay else { return [] }
            return Self.bits(UInt64(ordinals)) + Self.bits(UInt64(lastOrdinals)).map { -$0 }
        }
        guard weekdays != Self.everyWeekday else { return [] }
        if days == 0, mirroredDays == 0b111_1111 << 24 { return [-1] }
        return (1...4).filter { mirroredDays == 0 && days == 0b111_1111 << UInt32($0 * 7 - 6) }
    }

    /// The days of the week from Monday; empty for all.
    private var weekdayList: [Int] {
        guard weekdays != Self.everyWeekday else { return [] }
        return [2, 3, 4, 5, 6, 7, 1].filter { weekdays >> UInt8($0) & 1 == 1 }
    }

    /// Adds the times of day, but for those that the start has; returns whether that can be said.
    private func addTimes(to rule: inout RecurrenceRule, _ start: CivilTime) -> Bool {
        if hours == Self.everyHour {
            guard rule.positions.isEmpty else { return false }
            let isEachMinute = minutes == Self.everyMinute
            let isEachSecond = isEachMinute && seconds == Self.everyMinute
            if rule.frequency == .weekly || rule.frequency == .daily {
                rule.frequency = isEachSecond ? .secondly : isEachMinute ? .minutely : .hourly
            } else {
                rule.hours = Self.bits(UInt64(hours))
            }
        } else if Self.bits(UInt64(hours)) != [start.hour] {
            rule.hours = Self.bits(UInt64(hours))
        }
        let isByHour = rule.frequency.secondsWithinDay ?? 86_400
        if isByHour >= 3_600, Self.bits(minutes) != [start.minute] {
            rule.minutes = Self.bits(minutes)
        }
        if isByHour >= 60, Self.bits(seconds) != [start.second] {
            rule.seconds = Self.bits(seconds)
        }
        return true
    }

    private static func bits(_ mask: UInt64) -> [Int] {
        (0..<64).filter { mask >> UInt64($0) & 1 == 1 }
    }
}

extension RecurrenceRule {
    /// Whether each day has one time at most.
    fileprivate var hasOneTime: Bool { [hours, minutes, seconds].allSatisfy { $0.count <= 1 } }
}
