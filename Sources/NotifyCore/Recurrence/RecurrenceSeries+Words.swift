extension RecurrenceSeries {
    /// The maximum of single dates that are named; more are counted.
    private static let maxNamed = 3

    /// The series in words, such as `every 2 weeks on Tuesday at 14:00, from 5 January 2027`.
    package var words: String {
        var text = offsetWords.map { "\($0) each of: " } ?? ""
        if let rule {
            text += rule.words(from: start) + ", from \(Names.date(start.date))"
            switch rule.end {
            case nil: break
            case .count(let count): text += count == 1 ? ", 1 date" : ", \(count) dates"
            case .day(let day): text += ", until \(Names.date(day))"
            case .wall(let wall): text += ", until \(wall)"
            case .instant(let instant):
                text += ", until \(WallTime(instant, in: FixedZone.utc)) UTC"
            }
        } else {
            text += "on \(Names.date(start.date)) at \(start.time)"
        }
        let without = excludedDays.map(Names.date) + excluded.map { Names.date($0.date) }
        if !without.isEmpty { text += ", except \(Self.list(without))" }
        let more = additional.map { "\(Names.date($0.date)) at \($0.time)" }
        if !more.isEmpty { text += ", also \(Self.list(more))" }
        return text
    }

    private static func list(_ dates: [String]) -> String {
        dates.count > maxNamed ? "\(dates.count) dates" : "on \(Names.list(dates))"
    }

    /// The offset as text, such as `15m before`.
    private var offsetWords: String? {
        guard offset != 0 else { return nil }
        let span = TimeSpan(microseconds: Int64(offset.magnitude) * 1_000_000)
        return "\(span?.description ?? "\(offset.magnitude)s") \(offset < 0 ? "before" : "after")"
    }
}

extension RecurrenceRule {
    /// The rule in words, but for its end.
    fileprivate func words(from start: WallTime) -> String {
        var text = frequencyWords + dayWords(from: start.date)
        if !positions.isEmpty {
            let names = positions.sorted().map { Names.ordinal($0) }
            text += ", only the \(Names.list(names)) of each \(unit)"
        }
        return text + timeWords(from: start.time)
    }

    private var unit: String {
        switch frequency {
        case .secondly: "second"
        case .minutely: "minute"
        case .hourly: "hour"
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .yearly: "year"
        }
    }

    private var frequencyWords: String {
        if frequency == .weekly, interval == 1, !weekdays.isEmpty { return "every \(weekdayWords)" }
        return interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
    }

    /// The days of the week from Monday.
    private var weekdayWords: String {
        let order = weekdays.sorted {
            ($0.ordinal, ($0.weekday + 5) % 7) < ($1.ordinal, ($1.weekday + 5) % 7)
        }
        return Names.list(
            order.map {
                let name = Names.weekday($0.weekday)
                return $0.ordinal == 0 ? name : "the \(Names.ordinal($0.ordinal)) \(name)"
            }
        )
    }

    private func dayWords(from start: CivilDate) -> String {
        var parts: [String] = []
        if !weeks.isEmpty {
            parts.append("in week \(Names.list(weeks.sorted().map { Self.words($0, "week") }))")
        }
        if !yearDays.isEmpty {
            parts.append("on day \(Names.list(yearDays.map { Self.words($0, "day") })) of the year")
        }
        var isDated = false
        if !monthDays.isEmpty {
            parts.append(Self.monthDayWords(monthDays))
        } else if weekdays.isEmpty, yearDays.isEmpty {
            switch frequency {
            case .weekly: parts.append("on \(Names.weekday(start.weekday))")
            case .monthly: parts.append("on day \(start.day)")
            case .yearly where !weeks.isEmpty: parts.append("on \(Names.weekday(start.weekday))")
            case .yearly where months.isEmpty:
                parts.append("on \(start.day) \(Names.month(start.month))")
                isDated = true
            case .yearly: parts.append("on day \(start.day)")
            default: break
            }
        }
        if !weekdays.isEmpty, frequency != .weekly || interval > 1 {
            parts.append(
                monthDays.isEmpty && yearDays.isEmpty
                    ? "on \(weekdayWords)" : "when it is \(weekdayWords)"
            )
        }
        if !months.isEmpty, !isDated {
            let names = Set(months).sorted().map { Names.month($0) }
            parts.append(monthDays.isEmpty ? "in \(Names.list(names))" : "of \(Names.list(names))")
        }
        return parts.map { " \($0)" }.joined()
    }

    private static func monthDayWords(_ days: [Int]) -> String {
        let first = days.filter { $0 > 0 }.sorted()
        var words: [String] = []
        if !first.isEmpty {
            words.append("\(first.count == 1 ? "day" : "days") \(Names.ranges(first))")
        }
        for day in days.filter({ $0 < 0 }).sorted(by: >) {
            words.append(day == -1 ? "the last day" : "the last day but \(-day - 1)")
        }
        return "on \(Names.list(words))"
    }

    private static func words(_ number: Int, _ unit: String) -> String {
        number > 0 ? "\(number)" : "\(-number) from the end"
    }

    private func timeWords(from start: CivilTime) -> String {
        guard let length = frequency.secondsWithinDay else {
            let times = RecurrenceTimes(
                hours: hours.isEmpty ? [start.hour] : Set(hours).sorted(),
                minutes: minutes.isEmpty ? [start.minute] : Set(minutes).sorted(),
                seconds: seconds.isEmpty
                    ? [start.second] : Set(seconds.map { min($0, 59) }).sorted()
            )
            let name = { (index: Int) in CivilTime(secondOfDay: times[index]).description }
            return times.count <= 4
                ? " at \(Names.list((0..<times.count).map(name)))"
                : ", \(times.count) times a day from \(name(0)) to \(name(times.count - 1))"
        }
        var words: [String] = []
        let given = [("hour", hours), ("minute", minutes), ("second", seconds)]
        for (unit, values) in given where !values.isEmpty {
            let values = Set(values).sorted()
            words.append("\(values.count == 1 ? unit : unit + "s") \(Names.ranges(values))")
        }
        if length == 3_600, minutes.isEmpty { words.append("minute \(start.minute)") }
        return words.isEmpty ? "" : " at \(Names.list(words))"
    }
}
