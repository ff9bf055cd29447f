extension RecurrenceRule {
    /// What happens with a day that a month does not have (RFC 7529).
    package enum Skip: String, Sendable {
        /// The last day before it.
        case backward = "BACKWARD"
        /// The first day after it.
        case forward = "FORWARD"
    }

    /// Finds the rule of RFC 5545 whose days move as RFC 7529 says.
    ///
    /// - Parameters:
    ///   - skip: where a day goes that a month does not have.
    ///   - start: the first date, which has the parts that the rule leaves out; `nil` if it is unknown.
    /// - Returns: the rule; `nil` if there is none.
    package func moving(_ skip: Skip, from start: CivilDate?) -> RecurrenceRule? {
        guard frequency == .monthly || frequency == .yearly,
            weekdays.isEmpty, yearDays.isEmpty, weeks.isEmpty, positions.isEmpty,
            monthDays.allSatisfy({ $0 > 0 })
        else { return nil }
        let days = monthDays.isEmpty ? start.map { [$0.day] } : monthDays
        guard let days, let months = monthsWithDates(from: start) else { return nil }
        // Of a rule of months the interval decides the months.
        let years = frequency == .yearly ? interval : 1
        switch skip {
        case .backward: return movingBackward(days, months, years)
        case .forward: return movingForward(days, months, years)
        }
    }

    /// The months that have dates; `nil` if they are unknown, or not the same each year.
    private func monthsWithDates(from start: CivilDate?) -> [Int]? {
        if frequency == .yearly {
            if !months.isEmpty { return months }
            return monthDays.isEmpty ? start.map { [$0.month] } : Array(1...12)
        }
        guard interval > 1 else { return months.isEmpty ? Array(1...12) : months }
        guard 12 % interval == 0, let start else { return nil }
        let own = Array(1...12).filter { ($0 - start.month) % interval == 0 }
        return months.isEmpty ? own : own.filter(months.contains)
    }

    private func movingBackward(_ days: [Int], _ months: [Int], _ years: Int) -> RecurrenceRule? {
        guard days.count == 1, let day = days.first, day > 28,
            [hours, minutes, seconds].allSatisfy({ $0.count <= 1 }),
            years == 1 || months.count == 1
        else { return nil }
        var rule = self
        // Positions count in a month.
        rule.frequency = years == 1 ? .monthly : .yearly
        rule.interval = years
        rule.months = months.count == 12 ? [] : months
        rule.monthDays = day == 31 ? [-1] : Array(28...day)
        rule.positions = day == 31 ? [] : [-1]
        return rule
    }

    private func movingForward(_ days: [Int], _ months: [Int], _ years: Int) -> RecurrenceRule? {
        var found: Set<Int> = []
        for month in months {
            for day in days {
                let length = CivilDate.length(ofMonth: month, leap: true)
                let first = CivilDate.days(beforeMonth: month, leap: false)
                // Up to 29 February days have the same number from the year's start, which is 1 March in other
                // years, and later ones the same from its end.
                found.insert(
                    month <= 2 && day <= length
                        ? first + day
                        : first + min(day, length + 1) - 366
                            - (month == 2 ? 1 : 0)
                )
            }
        }
        var rule = self
        (rule.frequency, rule.interval) = (.yearly, years)
        (rule.months, rule.monthDays) = ([], [])
        rule.yearDays = found.sorted { ($0 < 0 ? 366 + $0 : $0) < ($1 < 0 ? 366 + $1 : $1) }
        return rule
    }
}
