/// A recurrence rule in the form in which it is searched: wall times, without an end and without a zone.
///
/// A period of the rule is a year, a month, a week, a day, an hour, a minute or a second. Each search looks at a bounded
/// number of periods: after that many without a date the calendar has come round, and the rule has none.
struct RecurrencePattern: Hashable, Sendable {
    let frequency: RecurrenceRule.Frequency
    private let interval: Int
    private let positions: [Int]
    private let days: RecurrenceDays
    /// The times within a period, or those of each day where the period is longer.
    private let times: RecurrenceTimes
    // The times of day that a period within a day may have, by bits.
    private let hours: UInt32
    private let minutes: UInt64
    private let seconds: UInt64
    /// The first date, in local seconds.
    let start: Int64
    private let startDay: Int
    /// Whether the periods within days ever come to a time of day that is allowed.
    private var meetsTimes = true
    /// Whether each period of the rule has a date, that of the start.
    private let hasEachPeriod: Bool

    /// The last day of year 9999.
    private static let lastDay = CivilDate(year: 9_999, month: 12, day: 31).dayNumber
    /// The days after which the calendar comes round, with a year to spare.
    private static let cycle = 146_097 + 366
    /// The maximum of periods without a date: the weeks of 400 years are the most after which all come round.
    private static let maxEmptyPeriods = 20_871
    /// How much one search of periods within days may look at, in such periods.
    private static let maxWork = 1_000_000
    /// How much more it takes to look for a day.
    private static let workOfDay = 20
    /// How much may be looked at to find the last of a number of dates, which is 100,000 at most.
    private static let maxWorkOfCount = 4_000_000

    init(_ rule: RecurrenceRule, from start: WallTime) {
        frequency = rule.frequency
        interval = rule.interval
        positions = rule.positions
        days = RecurrenceDays(rule, from: start.date)
        self.start = start.localSecond
        startDay = start.date.dayNumber
        hasEachPeriod =
            [
                rule.hours, rule.minutes, rule.seconds, rule.monthDays, rule.yearDays, rule.weeks,
                rule.months, rule.positions,
            ].allSatisfy(\.isEmpty) && rule.weekdays.isEmpty
        let length = rule.frequency.secondsWithinDay ?? 86_400
        let leapless = Set(rule.seconds.map { min($0, 59) })
        let own = RecurrenceTimes(
            hours: rule.hours.isEmpty ? [start.time.hour] : Set(rule.hours).sorted(),
            minutes: rule.minutes.isEmpty ? [start.time.minute] : Set(rule.minutes).sorted(),
            seconds: leapless.isEmpty ? [start.time.second] : leapless.sorted()
        )
        times = RecurrenceTimes(
            hours: length > 3_600 ? own.hours : [0],
            minutes: length > 60 ? own.minutes : [0],
            seconds: length > 1 ? own.seconds : [0]
        )
        hours = rule.hours.isEmpty ? .max : rule.hours.reduce(0) { $0 | 1 << UInt32($1) }
        minutes = rule.minutes.isEmpty ? .max : rule.minutes.reduce(0) { $0 | 1 << UInt64($1) }
        seconds = leapless.isEmpty ? .max : leapless.reduce(0) { $0 | 1 << UInt64($1) }
        if length < 86_400, !(rule.hours.isEmpty && rule.minutes.isEmpty && leapless.isEmpty) {
            meetsTimes = meetsTimes(length)
        } else if frequency == .daily, !positions.isEmpty {
            meetsTimes = !Self.chosen(positions, of: times.count).isEmpty
        }
    }

    /// Whether a step of seconds from the start comes to a time of day that is allowed, on any day.
    private func meetsTimes(_ length: Int) -> Bool {
        // After that many seconds the same times of day come round, on other days.
        let common = Self.commonDivisor(interval * length, 86_400)
        let phase = floorDivide(Int(start), length).quotient * length
        let first = floorDivide(phase, common).remainder
        return stride(from: first, to: 86_400, by: common).contains { wait(at: $0, length) == nil }
    }

