/// The rule by which a calendar numbers its weeks.
package struct WeekRule: Hashable, Sendable {
    /// The day a week begins with, 1 for Sunday to 7 for Saturday.
    package var firstWeekday: Int
    /// The days of week 1 that must be in its year or month, 1 to 7.
    package var minimumDays: Int

    /// Makes a rule.
    package init(firstWeekday: Int, minimumDays: Int) {
        self.firstWeekday = firstWeekday
        self.minimumDays = minimumDays
    }

    /// Weeks from Monday, week 1 has the year's first Thursday.
    package static let iso8601 = WeekRule(firstWeekday: 2, minimumDays: 4)
    /// Weeks from Sunday, week 1 has 1 January.
    package static let gregorian = WeekRule(firstWeekday: 1, minimumDays: 1)

    /// Returns the days of a week before a weekday.
    func daysIntoWeek(_ weekday: Int) -> Int {
        let days = weekday - firstWeekday
        return days < 0 ? days + 7 : days
    }

    /// Returns the day number on which week 1 of a year starts; it may be in the previous year.
    func startOfYear(_ year: Int) -> Int {
        let newYear = CivilDate.dayNumber(ofYear: year)
        let into = daysIntoWeek(CivilDate.weekday(ofDayNumber: newYear))
        return newYear - into + (7 - into >= minimumDays ? 0 : 7)
    }

    /// Returns the week of the year of a day, and the year that this week belongs to.
    ///
    /// - Parameter dayNumber: the day, since 1970-01-01.
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

    /// Returns the number of a month's first row of days, by the weekday of its first day.
    ///
    /// It is 0 if the row is too short to count as week 1.
    func numberOfFirstRow(firstDay weekday: Int) -> Int {
        7 - daysIntoWeek(weekday) >= minimumDays ? 1 : 0
    }
}

extension CivilDate {
    /// Returns the week of the year and its year.
    package func week(_ rule: WeekRule) -> (year: Int, week: Int) {
        rule.week(ofDayNumber: dayNumber, year: year)
    }

    /// Returns the week of the month; 0 for days before a month's week 1.
    package func weekOfMonth(_ rule: WeekRule) -> Int {
        let first = CivilDate(year: year, month: month, day: 1).weekday
        return (day - 1 + rule.daysIntoWeek(first)) / 7 + rule.numberOfFirstRow(firstDay: first)
    }
}
