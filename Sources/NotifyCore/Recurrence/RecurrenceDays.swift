/// The days that a recurrence rule allows.
///
/// Parts that limit days and those that name them come to the same here: a day matches if all parts have it.
struct RecurrenceDays: Hashable, Sendable {
    /// The months, bit 1 for January.
    var months = CalendarRule.everyMonth
    /// The days of the month, bit 1 for the first; with `lastDays` 0 for all.
    var monthDays: UInt32 = 0
    /// The days from the month's end, bit 1 for the last.
    var lastDays: UInt32 = 0
    /// The days of the year, negative from its end; empty for all.
    var yearDays: [Int] = []
    /// The days of the week, bit 1 for Sunday; with `ordinals` empty 0 for all.
    var weekdays: UInt8 = 0
    /// The days of the week with an ordinal.
    var ordinals: [RecurrenceRule.Weekday] = []
    /// Whether these ordinals count in the year, and not in the month.
    var countsInYear = false
    /// The weeks of the year, bit 1 for the first; with `lastWeeks` 0 for all.
    var weeks: UInt64 = 0
    /// The weeks from the year's end, bit 1 for the last.
    var lastWeeks: UInt64 = 0
    /// How the weeks are numbered.
    var weekRule = WeekRule.iso8601

    /// The days of a range that match, in order; at most 366 are asked for.
    func all(in range: Range<Int>) -> [Int] {
        var found: [Int] = []
        var from = range.lowerBound
        while from < range.upperBound, let day = first(in: from..<range.upperBound) {
            found.append(day)
            from = day + 1
        }
        return found
    }

    /// The first matching day of a range.
    func first(in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        let start = CivilDate(dayNumber: range.lowerBound)
        var (year, month) = (start.year, start.month)
        var first = range.lowerBound - start.day + 1
        var mask = mask(year: year, month: month, first: first) & (.max << UInt32(start.day))
        while mask == 0 {
            first += CivilDate.length(ofMonth: month, leap: CivilDate.isLeap(year))
            guard first < range.upperBound else { return nil }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
            mask = self.mask(year: year, month: month, first: first)
        }
        let day = first + mask.trailingZeroBitCount - 1
        return day < range.upperBound ? day : nil
    }

    /// The days of a month that match, bit 1 for the first.
    func mask(year: Int, month: Int, first: Int) -> UInt32 {
        guard months >> UInt16(month) & 1 == 1 else { return 0 }
        let leap = CivilDate.isLeap(year)
        let length = CivilDate.length(ofMonth: month, leap: leap)
        var mask = UInt32(truncatingIfNeeded: UInt64(2) << UInt64(length) &- 2)
        if monthDays | lastDays != 0 {
            var days = monthDays
            for day in 1...length where lastDays >> UInt32(day) & 1 == 1 {
                days |= 1 << UInt32(length + 1 - day)
            }
            mask &= days
        }
        if mask != 0, weekdays != 0 || !ordinals.isEmpty {
            mask &= weekdayMask(year: year, first: first, length: length, leap: leap)
        }
        if mask != 0, !yearDays.isEmpty {
            let before = CivilDate.days(beforeMonth: month, leap: leap)
            let days = leap ? 366 : 365
            mask &= Self.mask(yearDays.map { ($0 < 0 ? days + 1 + $0 : $0) - before }, length)
        }
        if mask != 0, weeks | lastWeeks != 0 {
            mask &= weekMask(year: year, first: first, length: length)
        }
        return mask
    }

    private static func mask(_ days: [Int], _ length: Int) -> UInt32 {
        days.reduce(0) { (1...length).contains($1) ? $0 | 1 << UInt32($1) : $0 }
    }

    private func weekdayMask(year: Int, first: Int, length: Int, leap: Bool) -> UInt32 {
        let firstWeekday = CivilDate.weekday(ofDayNumber: first)
        var mask: UInt32 = 0
        for day in 1...7 where weekdays >> UInt8((firstWeekday + day - 2) % 7 + 1) & 1 == 1 {
            mask |= 0b1_0000001_0000001_0000001_0000001 << UInt32(day)
        }
        guard !ordinals.isEmpty else { return mask }
        let start = countsInYear ? CivilDate.dayNumber(ofYear: year) : first
        let count = countsInYear ? (leap ? 366 : 365) : length
        let days = ordinals.map { day in
            Self.day(day, from: start, count: count) - first + 1
        }
        return mask | Self.mask(days, length)
    }

    /// Returns the number of an nth weekday of a month or a year; a number outside of it if there is none.
    private static func day(
        _ day: RecurrenceRule.Weekday,
        from start: Int,
        count: Int
    ) -> Int {
        if day.ordinal > 0 {
            let into = (day.weekday - CivilDate.weekday(ofDayNumber: start) + 7) % 7
            let found = start + into + (day.ordinal - 1) * 7
            return found < start + count ? found : .min / 2
        }
        let last = start + count - 1
        let back = (CivilDate.weekday(ofDayNumber: last) - day.weekday + 7) % 7
        let found = last - back + (day.ordinal + 1) * 7
        return found >= start ? found : .min / 2
    }

    private func weekMask(year: Int, first: Int, length: Int) -> UInt32 {
        var mask: UInt32 = 0
        for day in 1...length {
            let (weekYear, week) = weekRule.week(ofDayNumber: first + day - 1, year: year)
            var matches = weeks >> UInt64(week) & 1 == 1
            if !matches, lastWeeks != 0 {
                let count =
                    (weekRule.startOfYear(weekYear + 1) - weekRule.startOfYear(weekYear)) / 7
                matches = lastWeeks >> UInt64(count + 1 - week) & 1 == 1
            }
            if matches { mask |= 1 << UInt32(day) }
        }
        return mask
    }
}
