/// The rule that goes on after a zone file's last entry, as POSIX writes it in TZ.
struct ClosingRule: Hashable, Sendable {
    /// A day of the year and a time on it.
    struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// A weekday (0 for Sunday) of a week of a month; week 5 is the last.
            case weekday(month: Int, week: Int, day: Int)
            /// A day from 1 to 365 that never counts 29 February.
            case dayWithoutLeap(Int)
            /// A day from 0 to 365.
            case day(Int)
        }

        var day: Day
        /// Seconds after midnight; negative or beyond a day if the change lies on another day.
        var time: Int64
    }

    /// Daylight saving time: its offset, and when it begins and ends each year.
    struct Daylight: Hashable, Sendable {
        var offset: Int64
        var begin: Change
        var end: Change
    }

    /// The seconds from UTC outside daylight saving time.
    var standard: Int64
    var daylight: Daylight?

    init(standard: Int64) {
        self.standard = standard
    }

    /// The first seconds of the spans that begin in a range of years, with their offsets.
    func transitions(years: ClosedRange<Int>) -> [(second: Int64, offset: Int64)] {
        guard let daylight else { return [] }
        var found: [(second: Int64, offset: Int64)] = []
        for year in years {
            let begin = daylight.begin.second(inYear: year) - standard
            let end = daylight.end.second(inYear: year) - daylight.offset
            found.append((begin, daylight.offset))
            found.append((end, standard))
        }
        // Where one change lies on another (daylight time all year), the later of the list counts.
        found.sort { ($0.second, $0.offset) < ($1.second, $1.offset) }
        var kept: [(second: Int64, offset: Int64)] = []
        for transition in found {
            if kept.last?.second == transition.second { kept.removeLast() }
            if kept.last?.offset != transition.offset { kept.append(transition) }
        }
        return kept
    }

    /// The span at a second that lies after everything the zone file lists.
    func span(at second: Int64, notBefore limit: Int64) -> ZoneInfo.Span {
        let year = ClosingRule.year(ofSecond: second)
        let near = transitions(years: year - 1...year + 1)
        let index = near.lastIndex { $0.second <= second }
        guard let index else {
            return ZoneInfo.Span(start: limit, end: near.first?.second ?? .max, offset: standard)
        }
        let end = index + 1 < near.count ? near[index + 1].second : .max
        return ZoneInfo.Span(
            start: max(near[index].second, limit),
            end: end,
            offset: near[index].offset
        )
    }

    /// The year in UTC of a second since 1970.
    static func year(ofSecond second: Int64) -> Int {
        // Far outside what is ever asked, all years follow the same rule.
        let bounded = min(max(second, -62_135_596_800), 253_402_300_799)
        var year = 1970 + Int(bounded) / 31_556_952
        while Int64(daysBefore(year: year + 1)) * 86_400 <= bounded { year += 1 }
        while Int64(daysBefore(year: year)) * 86_400 > bounded { year -= 1 }
        return year
    }

    /// The days from 1970-01-01 to the first day of a year from 1 on.
    static func daysBefore(year: Int) -> Int {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
    }
}

extension ClosingRule.Change {
    /// The second of the change on the local clock before it, since 1970-01-01.
    func second(inYear year: Int) -> Int64 {
        let newYear = ClosingRule.daysBefore(year: year)
        let leap = ClosingRule.daysBefore(year: year + 1) - newYear == 366
        let number: Int
        switch day {
        case .day(let day):
            number = newYear + day
        case .dayWithoutLeap(let day):
            number = newYear + day - 1 + (leap && day >= 60 ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let first = newYear + lengths.prefix(month - 1).reduce(0, +)
            // 1970-01-01 was a Thursday, 4 days after a Sunday.
            let firstWeekday = (first % 7 + 11) % 7
            let offset = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            number = first + (offset >= lengths[month - 1] ? offset - 7 : offset)
        }
        return Int64(number) * 86_400 + time
    }
}