    private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }

    /// Whether the dates are the same in each hour of a day, so that they run in real time.
    var isHourly: Bool {
        guard hours & CalendarRule.everyHour == CalendarRule.everyHour else { return false }
        guard let length = frequency.secondsWithinDay else {
            // All hours are named.
            return hours != .max && positions.isEmpty
        }
        return 3_600 % (interval * length) == 0
    }

    /// The first date that is not before the given one, both in local seconds.
    func next(from local: Int64) -> Int64? {
        guard meetsTimes else { return nil }
        let local = max(local, start)
        if let length = frequency.secondsWithinDay {
            var work = Self.maxWork
            return short(from: local, length, &work)
        }
        let (day, second) = floorDivide(Int(local), 86_400)
        guard positions.isEmpty else { return chosen(from: local, day: day) }
        guard let found = nextDay(from: day) else { return nil }
        if found == day {
            let index = times.index(from: second)
            if index < times.count { return Int64(day * 86_400 + times[index]) }
            return nextDay(from: day + 1).map { Int64($0 * 86_400 + times[0]) }
        }
        return Int64(found * 86_400 + times[0])
    }

    /// The date with a number from 1; `nil` if there are fewer.
    ///
    /// - Throws: ``TimeSpecError`` if they are too far apart to be counted.
    func date(number: Int) throws(TimeSpecError) -> Int64? {
        guard next(from: start) != nil else { return nil }
        if let length = frequency.secondsWithinDay { return try short(number: number, length) }
        var left = number
        var day = startDay
        while let found = positions.isEmpty
            ? nextDay(from: day) : nextDay(from: period(of: day).lowerBound)
        {
            let period = positions.isEmpty ? found..<found + 1 : period(of: found)
            let dates = dates(in: period).drop { $0 < start }
            if left <= dates.count { return dates[dates.startIndex + left - 1] }
            left -= dates.count
            day = period.upperBound
        }
        return nil
    }

    // MARK: Periods of a day and longer

    /// The first day from the given one that matches and is in a period of the rule; the given day is in the start's
    /// period or later.
    private func nextDay(from day: Int) -> Int? {
        switch frequency {
        case .secondly, .minutely, .hourly:
            return day > Self.lastDay
                ? nil : days.first(in: day..<min(day + Self.cycle, Self.lastDay + 1))
        case .daily:
            return nextGridDay(from: day)
        case .weekly, .monthly, .yearly:
            return nextDayOfPeriods(from: day)
        }
    }

    private func nextDayOfPeriods(from day: Int) -> Int? {
        var period = period(of: day)
        var index = index(of: period)
        for _ in 0...Self.maxEmptyPeriods {
            let rest = index % interval
            if rest == 0 {
                let end = min(period.upperBound, Self.lastDay + 1)
                let from = max(day, period.lowerBound)
                if from < end, let found = days.first(in: from..<end) { return found }
            }
            index += interval - rest
            guard let next = self.period(index) else { return nil }
            period = next
        }
        return nil
    }

    private func nextGridDay(from day: Int) -> Int? {
        var from = day
        while from <= Self.lastDay {
            let rest = floorDivide(from - startDay, interval).remainder
            if rest != 0 { from += interval - rest }
            guard from <= Self.lastDay,
                let found = days.first(in: from..<min(from + Self.cycle, Self.lastDay + 1))
            else { return nil }
            if (found - startDay) % interval == 0 { return found }
            from = found
        }
        return nil
    }

    private func period(of day: Int) -> Range<Int> {
        switch frequency {
        case .yearly:
            let year = CivilDate(dayNumber: day).year
            return CivilDate.dayNumber(ofYear: year)..<CivilDate.dayNumber(ofYear: year + 1)
        case .monthly:
            let date = CivilDate(dayNumber: day)
            let first = day - date.day + 1
            return first..<first
                + CivilDate.length(ofMonth: date.month, leap: CivilDate.isLeap(date.year))
        case .weekly:
            let first = day - days.weekRule.daysIntoWeek(CivilDate.weekday(ofDayNumber: day))
            return first..<first + 7
        case .daily, .hourly, .minutely, .secondly:
            return day..<day + 1
        }
    }

    /// The number of a period from that of the start, 0.
    private func index(of period: Range<Int>) -> Int {
        let first = self.period(of: startDay).lowerBound
        switch frequency {
        case .yearly, .monthly:
            let start = CivilDate(dayNumber: first)
            let own = CivilDate(dayNumber: period.lowerBound)
            let months = (own.year - start.year) * 12 + own.month - start.month
            return frequency == .yearly ? months / 12 : months
        case .weekly: return (period.lowerBound - first) / 7
        case .daily, .hourly, .minutely, .secondly: return period.lowerBound - first
        }
    }

    /// The period with a number; `nil` after year 9999.
    private func period(_ index: Int) -> Range<Int>? {
        let first = period(of: startDay).lowerBound
        let date = CivilDate(dayNumber: first)
        switch frequency {
        case .yearly:
            guard index < 10_000 - date.year else { return nil }
            return period(of: CivilDate.dayNumber(ofYear: date.year + index))
        case .monthly:
            let month = date.year * 12 + date.month - 1 + index
            guard month < 120_000 else { return nil }
            return period(
                of: CivilDate(year: month / 12, month: month % 12 + 1, day: 1).dayNumber
            )
        case .weekly:
            guard index <= (Self.lastDay - first) / 7 else { return nil }
            return period(of: first + index * 7)
        case .daily, .hourly, .minutely, .secondly:
            guard index <= Self.lastDay - first else { return nil }
            return period(of: first + index)
        }
    }

    // MARK: Positions

    /// The first date of the chosen ones.
    private func chosen(from local: Int64, day: Int) -> Int64? {
        var from = period(of: day).lowerBound
        for _ in 0...Self.maxEmptyPeriods {
            guard let found = nextDay(from: from) else { return nil }
            let period = period(of: found)
            if let date = dates(in: period).first(where: { $0 >= local }) { return date }
            from = period.upperBound
        }
        return nil
    }

    /// The dates of a period in order.
    private func dates(in period: Range<Int>) -> [Int64] {
        let days = days.all(in: period)
        let date = { (index: Int) in
            Int64(days[index / times.count] * 86_400 + times[index % times.count])
        }
        let all = days.count * times.count
        return positions.isEmpty ? (0..<all).map(date) : Self.chosen(positions, of: all).map(date)
    }

    /// The indexes that positions choose among a number of dates.
    private static func chosen(_ positions: [Int], of count: Int) -> [Int] {
        Set(positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) })
            .sorted()
    }

    // MARK: Periods within a day

    /// The date with a number from 1.
    private func short(number: Int, _ length: Int) throws(TimeSpecError) -> Int64? {
        if hasEachPeriod {
            let date = start + Int64(number - 1) * Int64(interval * length)
            return date < Int64(Self.lastDay + 1) * 86_400 ? date : nil
        }
        var work = Self.maxWorkOfCount
        var last = short(from: start, length, &work)
        for _ in 1..<max(1, number) {
            guard let date = last else { break }
            last = short(from: date + 1, length, &work)
        }
        guard work > 0 else {
            throw TimeSpecError(
                .outOfRange,
                "the \(number) dates of COUNT are too far apart to be counted",
                wayOut: "write UNTIL and the last date"
            )
        }
        return last
    }

    /// Finds the first date from a local second.
    ///
    /// - Parameters:
    ///   - local: the earliest local second.
    ///   - length: the length of a period, in seconds.
    ///   - work: how much may still be looked at, so that a search ends whatever the rule is.
    /// - Returns: the date; `nil` if there is none.
    private func short(from local: Int64, _ length: Int, _ work: inout Int) -> Int64? {
        let step = interval * length
        let origin = Int(start) - floorDivide(Int(start), length).remainder
        let chosen = positions.isEmpty ? nil : Self.chosen(positions, of: times.count)
        var time = Int(local) - floorDivide(Int(local), length).remainder
        var matching: Int?
        while work > 0 {
            work -= 1
            let rest = (time - origin) % step
            if rest != 0 { time += step - rest }
            // The time of day first: looking for a day takes longer.
            var second = floorDivide(time, 86_400).remainder
            while work > 0, let wait = wait(at: second, length) {
                work -= 1
                let ahead = (wait + step - 1) / step * step
                time += ahead
                second = (second + ahead) % 86_400
            }
            let day = floorDivide(time, 86_400).quotient
            if day != matching {
                work -= Self.workOfDay
                guard let found = nextDay(from: day) else { return nil }
                matching = found
                if found != day {
                    time = found * 86_400
                    continue
                }
            }
            guard work > 0 else { return nil }
            let least = Int(local) - time
            if let chosen {
                if let index = chosen.first(where: { times[$0] >= least }) {
                    return Int64(time + times[index])
                }
            } else {
                let index = times.index(from: least)
                if index < times.count { return Int64(time + times[index]) }
            }
            time += step
        }
        return nil
    }

    /// Returns the seconds until a period within a day can match; `nil` if it does.
    private func wait(at second: Int, _ length: Int) -> Int? {
        let hour = second / 3_600
        if hours >> UInt32(hour) & 1 == 0 {
            let later = hours >> UInt32(hour)
            let next = later == 0 ? 24 : hour + later.trailingZeroBitCount
            return next * 3_600 - second
        }
        guard length < 3_600 else { return nil }
        let minute = second / 60 % 60
        if minutes >> UInt64(minute) & 1 == 0 {
            let later = minutes >> UInt64(minute)
            let next = later == 0 ? 60 : minute + later.trailingZeroBitCount
            return hour * 3_600 + next * 60 - second
        }
        guard length < 60, seconds >> UInt64(second % 60) & 1 == 0 else { return nil }
        let later = seconds >> UInt64(second % 60)
        return later == 0 ? 60 - second % 60 : later.trailingZeroBitCount
    }
}

