extension CalendarRule {
    /// The rule in words, such as `every Tuesday at 14:00` or `on the last Friday of every month at 08:00`.
    package var words: String {
        let times = timeWords
        var date = dateWords
        let suffix = roundsUp ? ", rounded up to the next second" : ""
        if clampsToMonthEnd { date += " (or its last)" }
        guard times.isRepetition else { return "\(date) \(times.text)\(suffix)" }
        return (date == "every day" ? times.text : "\(date), \(times.text)") + suffix
    }

    // MARK: Dates

    private var dateWords: String {
        var words = dayWords
        if words == "every day", let day = givenDayWords ?? dayOfYearWords {
            return [day, weekWords, yearWords].compactMap(\.self).joined(separator: " ")
        }
        for part in [dayOfYearWords, weekWords, yearWords].compactMap(\.self) {
            words += " \(part)"
        }
        if let given = givenDayWords { words += ", \(given) only" }
        return words
    }

    /// The single days as text; if there are many, the first and the last.
    private var givenDayWords: String? {
        guard let first = dates.first, let last = dates.last else { return nil }
        let days = dates.map { Names.date(CivilDate(dayNumber: $0)) }
        if days.count <= 3 { return "on \(Names.list(days))" }
        return "on \(days.count) days from \(Names.date(CivilDate(dayNumber: first))) to "
            + Names.date(CivilDate(dayNumber: last))
    }

    private var dayWords: String {
        let hasDays = days != CalendarRule.everyDay
        let hasWeekdays = weekdays != CalendarRule.everyWeekday
        if hasWeekdays, let turns = turnWords {
            return "on the \(turns) \(weekdayWords(joinedBy: "or")) of \(monthWords)"
        }
        if matchesEitherDay, hasDays, hasWeekdays {
            return "\(monthDayWords) and every \(weekdayWords())" + inMonths
        }
        if hasDays, hasWeekdays {
            return "\(monthDayWords) when it is a \(weekdayWords(joinedBy: "or"))"
        }
        if hasWeekdays || (weeks?.startsOnly ?? false) {
            return startWords ?? "every \(weekdayWords())\(inMonths)"
        }
        return hasDays ? monthDayWords : "every day\(inMonths)"
    }

    private var startWords: String? {
        guard weeks?.startsOnly ?? false else { return nil }
        return "on the first day\(inMonths)"
    }

    /// The ordinals of a weekday as text, from ordinals or from ranges of days.
    private var turnWords: String? {
        if ordinals | lastOrdinals != 0 {
            let first = CalendarRule.values(UInt64(ordinals)).map { Names.ordinal($0) }
            let last = CalendarRule.values(UInt64(lastOrdinals)).map { Names.ordinal(-$0) }
            return days == CalendarRule.everyDay ? Names.list(first + last) : nil
        }
        guard !matchesEitherDay else { return nil }
        if days == 0, mirroredDays == 0b111_1111 << 24 { return "last" }
        for turn in 1...4 where mirroredDays == 0 && days == 0b111_1111 << UInt32(turn * 7 - 6) {
            return Names.ordinal(turn)
        }
        return nil
    }

    private var monthDayWords: String {
        let first = CalendarRule.values(UInt64(days))
        let last = CalendarRule.values(UInt64(mirroredDays)).map { 31 - $0 }.reversed()
        if first.count == 1, last.isEmpty, let day = first.first,
            months.nonzeroBitCount == 1, weeks == nil, daysOfYear.isEmpty
        {
            let month = Names.month(months.trailingZeroBitCount)
            guard let year = years.single else { return "every year on \(day) \(month)" }
            return "on \(day) \(month) \(year)"
        }
        var words: [String] = []
        if !first.isEmpty {
            words.append("\(first.count == 1 ? "day" : "days") \(Names.ranges(first))")
        }
        for day in last {
            words.append(day == 1 ? "the last day" : "the last day but \(day - 1)")
        }
        return "on \(Names.list(words)) of \(monthWords)"
    }

