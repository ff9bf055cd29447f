@testable import NotifyCore

/// A reference for the engine that is slow and obviously right: it walks over civil days, tries every
/// field of each and resolves every wall time by looking through the zone's spans.
struct SlowReference<Zone: ZoneRules> {
    let rule: CalendarRule
    let zone: Zone

    /// The first second after `after` that matches, looking a number of days ahead.
    func next(after: Int64, days: Int) -> Int64? {
        let first = floorDivide(after, 86_400).quotient - 3
        var best: Int64?
        for day in first...first + Int64(days) {
            // No later day can give anything earlier than two days before its own start.
            if let best, best < (day - 2) * 86_400 { break }
            let date = CivilDate(dayNumber: Int(day))
            guard matches(date), !startsOnly || !matches(dayBefore(date, sameWeek: true)) else {
                continue
            }
            let spans = spans(around: day)
            for time in times {
                for instant in instants(day * 86_400 + time, spans) where instant > after {
                    best = min(best ?? instant, instant)
                }
            }
        }
        return best
    }

    private var startsOnly: Bool { rule.weeks?.startsOnly ?? false }

    /// The day before where it belongs to the same week, else a day that never matches.
    private func dayBefore(_ date: CivilDate, sameWeek: Bool) -> CivilDate {
        let before = CivilDate(dayNumber: date.dayNumber - 1)
        let nothing = CivilDate(year: 0, month: 1, day: 1)
        guard let weeks = rule.weeks, date.weekday != weeks.rule.firstWeekday else {
            return nothing
        }
        if weeks.weeksOfMonth != 0, date.day == 1 { return nothing }
        return before
    }

    func matches(_ date: CivilDate) -> Bool {
        guard date.year >= 1, rule.years.contains(date.year) else { return false }
        guard rule.months & (1 << date.month) != 0 else { return false }
        let length = CivilDate.length(ofMonth: date.month, leap: CivilDate.isLeap(date.year))
        var isDay = rule.days & (1 << date.day) != 0
        let fromEnd = length - date.day + 1
        if rule.mirroredDays & (1 << (31 - fromEnd)) != 0 { isDay = true }
        if rule.clampsToMonthEnd, date.day == length,
            (length + 1...32).contains(where: { $0 < 32 && rule.days & (1 << $0) != 0 })
        {
            isDay = true
        }
        let isWeekday = rule.weekdays & (1 << date.weekday) != 0
        guard rule.matchesEitherDay ? isDay || isWeekday : isDay && isWeekday else { return false }
        if rule.ordinals != 0 || rule.lastOrdinals != 0 {
            let turn = (date.day + 6) / 7
            let lastTurn = (fromEnd + 6) / 7
            guard rule.ordinals & (1 << turn) != 0 || rule.lastOrdinals & (1 << lastTurn) != 0
            else { return false }
        }
        if !rule.daysOfYear.isEmpty, !rule.daysOfYear.contains(date.dayOfYear) { return false }
        guard let weeks = rule.weeks else { return true }
        let week = date.week(weeks.rule)
        if weeks.weeksOfMonth != 0,
            weeks.weeksOfMonth & (1 << date.weekOfMonth(weeks.rule)) == 0
        {
            return false
        }
        if weeks.weeksOfYear != 0, weeks.weeksOfYear & (1 << week.week) == 0 { return false }
        return weeks.weekYears.contains(week.year)
    }

    private var times: [Int64] {
        var times: [Int64] = []
        for hour in 0..<24 where rule.hours & (1 << hour) != 0 {
            for minute in 0..<60 where rule.minutes & (1 << minute) != 0 {
                for second in 0..<60 where rule.seconds & (1 << second) != 0 {
                    times.append(Int64(hour * 3600 + minute * 60 + second))
                }
            }
        }
        return times
    }

    private func spans(around day: Int64) -> [ZoneSpan] {
        var spans = [zone.span(at: (day - 3) * 86_400)]
        while let last = spans.last, last.end != .max, last.end < (day + 4) * 86_400 {
            spans.append(zone.span(at: last.end))
        }
        return spans
    }

    private func instants(_ local: Int64, _ spans: [ZoneSpan]) -> [Int64] {
        let real = spans.compactMap { span in
            let second = local - span.offset
            return second >= span.start && second < span.end ? second : nil
        }
        if rule.isRealTime { return real }
        if let first = real.min() { return [first] }
        for (before, after) in zip(spans, spans.dropFirst()) {
            let gap =
                before.end
                + before.offset..<max(
                    before.end + before.offset,
                    after.start + after.offset
                )
            guard gap.contains(local) else { continue }
            let midnight = floorDivide(local, 86_400).quotient * 86_400
            if gap.lowerBound <= midnight, midnight + 86_400 <= gap.upperBound { return [] }
            return [rule.isDateOnly ? after.start : local - before.offset]
        }
        return []
    }
}
