extension CalendarRule {
    /// The maximum of seconds between a clock change that skips the time of a single date and that date, so that
    /// thousands of years need not be searched.
    private static let longestGap: Int64 = 3 * 86_400

    /// Returns remarks about a rule for its author, each a sentence.
    ///
    /// - Parameters:
    ///   - after: the present; clock changes are looked up for a year from here.
    ///   - repeats: whether it fires more than once; else only the next date counts.
    ///   - endsOtherwise: whether the deliveries have an end of their own, which may come before that of the rule.
    /// - Returns: the remarks; empty if there are none.
    package func remarks(
        after: Instant,
        in zone: some ZoneRules,
        repeats: Bool = true,
        endsOtherwise: Bool = false
    ) -> [String] {
        guard let first = next(after: after, in: zone) else { return [] }
        var remarks: [String] = []
        if repeats {
            remarks += skipRemarks
            if next(after: first, in: zone) == nil {
                remarks.append(years.isAny ? "fires once" : "fires once since a year is set")
            } else if !endsOtherwise,
                !dates.isEmpty || !years.isAny || !(weeks?.weekYears.isAny ?? true),
                let last = previous(before: .distantFuture, in: zone),
                WallTime(last, in: zone).date.year < YearSet.bounds.upperBound
            {
                remarks.append("fires for the last time on \(WallTime(last, in: zone))")
            }
        }
        if roundsUp {
            remarks.append("the fraction of a second is rounded up to the next whole second")
        }
        guard !isRealTime else { return remarks }
        let start = repeats ? after.seconds : max(after.seconds, first.seconds - Self.longestGap)
        let end = repeats ? after.seconds + 366 * 86_400 : first.seconds
        remarks += clockRemarks(
            from: start,
            to: end,
            in: zone,
            withOverlaps: repeats
        )
        // The clock change that repeats the time of a single date is later.
        return repeats ? remarks : remarks + overlapRemark(on: first, in: zone)
    }

    // MARK: Skipped months and years

    private var skipRemarks: [String] {
        var remarks: [String] = []
        let inMonths = CalendarRule.values(UInt64(months))
        let late = CalendarRule.values(UInt64(days)).filter { $0 > 28 }
        let isEveryDay = days == CalendarRule.everyDay
        if !isEveryDay, !clampsToMonthEnd, !matchesEitherDay, let day = late.first {
            let without = inMonths.filter { CivilDate.length(ofMonth: $0, leap: false) < day }
            // With an earlier day in the set no month is skipped, only that day.
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
}

extension CalendarComponents {
    /// The remark about parts that are ignored; nil for none.
    package var remark: String? {
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