    private func weekdayWords(joinedBy word: String = "and") -> String {
        // Lists of weekdays start on Monday.
        let order = [2, 3, 4, 5, 6, 7, 1].filter { weekdays >> UInt8($0) & 1 == 1 }
        let positions = order.map { $0 == 1 ? 7 : $0 - 1 }
        if order.count > 2, let first = positions.first, let last = positions.last,
            last - first == order.count - 1
        {
            return "\(Names.weekday(first % 7 + 1)) to \(Names.weekday(last % 7 + 1))"
        }
        return Names.list(order.map { Names.weekday($0) }, joinedBy: word)
    }

    private var monthWords: String {
        guard months != CalendarRule.everyMonth else { return "every month" }
        return Names.list(CalendarRule.values(UInt64(months)).map { Names.month($0) })
    }

    private var inMonths: String {
        months == CalendarRule.everyMonth ? "" : " in \(monthWords)"
    }

    private var dayOfYearWords: String? {
        guard !daysOfYear.isEmpty else { return nil }
        return "on day \(Names.list(daysOfYear.map { String($0) })) of the year"
    }

    private var weekWords: String? {
        guard let weeks else { return nil }
        var words: [String] = []
        if weeks.weeksOfMonth != 0 {
            let list = Names.ranges(CalendarRule.values(UInt64(weeks.weeksOfMonth)))
            words.append("in week \(list) of the month")
        }
        if weeks.weeksOfYear != 0 {
            words.append("in week \(Names.ranges(CalendarRule.values(weeks.weeksOfYear)))")
        }
        if !weeks.weekYears.isAny { words.append("of the weeks of \(weeks.weekYears.words)") }
        return words.joined(separator: " ")
    }

    private var yearWords: String? {
        guard !years.isAny else { return nil }
        let isNamed =
            years.single != nil && months.nonzeroBitCount == 1 && days.nonzeroBitCount == 1
            && mirroredDays == 0 && weekdays == CalendarRule.everyWeekday && weeks == nil
            && daysOfYear.isEmpty
        return isNamed ? nil : "in \(years.words)"
    }

    // MARK: Times

    private var timeWords: (text: String, isRepetition: Bool) {
        let hourList = CalendarRule.values(UInt64(hours))
        let minuteList = CalendarRule.values(minutes)
        let secondList = CalendarRule.values(seconds)
        if hourList.count * minuteList.count * secondList.count <= 6 {
            var times: [String] = []
            for hour in hourList {
                for minute in minuteList {
                    for second in secondList {
                        let time = CivilTime(hour: hour, minute: minute, second: second)
                        times.append(time.description)
                    }
                }
            }
            return ("at \(Names.list(times))", false)
        }
        let finest = finestWords(minuteList: minuteList, secondList: secondList)
        guard !isRealTime else { return (finest, true) }
        return (DayTimes(hourList, minuteList, secondList).words(finest: finest), true)
    }

    private func finestWords(minuteList: [Int], secondList: [Int]) -> String {
        if secondList.count > 1 {
            let second = Names.steps(secondList, unit: "second", below: 60)
            guard minutes != CalendarRule.everyMinute else { return second }
            return
                "\(second) of \(minuteList.count == 1 ? "minute" : "minutes") \(Names.ranges(minuteList))"
        }
        let second = secondList.first ?? 0
        let suffix = second == 0 ? "" : " at second \(second)"
        if minuteList.count == 1, let minute = minuteList.first {
            return "every hour" + (minute == 0 ? "" : " at minute \(minute)") + suffix
        }
        return Names.steps(minuteList, unit: "minute", below: 60) + suffix
    }

    /// The values of bits, in order.
    static func values(_ bits: UInt64) -> [Int] {
        (0..<64 - bits.leadingZeroBitCount).filter { bits >> UInt64($0) & 1 == 1 }
    }
}

extension YearSet {
    /// The years in words, such as `2027` or `2027 to 2030`.
    fileprivate var words: String {
        let parts = runs.map { run in
            if run.first + run.step > run.last { return "\(run.first)" }
            let every = run.step == 1 ? "" : " every \(run.step) years"
            return run.last == YearSet.bounds.upperBound
                ? "\(run.first) and later\(every)" : "\(run.first) to \(run.last)\(every)"
        }
        return Names.list(parts)
    }
}
