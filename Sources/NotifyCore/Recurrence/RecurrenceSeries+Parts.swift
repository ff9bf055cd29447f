extension RecurrenceSeries {
    /// Returns the part of the series before or after some dates.
    ///
    /// - Parameters:
    ///   - lower: the earliest date; `nil` for the first.
    ///   - upper: the date before which it ends; `nil` for no other end.
    /// - Returns: the series; `nil` if nothing is left.
    package func part(
        from lower: WallTime?,
        before upper: WallTime?,
        in zone: some ZoneRules
    ) -> RecurrenceSeries? {
        var part = self
        var own = rule == nil ? [start] : []
        if let lower {
            part.rule = part.dropRule(before: lower)
            part.additional.removeAll { $0.localSecond < lower.localSecond }
            own.removeAll { $0.localSecond < lower.localSecond }
        }
        if let upper {
            let last = WallTime(localSecond: upper.localSecond - 1)
            part.rule = part.ruleEnding(with: .wall(last), in: zone)
            part.additional.removeAll { $0.localSecond >= upper.localSecond }
            own.removeAll { $0.localSecond >= upper.localSecond }
        }
        guard part.rule == nil else { return part }
        // Without a rule the start is a date.
        var dates = (own + part.additional).sorted { $0.localSecond < $1.localSecond }
        guard !dates.isEmpty else { return nil }
        part.start = dates.removeFirst()
        part.additional = dates
        return part
    }

    /// Lets the rule begin with its first date from a wall time on, with the rest of its count.
    private mutating func dropRule(before lower: WallTime) -> RecurrenceRule? {
        guard var rule else { return nil }
        let pattern = RecurrencePattern(rule, from: start)
        guard let first = pattern.next(from: lower.localSecond) else { return nil }
        if case .count(let count) = rule.end {
            var left = count
            var date = pattern.next(from: pattern.start)
            while let passed = date, passed < first, left > 0 {
                left -= 1
                date = pattern.next(from: passed + 1)
            }
            guard left > 0 else { return nil }
            rule.end = .count(left)
        }
        start = WallTime(localSecond: first)
        return rule
    }

    /// Returns the rule with one more end, of which the earlier one counts; `nil` if it has no date then.
    package func ruleEnding(
        with end: RecurrenceRule.End,
        in zone: some ZoneRules
    ) -> RecurrenceRule? {
        guard var rule else { return nil }
        let pattern = RecurrencePattern(rule, from: start)
        let last = { (end: RecurrenceRule.End) in Self.last(end, of: pattern, in: zone) }
        guard let first = pattern.next(from: pattern.start), first <= last(end) else { return nil }
        if rule.end.map({ last(end) < last($0) }) ?? true { rule.end = end }
        return rule
    }

    /// Returns the series without dates that other messages of its event have moved or cancelled.
    ///
    /// - Parameters:
    ///   - names: the dates as calendars name them: a day, a time in UTC, or a time in the series' zone; with `+` for
    ///     all dates from this one on.
    ///   - earliest: the date before which nothing is left out, because it is past.
    /// - Returns: the series; `nil` if nothing is left.
    package func without(
        _ names: Set<String>,
        since earliest: Instant,
        in zone: some ZoneRules
    ) -> RecurrenceSeries? {
        var rest = self
        let isDate = membership(in: zone)
        let first = WallTime(earliest, in: zone)
        var excluded: Set<WallTime> = []
        for name in names {
            let isEnd = name.last == "+"
            guard let date = date(named: isEnd ? name.dropLast() : name[...], in: zone),
                isEnd || date.localSecond >= first.localSecond && isDate(date)
            else { continue }
            guard isEnd else {
                excluded.insert(date)
                continue
            }
            guard let part = rest.part(from: nil, before: date, in: zone) else { return nil }
            rest = part
        }
        excluded.subtract(rest.excluded)
        rest.excluded = (rest.excluded + excluded).sorted { $0.localSecond < $1.localSecond }
        return rest
    }

    /// Returns the wall time of a date as calendars name it; `nil` if it is none.
    private func date(named name: Substring, in zone: some ZoneRules) -> WallTime? {
        if let day = CivilDate(basic: name) { return WallTime(date: day, time: start.time) }
        guard name.last == "Z" else { return WallTime(basic: name) }
        guard let wall = WallTime(basic: name.dropLast()) else { return nil }
        return WallTime(Instant(seconds: wall.localSecond), in: zone)
    }

    /// Returns a function that says whether the series has a date, also where it is excluded.
    package func membership(in zone: some ZoneRules) -> (WallTime) -> Bool {
        let single = Set(additional + (rule == nil ? [start] : []))
        guard let rule else { return single.contains }
        let pattern = RecurrencePattern(rule, from: start)
        let last = rule.end.map { Self.last($0, of: pattern, in: zone) } ?? .max
        return { date in
            let local = date.localSecond
            return single.contains(date) || local <= last && pattern.next(from: local) == local
        }
    }

    /// Returns the last second of dates before an end.
    private static func last(
        _ end: RecurrenceRule.End,
        of pattern: RecurrencePattern,
        in zone: some ZoneRules
    ) -> Int64 {
        switch end {
        case .count(let count): (try? pattern.date(number: count)) ?? .max
        case .day(let day): Int64(day.dayNumber) * 86_400 + 86_399
        case .wall(let wall): wall.localSecond
        case .instant(let instant): WallTime(instant, in: zone).localSecond
        }
    }

    /// Returns the series with all dates moved by days and seconds on the clock.
    ///
    /// - Parameter seconds: the seconds; whole days of them keep the time of day.
    /// - Returns: a series whose rule has the new days and time where that can be said, else one with an offset.
    package func moved(by seconds: Int, in zone: some ZoneRules) -> RecurrenceSeries {
        let time = start.time.secondOfDay
        let (days, _) = floorDivide(time + seconds, 86_400)
        guard canMove(byDays: days) else {
            var series = self
            series.offset += seconds
            return series
        }
        let move = { (wall: WallTime) in WallTime(localSecond: wall.localSecond + Int64(seconds)) }
        var series = self
        series.start = move(start)
        series.excluded = excluded.map(move)
        series.additional = additional.map(move)
        series.excludedDays = excludedDays.map { CivilDate(dayNumber: $0.dayNumber + days) }
        guard var rule else { return series }
        switch rule.end {
        case .count, nil: break
        case .day(let day): rule.end = .day(CivilDate(dayNumber: day.dayNumber + days))
        case .wall(let wall): rule.end = .wall(move(wall))
        case .instant(let until): rule.end = .wall(move(WallTime(until, in: zone)))
        }
        let moveWeekday = { (day: Int) in floorDivide(day - 1 + days, 7).remainder + 1 }
        rule.weekdays = rule.weekdays.map { Self.Day(moveWeekday($0.weekday)) }
        if rule.frequency == .weekly { rule.weekStart = moveWeekday(rule.weekStart) }
        series.rule = rule
        return series
    }

    private typealias Day = RecurrenceRule.Weekday

    /// Whether a rule can say that its dates are some days later, and at another time.
    private func canMove(byDays days: Int) -> Bool {
        guard let rule else { return true }
        guard rule.frequency.secondsWithinDay == nil,
            [rule.hours, rule.minutes, rule.seconds, rule.positions].allSatisfy(\.isEmpty)
        else { return false }
        if days == 0 { return true }
        guard [rule.months, rule.monthDays, rule.yearDays, rule.weeks].allSatisfy(\.isEmpty) else {
            return false
        }
        return rule.frequency == .weekly || rule.frequency == .daily && rule.weekdays.isEmpty
    }
}
