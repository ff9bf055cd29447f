extension CalendarRule {
    /// What the author of a rule should know about it, a sentence each.
    ///
    /// - Parameters:
    ///   - after: the present; changes of the zone's clock are looked up for a year from here.
    ///   - zone: the zone in which the rule is read.
    ///   - repeats: whether it fires more than once; else only the next date counts.
    /// - Returns: the remarks, none where there is nothing to say.
    public func remarks(
        after: Instant,
        in zone: some ZoneRules,
        repeats: Bool = true
    ) -> [String] {
        guard let first = next(after: after, in: zone) else { return [] }
        var remarks: [String] = []
        if repeats {
            remarks += skipRemarks
            if next(after: first, in: zone) == nil {
                remarks.append(years.isAny ? "fires once" : "fires once since a year is set")
            } else if !years.isAny || !(weeks?.weekYears.isAny ?? true),
                let last = previous(before: .distantFuture, in: zone),
                WallTime(last, in: zone).date.year < YearSet.bounds.upperBound
            {
                remarks.append("fires for the last time on \(WallTime(last, in: zone))")
            }
        }
        if roundsUp {
            remarks.append("the fraction of a second is rounded up to the next whole second")
        }
        let end = repeats ? after.advanced(byMicroseconds: 366 * 86_400_000_000) : first
        return remarks + clockRemarks(from: after.seconds, to: end.seconds, in: zone)
    }

    // MARK: Skipped months and years

    private var skipRemarks: [String] {
        var remarks: [String] = []
        let inMonths = CalendarRule.values(UInt64(months))
        let late = CalendarRule.values(UInt64(days)).filter { $0 > 28 }
        let isEveryDay = days == CalendarRule.everyDay
        if !isEveryDay, !clampsToMonthEnd, !matchesEitherDay, let day = late.first {
            let without = inMonths.filter { CivilDate.length(ofMonth: $0, leap: false) < day }
            // With an earlier day in the set no month is skipped, only that day in it.
            let hasEarlier = days & 0x1FFF_FFFE != 0 || mirroredDays != 0
            if day == 29, inMonths == [2], !hasEarlier {
                remarks.append("fires only in leap years (29 February)")
            } else if !without.isEmpty, !hasEarlier {
                remarks.append(Self.skipped(without, day: day))
            } else if let last = late.last, hasEarlier {
                let count = inMonths.filter { CivilDate.length(ofMonth: $0, leap: false) < last }
                if !count.isEmpty {
                    remarks.append("day \(last) is missing in \(Self.months(count.count)) a year")
                }
            }
        }
        if (ordinals == 1 << 5 && lastOrdinals == 0) || (lastOrdinals == 1 << 5 && ordinals == 0) {
            remarks.append("skips months in which the weekday comes only four times")
        }
        if daysOfYear == [366] { remarks.append("fires only in leap years (day 366)") }
        if weeks?.weeksOfYear == 1 << 53 { remarks.append("fires only in years of 53 weeks") }
        return remarks
    }

    private static func skipped(_ months: [Int], day: Int) -> String {
        guard months == [2] else {
            return "skips \(Self.months(months.count)) a year (no day \(day))"
        }
        return day == 29
            ? "skips February except in leap years (no day 29)" : "skips February (no day \(day))"
    }

    private static func months(_ count: Int) -> String {
        count == 1 ? "1 month" : "\(count) months"
    }

    // MARK: Changes of the clock

    private func clockRemarks(
        from first: Int64,
        to last: Int64,
        in zone: some ZoneRules
    ) -> [String] {
        guard !isRealTime else { return [] }
        var remarks: [String] = []
        var before = zone.span(at: first)
        while before.end != .max, before.end <= last {
            let after = zone.span(at: before.end)
            let localEnd = before.end + before.offset
            let localStart = before.end + after.offset
            if localStart > localEnd {
                remarks += gapRemark(localEnd, localStart, change: before.end, in: zone)
            } else if localStart < localEnd {
                remarks += overlapRemark(localStart, localEnd, in: zone)
            }
            before = after
        }
        return remarks
    }

    private func gapRemark(
        _ first: Int64,
        _ end: Int64,
        change: Int64,
        in zone: some ZoneRules
    ) -> [String] {
        guard let local = nextLocal(from: first), local < end else { return [] }
        let wall = WallTime(localSecond: local)
        let day = "\(Names.date(wall.date)) in \(zone.identifier)"
        let midnight = local - Int64(wall.time.secondOfDay)
        if midnight >= first, midnight + 86_400 <= end {
            return ["\(day) is left out of the calendar; skipped"]
        }
        let shift = isDateOnly ? end - local : end - first
        let fires = WallTime(localSecond: local + shift)
        let nextDay = fires.date == wall.date ? "" : " on \(Names.date(fires.date))"
        return ["\(wall.time) does not exist on \(day); fires at \(fires.time)\(nextDay)"]
    }

    private func overlapRemark(
        _ first: Int64,
        _ end: Int64,
        in zone: some ZoneRules
    ) -> [String] {
        guard let local = nextLocal(from: first), local < end else { return [] }
        let wall = WallTime(localSecond: local)
        return [
            "\(wall.time) comes twice on \(Names.date(wall.date)) in \(zone.identifier); "
                + "fires the first time"
        ]
    }
}

extension CalendarComponents {
    /// What the author of the components should know about parts that do not count; nil for nothing.
    public var remark: String? {
        guard year != nil, month != nil, day != nil else { return nil }
        let derived: [Field] = [
            .weekday, .weekdayOrdinal, .quarter, .weekOfMonth, .weekOfYear, .yearForWeekOfYear,
            .dayOfYear,
        ]
        let dropped = derived.filter { self[$0] != nil }
        guard !dropped.isEmpty else { return nil }
        let verb = dropped.count == 1 ? "follows" : "follow"
        return "\(Names.list(dropped.map(\.rawValue))) \(verb) from the date and need not be given"
    }
}
