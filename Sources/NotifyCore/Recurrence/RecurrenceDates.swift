/// The dates of a series in the form in which they are searched.
package struct RecurrenceDates: Hashable, Sendable {
    /// The series as it was given.
    package let series: RecurrenceSeries
    private let pattern: RecurrencePattern?
    /// The last date of the rule, in local seconds, but for an end that is an instant.
    private let last: Int64
    // Local seconds and days, in order.
    private let additional: [Int64]
    private let excluded: Set<Int64>
    private let excludedDays: Set<Int>
    let isRealTime: Bool

    /// Prepares a series.
    ///
    /// - Throws: ``TimeSpecError`` if a part of it is out of range.
    package init(_ series: RecurrenceSeries) throws(TimeSpecError) {
        try series.validate()
        self.series = series
        pattern = series.rule.map { RecurrencePattern($0, from: series.start) }
        isRealTime = pattern?.isHourly ?? false
        var last = Int64.max
        switch series.rule?.end {
        case nil, .instant: break
        case .count(let count): last = try pattern?.date(number: count) ?? .max
        case .day(let day): last = Int64(day.dayNumber) * 86_400 + 86_399
        case .wall(let wall): last = wall.localSecond
        }
        self.last = last
        let own = series.rule == nil ? [series.start] : []
        additional = (own + series.additional).map(\.localSecond).sorted()
        excluded = Set(series.excluded.map(\.localSecond))
        excludedDays = Set(series.excludedDays.map(\.dayNumber))
    }

    /// The first date of the series, before its offset; `nil` if it has none.
    package var first: WallTime? {
        first(from: .min, to: .max).map { WallTime(localSecond: $0) }
    }

    /// Returns the first date of the rule, also where it is excluded; `nil` if there is none.
    package var firstOfRule: WallTime? {
        pattern.flatMap { $0.next(from: $0.start) }.map { WallTime(localSecond: $0) }
    }

    /// The first date from a local second.
    ///
    /// - Parameter local: the earliest local second.
    /// - Returns: the date; `nil` if there is none.
    private func first(from local: Int64, to end: Int64) -> Int64? {
        var from = local
        while true {
            let ruled = pattern?.next(from: from).flatMap { $0 <= min(last, end) ? $0 : nil }
            guard let date = [ruled, added(from: from)].compactMap(\.self).min() else { return nil }
            let day = floorDivide(date, 86_400).quotient
            if excludedDays.contains(Int(day)) {
                from = (day + 1) * 86_400
            } else if excluded.contains(date) {
                from = date + 1
            } else {
                return date
            }
        }
    }

    private func added(from local: Int64) -> Int64? {
        var (low, high) = (0, additional.count)
        while low < high {
            let middle = (low + high) / 2
            if additional[middle] < local { low = middle + 1 } else { high = middle }
        }
        return low < additional.count ? additional[low] : nil
    }

    // MARK: Dates in a zone

    /// The dates in a zone, moved by the days of the offset.
    private struct InZone: LocalDates {
        let dates: RecurrenceDates
        private(set) var end: Int64
        let shift: Int64
        /// The last second of the rule, where its dates run in real time.
        private(set) var lastSecond: Int64?
        var isRealTime: Bool { dates.isRealTime }
        var isDateOnly: Bool { false }

        /// The same without the rule: the additional dates.
        var withoutRule: InZone {
            var rest = self
            rest.end = .min
            return rest
        }

        init(_ dates: RecurrenceDates, _ zone: some ZoneRules) {
            self.dates = dates
            shift = Int64(dates.series.offset / 86_400) * 86_400
            guard case .instant(let until) = dates.series.rule?.end else {
                end = .max
                return
            }
            let second = min(max(until, .distantPast), .distantFuture).seconds
            if dates.isRealTime { lastSecond = second + shift }
            let span = zone.span(at: second)
            var local = second + span.offset
            // In the second pass of an overlap all times of the first one are past.
            if span.start != .min, second - span.start < 86_400 {
                let before = zone.span(at: span.start - 1).offset
                if before > span.offset { local = max(local, span.start + before - 1) }
            }
            end = local
        }

        func nextLocal(from local: Int64) -> Int64? {
            dates.first(from: local - shift, to: end).map { $0 + shift }
        }

        func previousLocal(from local: Int64) -> Int64? {
            guard var low = nextLocal(from: Self.earliest), low <= local else { return nil }
            // No date lies from `high` to the given second.
            var high = local + 1
            while low + 1 < high {
                let middle = low + (high - low) / 2
                if let found = nextLocal(from: middle), found <= local {
                    low = found
                } else {
                    high = middle
                }
            }
            return low
        }

        private static let earliest = Int64.min / 2
    }

    /// The seconds of the offset that are elapsed time.
    private var rest: Int64 { Int64(series.offset % 86_400) }

    /// The first instant that is strictly later than the given one; `nil` if there is none.
    package func next(after: Instant, in zone: some ZoneRules) -> Instant? {
        guard after < .distantFuture else { return nil }
        let first = max(after, .distantPast).seconds + 1 - rest
        let dates = InZone(self, zone)
        var found = dates.search(from: first, in: zone)
        // The second pass of an overlap has the wall times of the first one.
        if let second = found, let last = dates.lastSecond, second > last {
            found = dates.withoutRule.search(from: first, in: zone)
        }
        return found.map { Instant(seconds: $0 + rest) }.flatMap { $0 <= .distantFuture ? $0 : nil }
    }

    /// The last instant that is strictly earlier than the given one; `nil` if there is none.
    package func previous(before: Instant, in zone: some ZoneRules) -> Instant? {
        guard before > .distantPast else { return nil }
        let bound = min(before, Instant.distantFuture.advanced(byMicroseconds: 1))
        let last = bound.advanced(byMicroseconds: -1).seconds - rest
        let dates = InZone(self, zone)
        var found = dates.searchBack(from: min(last, dates.lastSecond ?? last), in: zone)
        if dates.lastSecond ?? last < last,
            let later = dates.withoutRule.searchBack(from: last, in: zone)
        {
            found = max(found ?? later, later)
        }
        return found.map { Instant(seconds: $0 + rest) }.flatMap { $0 >= .distantPast ? $0 : nil }
    }

    /// Returns the series if it has dates.
    package func checked() throws(TimeSpecError) -> RecurrenceDates {
        guard first == nil else { return self }
        if series.rule != nil, firstOfRule == nil {
            throw TimeSpecError(
                .never,
                "no date matches the rule from \(series.start) on",
                wayOut: "change its days or its interval"
            )
        }
        throw TimeSpecError(
            .never,
            "no date is left of the series: its end is before the first one, or all are excluded"
        )
    }

    // MARK: Remarks

    /// Returns remarks about the series for its author, each a sentence.
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
        guard let next = next(after: after, in: zone) else { return [] }
        var remarks: [String] = []
        if let first = firstOfRule, first != series.start, !series.additional.contains(series.start)
        {
            remarks.append("the rule does not match \(series.start); its first date is \(first)")
        }
        if repeats { remarks += skipRemarks.map(\.text) }
        // A rule without an end has a last date only because the years have one.
        if repeats, series.rule == nil || series.rule?.end != nil,
            let last = previous(before: .distantFuture, in: zone)
        {
            if last == next {
                remarks.append("fires once")
            } else if !endsOtherwise {
                remarks.append("fires for the last time on \(WallTime(last, in: zone))")
            }
        }
        guard !isRealTime, rest == 0 else { return remarks }
        let end = repeats ? after.seconds + 366 * 86_400 : next.seconds
        return remarks
            + InZone(self, zone).clockRemarks(
                from: after.seconds,
                to: end,
                in: zone,
                withOverlaps: repeats
            )
    }

    /// The remarks about months and years that have no such day.
    package var skipRemarks: [SkipRemark] {
        guard let rule = series.rule else { return [] }
        if rule.frequency == .yearly, rule.yearDays.allSatisfy({ $0.magnitude == 366 }),
            !rule.yearDays.isEmpty
        {
            return [.onlyInLeapYears("day 366")]
        }
        if rule.isEachMonthOfYears {
            let remark = SkipRemark(
                "has dates in each month; for one month of the year add BYMONTH, such as "
                    + "BYMONTH=\(series.start.date.month)"
            )
            return [remark] + daySkipRemarks(of: rule)
        }
        return daySkipRemarks(of: rule)
    }

    private func daySkipRemarks(of rule: RecurrenceRule) -> [SkipRemark] {
        guard rule.weekdays.isEmpty, rule.yearDays.isEmpty, rule.weeks.isEmpty else { return [] }
        let isMonthly = rule.frequency == .monthly || rule.frequency == .yearly
        guard isMonthly || !rule.monthDays.isEmpty else { return [] }
        let day = rule.monthDays.isEmpty ? series.start.date.day : rule.monthDays.min() ?? 0
        guard day > 28 else { return [] }
        let isOneMonth = rule.frequency == .yearly && rule.monthDays.isEmpty
        let all = isOneMonth ? [series.start.date.month] : Array(1...12)
        let months = rule.months.isEmpty ? all : rule.months
        let without = months.filter { CivilDate.length(ofMonth: $0, leap: false) < day }
        guard !without.isEmpty else { return [] }
        guard Set(months) != [2] else { return [.onlyInLeapYears("29 February")] }
        let moved = rule.moving(.backward, from: series.start.date)
        let advice = moved.map { "; for the last day of these write \($0.text)" } ?? ""
        return [SkipRemark("skips months without a day \(day)\(advice)")]
    }
}

/// A remark about months and years that a rule skips.
package struct SkipRemark: Hashable, Sendable {
    /// What one rule does, such as `fires only in leap years (day 366)`.
    package let text: String
    /// What several do; `nil` to say it of each.
    package let ofMany: String?

    fileprivate init(_ text: String, ofMany: String? = nil) {
        (self.text, self.ofMany) = (text, ofMany)
    }

    fileprivate static func onlyInLeapYears(_ day: String) -> SkipRemark {
        let rest = "only in leap years (\(day))"
        return SkipRemark("fires \(rest)", ofMany: "fire \(rest)")
    }
}

extension RecurrenceRule {
    /// Whether the rule counts years, and its days of the month are those of each month.
    package var isEachMonthOfYears: Bool {
        frequency == .yearly && !monthDays.isEmpty
            && [months, yearDays, weeks, positions, weekdays.map(\.weekday)].allSatisfy(\.isEmpty)
    }
}
