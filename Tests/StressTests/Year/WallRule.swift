import NotifyCore

/// A rule of the calendar in its plainest form, with the text that says the same in one of the grammars.
///
/// Its dates are found by walking over all days, with a calendar that counts them off one by one.
struct WallRule: Sendable, Hashable {
    let spec: CalendarSpec
    var monthEnd = false
    var year: Int?
    var months: Set<Int>?
    var days: Set<Int>?
    /// Only the last day of each month.
    var isLastDay = false
    /// 1 for Sunday to 7 for Saturday.
    var weekdays: Set<Int>?
    /// Which of a weekday's turns in the month; -1 for the last.
    var ordinal: Int?
    /// Whether the day or the weekday is enough, as cron has it.
    var matchesEither = false
    /// `nil` for every hour, as it really passes.
    var hours: [Int]?
    var minutes = [0]
    /// Whether no time of day is given.
    var isDateOnly = false

    init(_ spec: CalendarSpec) {
        self.spec = spec
    }

    /// A day as the walk counts it.
    private struct Day {
        var (year, month, day) = (2027, 1, 1)
        /// 2027 begins with a Friday.
        var weekday = 6
        var startsAt: Int64 = 1_798_761_600

        var isLastOfMonth: Bool { day == length }

        var length: Int {
            switch month {
            case 2: year % 4 == 0 ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }

        mutating func goOn() {
            let longest = length
            startsAt += 86_400
            weekday = weekday % 7 + 1
            day += 1
            guard day > longest else { return }
            day = 1
            month += 1
            guard month > 12 else { return }
            month = 1
            year += 1
        }
    }

    /// All dates in the years 2027 and 2028 up to a second, in order.
    func dates(in zone: ListedZone, to end: Int64) -> [Int64] {
        var dates: [Int64] = []
        var day = Day()
        while day.startsAt < end + 86_400 {
            if matches(day) {
                for time in times { dates += seconds(day.startsAt + time, in: zone) }
            }
            day.goOn()
        }
        return Set(dates).sorted()
    }

    private var times: [Int64] {
        (hours ?? Array(0..<24)).flatMap { hour in
            minutes.map { minute in Int64(hour * 3_600 + minute * 60) }
        }
    }

    private func matches(_ day: Day) -> Bool {
        if let year, day.year != year { return false }
        if let months, !months.contains(day.month) { return false }
        if isLastDay, !day.isLastOfMonth { return false }
        let isDay =
            days.map { days in
                days.contains(day.day)
                    || monthEnd && day.isLastOfMonth && days.contains { $0 > day.day }
            } ?? true
        let isWeekday = weekdays.map { $0.contains(day.weekday) } ?? true
        guard matchesEither ? isDay || isWeekday : isDay && isWeekday else { return false }
        switch ordinal {
        case nil: return true
        case -1: return day.day + 7 > day.length
        case let turn?: return (day.day - 1) / 7 + 1 == turn
        }
    }

    private func seconds(_ local: Int64, in zone: ListedZone) -> [Int64] {
        let real = zone.seconds(showing: local)
        guard hours != nil || isDateOnly else { return real }
        if let first = real.first { return [first] }
        let jumped =
            isDateOnly ? zone.secondAfterJump(over: local) : zone.second(jumpedOver: local)
        return jumped.map { [$0] } ?? []
    }
}
