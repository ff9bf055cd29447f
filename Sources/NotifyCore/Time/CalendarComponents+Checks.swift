extension CalendarComponents {
    /// Drops the parts that follow from year, month and day if these are all set.
    ///
    /// - Returns: the contradiction if a part does not fit the date; `nil` for none.
    mutating func dropDerivedParts() throws(TimeSpecError) -> TimeSpecError? {
        guard let year, let month, let day else { return nil }
        try checkRanges(of: [.era, .year, .month, .day, .weekday])
        let date = CivilDate(year: year, month: month, day: day)
        let contradiction = date.exists ? contradiction(with: date) : nil
        // Week fields depend on the calendar's settings and not on the date alone.
        era = nil
        weekday = nil
        weekdayOrdinal = nil
        quarter = nil
        weekOfMonth = nil
        weekOfYear = nil
        yearForWeekOfYear = nil
        dayOfYear = nil
        return contradiction
    }

    private func contradiction(with date: CivilDate) -> TimeSpecError? {
        let name = Names.date(date)
        func error(_ text: String, _ field: Field) -> TimeSpecError {
            TimeSpecError(.contradiction, "\(name) \(text): leave \(field.rawValue) out")
        }
        if let weekday, weekday != date.weekday {
            let real = Names.weekday(date.weekday)
            return error("is a \(real), not a \(Names.weekday(weekday))", .weekday)
        }
        let length = CivilDate.length(ofMonth: date.month, leap: CivilDate.isLeap(date.year))
        let fromEnd = (length - date.day) / 7 + 1
        if let turn = weekdayOrdinal, turn != date.weekdayOrdinal, turn != -fromEnd {
            let real = "the \(Names.ordinal(date.weekdayOrdinal)) \(Names.weekday(date.weekday))"
            return error("is \(real) of its month, not number \(turn)", .weekdayOrdinal)
        }
        // Foundation sets quarter to 0, or to the next one in a quarter's last days.
        let late = CivilDate(dayNumber: date.dayNumber + 3)
        if let quarter, quarter != 0, quarter != date.quarter, quarter != late.quarter {
            return error("lies in quarter \(date.quarter), not \(quarter)", .quarter)
        }
        if let dayOfYear, dayOfYear != date.dayOfYear {
            return error("is day \(date.dayOfYear) of its year, not \(dayOfYear)", .dayOfYear)
        }
        return contradictionOfWeeks(with: date, error: error)
    }

    private func contradictionOfWeeks(
        with date: CivilDate,
        error: (String, Field) -> TimeSpecError
    ) -> TimeSpecError? {
        // Calendars number weeks differently, but by at most one.
        if let weekYear = yearForWeekOfYear, !(date.year - 1...date.year + 1).contains(weekYear) {
            return error("lies in no week of \(weekYear)", .yearForWeekOfYear)
        }
        let plain = (date.dayOfYear - 1) / 7 + 1
        if let week = weekOfYear, !(plain - 1...plain + 1).contains(week),
            !(week == 1 && plain > 51), !(week > 51 && plain == 1)
        {
            return error("lies in no week \(week) of a year", .weekOfYear)
        }
        let row = date.weekdayOrdinal
        if let week = weekOfMonth, !(row - 1...row + 1).contains(week) {
            return error("lies in no week \(week) of its month", .weekOfMonth)
        }
        return nil
    }

    /// Refuses the first part, in Apple's order, that is out of its range.
    func checkRanges(of fields: [Field] = Field.allCases) throws(TimeSpecError) {
        for field in fields {
            guard let value = self[field] else { continue }
            let isZeroth = field == .weekdayOrdinal && value == 0
            guard !field.bounds.contains(value) || isZeroth else { continue }
            throw TimeSpecError(.outOfRange, Field.refusal(of: field, value: value))
        }
        if let weekRule {
            guard (1...7).contains(weekRule.firstWeekday) else {
                throw TimeSpecError(
                    .outOfRange,
                    "firstWeekday \(weekRule.firstWeekday) does not exist: write 1 (Sunday) to 7 (Saturday)"
                )
            }
            guard (1...7).contains(weekRule.minimumDays) else {
                throw TimeSpecError(
                    .outOfRange,
                    "minimumDaysInFirstWeek \(weekRule.minimumDays) does not exist: write 1 to 7"
                )
            }
        }
    }

    /// The maximum number of days in `dates`.
    package static let maxDates = 1_000

    /// Refuses days that do not exist, are out of order, or too many.
    func checkDates() throws(TimeSpecError) {
        guard dates.count <= Self.maxDates else {
            throw TimeSpecError(
                .outOfRange,
                "\(dates.count) dates are more than the \(Self.maxDates) allowed: leave the later ones out"
            )
        }
        for (index, date) in dates.enumerated() {
            guard date.exists, YearSet.bounds.contains(date.year) else {
                throw TimeSpecError(
                    .outOfRange,
                    "the date \(date) does not exist: write a day of the Gregorian calendar"
                )
            }
            guard index == 0 || dates[index - 1] < date else {
                throw TimeSpecError(
                    .duplicate,
                    "the date \(date) does not follow \(dates[index - 1]): write each once, in order"
                )
            }
        }
    }

    /// Returns the reason why components without a contradiction have no date.
    func reasonForNever() -> TimeSpecError {
        if let month, let day, day > CivilDate.length(ofMonth: month, leap: true) {
            return TimeSpecError(
                .never,
                "\(Names.month(month)) never has a day \(day): write day "
                    + "\(CivilDate.length(ofMonth: month, leap: true)) or less, or another month"
            )
        }
        if let year, month == 2, day == 29, !CivilDate.isLeap(year) {
            return TimeSpecError(
                .never,
                "\(year) has no 29 February: write day 28, or leave year out"
            )
        }
        if let year, dayOfYear == 366, !CivilDate.isLeap(year) {
            return TimeSpecError(
                .never,
                "\(year) has no day 366: write dayOfYear 365, or leave year out"
            )
        }
        if let month, let quarter, (month - 1) / 3 + 1 != quarter {
            return TimeSpecError(
                .never,
                "\(Names.month(month)) lies in quarter \((month - 1) / 3 + 1), not \(quarter): leave quarter out"
            )
        }
        let given = dictionary.map { "\($0.name) \($0.value)" } + (dates.isEmpty ? [] : ["dates"])
        let names = given.joined(separator: ", ")
        return TimeSpecError(.never, "no date has all of \(names): leave one of them out")
    }
}

extension CalendarComponents.Field {
    /// Returns the message for a value out of range.
    static func refusal(of field: CalendarComponents.Field, value: Int) -> String {
        let start = "\(field.rawValue) \(value) does not exist: write "
        let range = "\(field.bounds.lowerBound) to \(field.bounds.upperBound)"
        return switch field {
        case .weekday: start + "1 (Sunday) to 7 (Saturday)"
        case .weekdayOrdinal: start + "1 to 5, or -1 to -5 from the end of the month"
        case .hour: start + range + (value == 24 ? "; midnight is hour 0 of the next day" : "")
        case .era: start + "1 or leave it out"
        default: start + range
        }
    }
}
