/// A recurrence rule of RFC 5545, section 3.3.10.
package struct RecurrenceRule: Hashable, Sendable {
    /// The frequency of a rule.
    package enum Frequency: String, Hashable, Sendable, CaseIterable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        /// The seconds of its period; `nil` if that is a day or longer.
        var secondsWithinDay: Int? {
            switch self {
            case .secondly: 1
            case .minutely: 60
            case .hourly: 3_600
            case .daily, .weekly, .monthly, .yearly: nil
            }
        }
    }

    /// The end of a rule.
    package enum End: Hashable, Sendable {
        /// After a number of dates.
        case count(Int)
        /// A day, which is included.
        case day(CivilDate)
        /// A wall time in the zone of the dates, which is included.
        case wall(WallTime)
        /// An instant, which is included.
        case instant(Instant)
    }

    /// A day of the week, or one of those in the month or year.
    package struct Weekday: Hashable, Sendable {
        /// The ordinal in the month or year, negative from its end; 0 for each.
        package var ordinal: Int
        /// The day of the week, 1 for Sunday to 7 for Saturday.
        package var weekday: Int

        /// Makes a day of the week; an ordinal of 0 means each.
        package init(_ weekday: Int, ordinal: Int = 0) {
            (self.weekday, self.ordinal) = (weekday, ordinal)
        }
    }

    /// The maximum of `COUNT`.
    package static let maxCount = 100_000

    /// The frequency.
    package var frequency: Frequency
    /// The number of periods between those with dates, at least 1.
    package var interval = 1
    /// The end; `nil` for none.
    package var end: End?
    /// Whether it has more than one date in a minute.
    package var firesReallyOften: Bool {
        seconds.count > 1 || frequency == .secondly && seconds.isEmpty && interval < 60
    }

    /// `BYSECOND`, 0 to 60.
    package var seconds: [Int] = []
    /// `BYMINUTE`, 0 to 59.
    package var minutes: [Int] = []
    /// `BYHOUR`, 0 to 23.
    package var hours: [Int] = []
    /// `BYDAY`.
    package var weekdays: [Weekday] = []
    /// `BYMONTHDAY`, 1 to 31 or negative from the month's end.
    package var monthDays: [Int] = []
    /// `BYYEARDAY`, 1 to 366 or negative from the year's end.
    package var yearDays: [Int] = []
    /// `BYWEEKNO`, 1 to 53 or negative from the year's end.
    package var weeks: [Int] = []
    /// `BYMONTH`, 1 to 12.
    package var months: [Int] = []
    /// `BYSETPOS`, 1 to 366 or negative from the end of a period's dates.
    package var positions: [Int] = []
    /// `WKST`, 1 for Sunday to 7 for Saturday.
    package var weekStart = 2

    /// Makes a rule without an end.
    package init(_ frequency: Frequency, interval: Int = 1) {
        (self.frequency, self.interval) = (frequency, interval)
    }
}
