/// Parts of a date, named as in Apple's `DateComponents`; nil matches any value.
package struct CalendarComponents: Hashable, Sendable {
    /// The era, 1 for the years since Christ.
    package var era: Int?
    /// The year.
    package var year: Int?
    /// The month, 1 to 12.
    package var month: Int?
    /// The day of the month, 1 to 31.
    package var day: Int?
    /// The day of the week, 1 for Sunday to 7 for Saturday.
    package var weekday: Int?
    /// The ordinal of the weekday in the month; negative counts from the end.
    package var weekdayOrdinal: Int?
    /// The quarter of the year, 1 to 4.
    package var quarter: Int?
    /// The week of the month, 0 to 6.
    package var weekOfMonth: Int?
    /// The week of the year, 1 to 53.
    package var weekOfYear: Int?
    /// The year that the week of the year counts to.
    package var yearForWeekOfYear: Int?
    /// The day of the year, 1 to 366.
    package var dayOfYear: Int?
    /// The hour, 0 to 23.
    package var hour: Int?
    /// The minute, 0 to 59.
    package var minute: Int?
    /// The second, 0 to 59.
    package var second: Int?
    /// The fraction of the second, 0 to 999,999,999; anything but 0 rounds up to the next second.
    package var nanosecond: Int?

    /// The only days that match, in order; empty for all days.
    package var dates: [CivilDate] = []

    /// The week rule of the components' calendar; nil for none.
    package var weekRule: WeekRule?
    /// The zone of the components; nil for the user's current zone.
    package var timeZone: String?

    /// Makes components without any part.
    package init() {}

    /// The name of a part, as Apple writes it.
    package enum Field: String, CaseIterable, Sendable {
        case era, year, month, day, weekday, weekdayOrdinal, quarter, weekOfMonth, weekOfYear
        case yearForWeekOfYear, dayOfYear, hour, minute, second, nanosecond

        /// The valid values of the part.
        var bounds: ClosedRange<Int> {
            switch self {
            case .era: 0...1
            case .year, .yearForWeekOfYear: YearSet.bounds
            case .month: 1...12
            case .day: 1...31
            case .weekday: 1...7
            case .weekdayOrdinal: -5...5
            case .quarter: 1...4
            case .weekOfMonth: 0...6
            case .weekOfYear: 1...53
            case .dayOfYear: 1...366
            case .hour: 0...23
            case .minute, .second: 0...59
            case .nanosecond: 0...999_999_999
            }
        }
    }

    /// The value of a part by its name.
    package subscript(field: Field) -> Int? {
        get {
            switch field {
            case .era: era
            case .year: year
            case .month: month
            case .day: day
            case .weekday: weekday
            case .weekdayOrdinal: weekdayOrdinal
            case .quarter: quarter
            case .weekOfMonth: weekOfMonth
            case .weekOfYear: weekOfYear
            case .yearForWeekOfYear: yearForWeekOfYear
            case .dayOfYear: dayOfYear
            case .hour: hour
            case .minute: minute
            case .second: second
            case .nanosecond: nanosecond
            }
        }
        set {
            switch field {
            case .era: era = newValue
            case .year: year = newValue
            case .month: month = newValue
            case .day: day = newValue
            case .weekday: weekday = newValue
            case .weekdayOrdinal: weekdayOrdinal = newValue
            case .quarter: quarter = newValue
            case .weekOfMonth: weekOfMonth = newValue
            case .weekOfYear: weekOfYear = newValue
            case .yearForWeekOfYear: yearForWeekOfYear = newValue
            case .dayOfYear: dayOfYear = newValue
            case .hour: hour = newValue
            case .minute: minute = newValue
            case .second: second = newValue
            case .nanosecond: nanosecond = newValue
            }
        }
    }

    /// The parts that are set, in the order of Apple's list, for coding.
    package var dictionary: [(name: String, value: Int)] {
        Field.allCases.compactMap { field in self[field].map { (field.rawValue, $0) } }
    }

    /// Makes the components of one wall time: year, month, day, hour, minute and second.
    package init(_ wall: WallTime) {
        year = wall.date.year
        month = wall.date.month
        day = wall.date.day
        hour = wall.time.hour
        minute = wall.time.minute
        second = wall.time.second
    }
}