extension RecurrenceDays {
    /// Makes the filter of a rule; parts that it leaves out come from the start.
    init(_ rule: RecurrenceRule, from start: CivilDate) {
        if !rule.months.isEmpty { months = rule.months.reduce(0) { $0 | 1 << UInt16($1) } }
        for day in rule.monthDays {
            if day > 0 { monthDays |= 1 << UInt32(day) } else { lastDays |= 1 << UInt32(-day) }
        }
        for week in rule.weeks {
            if week > 0 { weeks |= 1 << UInt64(week) } else { lastWeeks |= 1 << UInt64(-week) }
        }
        for day in rule.weekdays {
            if day.ordinal == 0 {
                weekdays |= 1 << UInt8(day.weekday)
            } else {
                ordinals.append(day)
            }
        }
        yearDays = rule.yearDays
        weekRule = WeekRule(firstWeekday: rule.weekStart, minimumDays: 4)
        countsInYear = rule.frequency == .yearly && rule.months.isEmpty
        guard rule.weekdays.isEmpty, rule.monthDays.isEmpty, rule.yearDays.isEmpty else { return }
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily: break
        case .weekly: weekdays = 1 << UInt8(start.weekday)
        case .monthly: monthDays = 1 << UInt32(start.day)
        case .yearly where !rule.weeks.isEmpty: weekdays = 1 << UInt8(start.weekday)
        case .yearly:
            monthDays = 1 << UInt32(start.day)
            if rule.months.isEmpty { months = 1 << UInt16(start.month) }
        }
    }
}
