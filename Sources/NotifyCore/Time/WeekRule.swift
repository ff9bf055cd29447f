/// How a calendar numbers its weeks.
public struct WeekRule: Hashable, Sendable {
    /// The day a week begins with, 1 for Sunday to 7 for Saturday.
    public var firstWeekday: Int
    /// How many days of a week must lie in a year or month for it to be week 1, 1 to 7.
    public var minimumDays: Int

    /// Makes a rule from the first day of the week and the days that week 1 needs.
    public init(firstWeekday: Int, minimumDays: Int) {
        self.firstWeekday = firstWeekday
        self.minimumDays = minimumDays
    }

    /// Weeks from Monday, week 1 has the year's first Thursday.
    public static let iso8601 = WeekRule(firstWeekday: 2, minimumDays: 4)
    /// Weeks from Sunday, week 1 has 1 January.
    public static let gregorian = WeekRule(firstWeekday: 1, minimumDays: 1)

    /// How many days of a week lie before the given weekday.
    func daysIntoWeek(_ weekday: Int) -> Int {
        let days = weekday - firstWeekday
        return days < 0 ? days + 7 : days
    }

    /// The day number on which week 1 of a year begins; it may lie in the year before.
    func startOfYear(_ year: Int) -> Int {
        let newYear = CivilDate.dayNumber(ofYear: year)
        let into = daysIntoWeek(CivilDate.weekday(ofDayNumber: newYear))
        return newYear - into + (7 - into >= minimumDays ? 0 : 7)
    }

    /// The week of the year of a day and the year that this week counts to.
    ///
    /// - Parameters:
    ///   - dayNumber: the day, since 1970-01-01.
    ///   - year: the calendar year that the day lies in.
    /// - Returns: the number of the week and the year it counts to.
    func week(ofDayNumber dayNumber: Int, year: Int) -> (year: Int, week: Int) {
        let start = startOfYear(year)
        if dayNumber < start {
            return (year - 1, (dayNumber - startOfYear(year - 1)) / 7 + 1)
        }
        let week = (dayNumber - start) / 7 + 1
        if week > 51, dayNumber >= startOfYear(year + 1) {
            return (year + 1, 1)
        }
        return (year, week)
    }

    /// The number of a month's first row of days, given the weekday of its first day.
    ///
    /// It is 0 where the row is too short to count as week 1.
    func numberOfFirstRow(firstDay weekday: Int) -> Int {
        7 - daysIntoWeek(weekday) >= minimumDays ? 1 : 0
    }
}

extension CivilDate {
    /// The week of the year and the year it counts to.
    public func week(_ rule: WeekRule) -> (year: Int, week: Int) {
        rule.week(ofDayNumber: dayNumber, year: year)
    }

    /// The week of the month; 0 for days before a month's week 1.
    public func weekOfMonth(_ rule: WeekRule) -> Int {
        let first = CivilDate(year: year, month: month, day: 1).weekday
        return (day - 1 + rule.daysIntoWeek(first)) / 7 + rule.numberOfFirstRow(firstDay: first)
    }
}
