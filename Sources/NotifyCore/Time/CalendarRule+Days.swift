extension CalendarRule {
    /// The first matching day that is not before the given one, both as days since 1970-01-01.
    func nextDay(from dayNumber: Int) -> Int? {
        guard dates.isEmpty else {
            return dates.first { $0 >= dayNumber && matches(CivilDate(dayNumber: $0)) }
        }
        let start = CivilDate(dayNumber: dayNumber)
        guard var year = firstYear(from: start.year) else { return nil }
        let lastYear = lastYearOfSearch(from: start.year)
        let months = self.months & (weeks?.months ?? CalendarRule.everyMonth)
        while year <= lastYear {
            let leap = CivilDate.isLeap(year)
            let newYear = CivilDate.dayNumber(ofYear: year)
            let isFirst = year == start.year
            var rest = isFirst ? months & (.max << UInt16(start.month)) : months
            while rest != 0 {
                let month = rest.trailingZeroBitCount
                let first = newYear + CivilDate.days(beforeMonth: month, leap: leap)
                var mask = dayMask(year: year, month: month, first: first, leap: leap)
                if isFirst, month == start.month {
                    mask &= .max << UInt32(start.day)
                }
                if mask != 0 { return first + mask.trailingZeroBitCount - 1 }
                rest &= rest - 1
            }
            guard let following = firstYear(from: year + 1) else { return nil }
            year = following
        }
        return nil
    }

    /// The last matching day that is not after the given one, both as days since 1970-01-01.
    func previousDay(from dayNumber: Int) -> Int? {
        guard dates.isEmpty else {
            return dates.last { $0 <= dayNumber && matches(CivilDate(dayNumber: $0)) }
        }
        let start = CivilDate(dayNumber: dayNumber)
        guard var year = years.previous(from: start.year) else { return nil }
        let months = self.months & (weeks?.months ?? CalendarRule.everyMonth)
        let firstYear = years.isAny ? start.year - 401 : YearSet.bounds.lowerBound
        while year >= firstYear {
            let leap = CivilDate.isLeap(year)
            let newYear = CivilDate.dayNumber(ofYear: year)
            let isFirst = year == start.year
            var rest = isFirst ? months & (UInt16(2) << UInt16(start.month) &- 1) : months
            while rest != 0 {
                let month = 15 - rest.leadingZeroBitCount
                let first = newYear + CivilDate.days(beforeMonth: month, leap: leap)
                var mask = dayMask(year: year, month: month, first: first, leap: leap)
                if isFirst, month == start.month {
                    mask &= UInt32(truncatingIfNeeded: UInt64(2) << UInt64(start.day) &- 1)
                }
                if mask != 0 { return first + 30 - mask.leadingZeroBitCount }
                rest &= ~(UInt16(1) << UInt16(month))
            }
            guard let preceding = years.previous(from: year - 1) else { return nil }
            year = preceding
        }
        return nil
    }

    /// Whether the rule matches a day.
    func matches(_ date: CivilDate) -> Bool {
        guard years.contains(date.year), months >> UInt16(date.month) & 1 == 1 else { return false }
        let mask = dayMask(
            year: date.year,
            month: date.month,
            first: date.dayNumber - date.day + 1,
            leap: CivilDate.isLeap(date.year)
        )
        return mask >> UInt32(date.day) & 1 == 1
    }

    /// The days of a month that match, bit 1 for the first.
    func dayMask(year: Int, month: Int, first: Int, leap: Bool) -> UInt32 {
        let length = CivilDate.length(ofMonth: month, leap: leap)
        let all = UInt32(truncatingIfNeeded: UInt64(2) << UInt64(length) &- 2)
        var mask = daysOfMonth(length: length)
        if weekdays != CalendarRule.everyWeekday || matchesEitherDay {
            let pattern = weekdayPattern(firstDay: CivilDate.weekday(ofDayNumber: first))
            mask = matchesEitherDay ? mask | pattern : mask & pattern
        }
        mask &= all
        if ordinals | lastOrdinals != 0 {
            mask &= ordinalDays(length: length)
        }
        if !daysOfYear.isEmpty {
            let before = CivilDate.days(beforeMonth: month, leap: leap)
            var kept: UInt32 = 0
            for day in daysOfYear where day > before && day <= before + length {
                kept |= 1 << UInt32(day - before)
            }
            mask &= kept
        }
        if let weeks, mask != 0 {
            mask = filter(mask, by: weeks, year: year, month: month, first: first)
        }
        return mask
    }

    private func firstYear(from year: Int) -> Int? {
        guard let weekYears = weeks?.weekYears, !weekYears.isAny else {
            return years.next(from: year)
        }
        // A week's year differs from the calendar's by at most one.
        guard let weekYear = weekYears.next(from: year - 1) else { return nil }
        return years.next(from: max(year, weekYear - 1))
    }

    private func lastYearOfSearch(from year: Int) -> Int {
        years.isAny && weeks?.weekYears.isAny ?? true
            ? min(max(year, 1) + 401, YearSet.bounds.upperBound) : YearSet.bounds.upperBound
    }

    private func daysOfMonth(length: Int) -> UInt32 {
        var mask = days
        if mirroredDays != 0 {
            mask |= length == 31 ? mirroredDays << 1 : mirroredDays >> UInt32(30 - length)
        }
        if clampsToMonthEnd, days >> UInt32(length) > 1 {
            mask |= 1 << UInt32(length)
        }
        return mask
    }

    /// Returns the days of a month that fall on the rule's weekdays.
    private func weekdayPattern(firstDay: Int) -> UInt32 {
        let week = UInt32(weekdays >> 1)
        // Bit 0 becomes the weekday of the month's first day, then the week is repeated five times.
        let turned = (week >> UInt32(firstDay - 1) | week << UInt32(8 - firstDay)) & 0x7F
        let fourWeeks = turned | turned << 7 | turned << 14 | turned << 21
        return (fourWeeks | turned << 28) << 1
    }

    private func ordinalDays(length: Int) -> UInt32 {
        var kept: UInt64 = 0
        for turn in 1...5 {
            if ordinals >> UInt8(turn) & 1 == 1 {
                kept |= 0x7F << UInt64(turn * 7 - 6)
            }
            if lastOrdinals >> UInt8(turn) & 1 == 1 {
                let lowest = length - turn * 7 + 1
                kept |= lowest >= 0 ? 0x7F << UInt64(lowest) : 0x7F >> UInt64(-lowest)
            }
        }
        return UInt32(truncatingIfNeeded: kept)
    }

    private func filter(
        _ mask: UInt32,
        by weeks: WeekFilter,
        year: Int,
        month: Int,
        first: Int
    ) -> UInt32 {
        let firstWeekday = CivilDate.weekday(ofDayNumber: first)
        let into = weeks.rule.daysIntoWeek(firstWeekday)
        let firstRow = weeks.rule.numberOfFirstRow(firstDay: firstWeekday)
        var kept: UInt32 = 0
        for row in 0...5 {
            let lowest = row * 7 - into + 1
            let rowMask = lowest >= 0 ? UInt64(0x7F) << UInt64(lowest) : 0x7F >> UInt64(-lowest)
            let days = mask & UInt32(truncatingIfNeeded: rowMask)
            guard days != 0 else { continue }
            if weeks.weeksOfMonth != 0, weeks.weeksOfMonth >> UInt8(row + firstRow) & 1 == 0 {
                continue
            }
            if weeks.weeksOfYear != 0 || !weeks.weekYears.isAny {
                let week = weeks.rule.week(ofDayNumber: first + max(lowest, 1) - 1, year: year)
                if weeks.weeksOfYear != 0, weeks.weeksOfYear >> UInt64(week.week) & 1 == 0 {
                    continue
                }
                guard weeks.weekYears.contains(week.year) else { continue }
            }
            if weeks.startsOnly {
                if lowest < 1, weekGoesOn(from: first - 1, weeks: weeks) { continue }
                kept |= days & (~days &+ 1)
            } else {
                kept |= days
            }
        }
        return kept
    }

    /// Returns whether the last day of the previous month also matches, so that the week began there.
    private func weekGoesOn(from dayNumber: Int, weeks: WeekFilter) -> Bool {
        // Weeks of the month start again with each month.
        guard weeks.weeksOfMonth == 0 else { return false }
        var whole = self
        whole.weeks?.startsOnly = false
        return whole.matches(CivilDate(dayNumber: dayNumber))
    }
}
