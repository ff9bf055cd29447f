/// A calendar rule in the form that every grammar is compiled to.
///
/// A date matches if its year, month and day pass all filters; the times of a matching day are all
/// combinations of the hours, minutes and seconds. The zone is a parameter of the search.
package struct CalendarRule: Hashable, Sendable {
    /// The years that match.
    var years = YearSet.any
    /// The months, bit 1 for January.
    var months = CalendarRule.everyMonth
    /// The days of the month, bit 1 for the first.
    var days = CalendarRule.everyDay
    /// Days counted from the month's end, bit 30 for the last day, 29 for the one before; 0 for none.
    ///
    /// The bits are stored in this mirrored order so that one shift turns them into days.
    var mirroredDays: UInt32 = 0
    /// The days of the week, bit 1 for Sunday.
    var weekdays = CalendarRule.everyWeekday
    /// The ordinals of a weekday in the month, bit 1 for the first; 0 with `lastOrdinals` 0 for all.
    var ordinals: UInt8 = 0
    /// The ordinals counted from the month's end, bit 1 for the last.
    var lastOrdinals: UInt8 = 0
    /// The days of the year; empty for all.
    var daysOfYear: [Int] = []
    /// The only days that match, in order, as days since 1970-01-01; empty for all.
    var dates: [Int] = []
    /// The filter by weeks, if any.
    var weeks: WeekFilter?
    /// The hours, bit 0 for midnight.
    var hours: UInt32 = 1
    /// The minutes, bit 0 for the full hour.
    var minutes: UInt64 = 1
    /// The seconds, bit 0 for the full minute.
    var seconds: UInt64 = 1

    /// Whether there is no time of day, so that a day whose midnight is skipped starts later.
    var isDateOnly = false
    /// Whether a day matches by day of month or by weekday, as in cron if both are given.
    var matchesEitherDay = false
    /// Whether a day after the end of a month means the last day.
    var clampsToMonthEnd = false
    /// Whether the time has a fraction, so that the next whole second matches.
    var roundsUp = false
    /// The reason why the rule can never match; nil if it can.
    var never: TimeSpecError?

    static let everyMonth: UInt16 = 0x1FFE
    static let everyDay: UInt32 = 0xFFFF_FFFE
    static let everyWeekday: UInt8 = 0xFE
    static let everyHour: UInt32 = 0x00FF_FFFF
    static let everyMinute: UInt64 = 0x0FFF_FFFF_FFFF_FFFF

    /// A filter by the weeks of a year or a month.
    struct WeekFilter: Hashable, Sendable {
        var rule: WeekRule
        /// The weeks of the year, bit 1 for the first; 0 for all.
        var weeksOfYear: UInt64 = 0
        /// The weeks of the month, bit 0 for the days before week 1; 0 for all.
        var weeksOfMonth: UInt8 = 0
        /// The years that the weeks count to.
        var weekYears = YearSet.any
        /// Whether only the first day of each week matches.
        var startsOnly = false
        /// The months that can contain the weeks of the year, so that others are not searched.
        var months = CalendarRule.everyMonth

        /// Computes the months of the weeks.
        mutating func findMonths() {
            guard weeksOfYear != 0 else { return }
            months = 0
            for week in 1...53 where weeksOfYear >> UInt64(week) & 1 == 1 {
                // Week 1 starts at most six days before or after New Year.
                for day in stride(from: week * 7 - 13, through: week * 7 + 5, by: 1) {
                    for year in [2000, 2001] {
                        let number = CivilDate.dayNumber(ofYear: year) + day
                        months |= 1 << UInt16(CivilDate(dayNumber: number).month)
                    }
                }
            }
        }
    }

    /// Whether there is no hour: such rules run in real time, through both passes of an overlap.
    var isRealTime: Bool { hours == CalendarRule.everyHour }

    /// Whether any date can ever match; determined when the rule is compiled.
    package var canMatch: Bool { never == nil }

    /// Returns the rule if it can match.
    package func checked() throws(TimeSpecError) -> CalendarRule {
        if let never { throw never }
        return self
    }

    /// Returns the rule with days 29 to 31 moved to the last day of shorter months.
    package func clampedToMonthEnd() -> CalendarRule {
        var rule = self
        rule.clampsToMonthEnd = true
        guard let never else { return rule }
        // 30 February now matches the last day.
        rule.never = nil
        return rule.proven(otherwise: never)
    }

    /// Returns the rule with `clampedToMonthEnd()`, if that has an effect.
    ///
    /// - Throws: ``TimeSpecError`` if the rule has no day from 29 to 31.
    func movedToMonthEnd() throws(TimeSpecError) -> CalendarRule {
        let named = days == CalendarRule.everyDay ? 0 : days
        guard named >> 29 != 0, !matchesEitherDay else {
            throw TimeSpecError(
                .contradiction,
                "month end needs a day from 29 to 31: add one, or omit month end"
            )
        }
        return clampedToMonthEnd()
    }

    /// Returns the rule, marked if it can never match.
    ///
    /// - Parameter reason: the error for a rule that can never match.
    func proven(otherwise reason: @autoclosure () -> TimeSpecError) -> CalendarRule {
        var rule = self
        rule.weeks?.findMonths()
        guard rule.never == nil, !rule.matchesSomeDay else { return rule }
        rule.never = reason()
        return rule
    }

    /// Whether each month of the rule has a matching day; all months have each weekday.
    private var matchesInEachMonth: Bool {
        years.isAny && weeks == nil && months & Self.everyMonth != 0 && days == Self.everyDay
            && weekdays & Self.everyWeekday != 0 && ordinals | lastOrdinals == 0
            && daysOfYear.isEmpty
    }

    private var matchesSomeDay: Bool {
        guard dates.isEmpty else { return dates.contains { matches(CivilDate(dayNumber: $0)) } }
        if matchesInEachMonth { return true }
        var periodic = self
        periodic.years = .any
        periodic.weeks?.weekYears = .any
        // The Gregorian calendar repeats after 400 years, weekdays included, so a rule without years that
        // matches no day in such a period has none; only then the years of the rule are searched.
        guard periodic.nextDay(from: CivilDate.dayNumber(ofYear: 2000)) != nil else { return false }
        if years.isAny, weeks?.weekYears.isAny ?? true { return true }
        return nextDay(from: CivilDate.dayNumber(ofYear: 1)) != nil
    }
}
