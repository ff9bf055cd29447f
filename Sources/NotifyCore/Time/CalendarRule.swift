/// One rule of the calendar in the form that every grammar is compiled to.
///
/// A date matches when its year, month and day pass all the filters; the times of a matching day are
/// all combinations of the hours, minutes and seconds. The rule knows nothing of zones: those are a
/// parameter of the search.
public struct CalendarRule: Hashable, Sendable {
    /// The years in which the rule holds.
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
    /// Which of a weekday's turns in the month, bit 1 for the first; 0 with `lastOrdinals` 0 for all.
    var ordinals: UInt8 = 0
    /// Which of a weekday's turns counted from the month's end, bit 1 for the last.
    var lastOrdinals: UInt8 = 0
    /// The days of the year; empty for all.
    var daysOfYear: [Int] = []
    /// The filter by weeks, where there is one.
    var weeks: WeekFilter?
    /// The hours, bit 0 for midnight.
    var hours: UInt32 = 1
    /// The minutes, bit 0 for the full hour.
    var minutes: UInt64 = 1
    /// The seconds, bit 0 for the full minute.
    var seconds: UInt64 = 1

    /// Whether no time of day was given, so that a day whose midnight is skipped begins later.
    var isDateOnly = false
    /// Whether a day matches by day of month or by weekday, as cron has it where both are given.
    var matchesEitherDay = false
    /// Whether a day past the end of a month stands for the last day.
    var clampsToMonthEnd = false
    /// Whether the time asked for has a fraction, so that the following whole second is meant.
    var roundsUp = false
    /// Why the rule can never match; nil where it can.
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
        /// Whether only the first day of each matching week is meant.
        var startsOnly = false
        /// The months in which the weeks of the year can lie at all, so that others are not searched.
        var months = CalendarRule.everyMonth

        /// Looks up the months of the weeks.
        mutating func findMonths() {
            guard weeksOfYear != 0 else { return }
            months = 0
            for week in 1...53 where weeksOfYear >> UInt64(week) & 1 == 1 {
                // Calendars begin week 1 at most six days before or after New Year.
                for day in stride(from: week * 7 - 13, through: week * 7 + 5, by: 1) {
                    for year in [2000, 2001] {
                        let number = CivilDate.dayNumber(ofYear: year) + day
                        months |= 1 << UInt16(CivilDate(dayNumber: number).month)
                    }
                }
            }
        }
    }

    /// Whether no hour was chosen: such rules run in real time, through both passes of an overlap.
    var isRealTime: Bool { hours == CalendarRule.everyHour }

    /// Whether any date can ever match; it is proven when the rule is compiled.
    public var canMatch: Bool { never == nil }

    /// The rule itself where it can match.
    ///
    /// - Throws: the reason why no date can ever match, with what to write instead.
    public func checked() throws(TimeSpecError) -> CalendarRule {
        if let never { throw never }
        return self
    }

    /// The same rule, with days 29 to 31 moved to the last day of a month that has no such day.
    public func clampedToMonthEnd() -> CalendarRule {
        var rule = self
        rule.clampsToMonthEnd = true
        guard let never else { return rule }
        // 30 February has become a day that comes.
        rule.never = nil
        return rule.proven(otherwise: never)
    }

    /// The same rule with `clampedToMonthEnd()`, for an author who asked for it.
    ///
    /// - Throws: ``TimeSpecError`` where the rule names no day that a month can lack.
    func movedToMonthEnd() throws(TimeSpecError) -> CalendarRule {
        let named = days == CalendarRule.everyDay ? 0 : days
        guard named >> 29 != 0, !matchesEitherDay else {
            throw TimeSpecError(
                .contradiction,
                "a month's end is asked for, and no day from 29 to 31: name such a day or leave it out"
            )
        }
        return clampedToMonthEnd()
    }

    /// The rule with the proof whether it can match.
    ///
    /// - Parameter reason: the refusal to give where it cannot.
    /// - Returns: the rule, marked where it has no date.
    func proven(otherwise reason: @autoclosure () -> TimeSpecError) -> CalendarRule {
        var rule = self
        rule.weeks?.findMonths()
        guard rule.never == nil, !rule.matchesSomeDay else { return rule }
        rule.never = reason()
        return rule
    }

    /// Whether each month that the rule names has a day that matches: all months have each weekday.
    private var matchesInEachMonth: Bool {
        years.isAny && weeks == nil && months & Self.everyMonth != 0 && days == Self.everyDay
            && weekdays & Self.everyWeekday != 0 && ordinals | lastOrdinals == 0
            && daysOfYear.isEmpty
    }

    private var matchesSomeDay: Bool {
        if matchesInEachMonth { return true }
        var periodic = self
        periodic.years = .any
        periodic.weeks?.weekYears = .any
        // The Gregorian calendar repeats after 400 years, weekdays included, so a rule without years
        // that finds no day in one such stretch has none; only then the given years are searched.
        guard periodic.nextDay(from: CivilDate.dayNumber(ofYear: 2000)) != nil else { return false }
        if years.isAny, weeks?.weekYears.isAny ?? true { return true }
        return nextDay(from: CivilDate.dayNumber(ofYear: 1)) != nil
    }
}
