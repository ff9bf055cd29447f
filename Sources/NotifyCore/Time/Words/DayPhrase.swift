/// A day as words name it, before it is known which day it is today.
indirect enum DayPhrase: Hashable, Sendable {
    /// So many days from today.
    case offset(Int)
    /// The next day with this name; with `this`, today cannot be meant by it.
    case weekday(Int, isThis: Bool)
    /// The day with this name that comes the nth time after today; before today for a negative number.
    case counted(Int, Int)
    /// A day of this week, of the next one, …; weeks begin on Monday.
    case inWeek(Int, Int)
    /// A day of a month.
    case inMonth(DayOfMonth, MonthPhrase)
    /// A day that is called by its name as well.
    case named(Int, DayPhrase)
    /// So long after a day.
    case later(DayPhrase, SpanPhrase)
    /// The first day of the next week, month or year.
    case next(SpanPhrase)
    /// The nth day from Monday to Friday after today.
    case workday(Int)
    /// A day with its year.
    case exact(CivilDate)
}

/// Which day of a month is meant.
enum DayOfMonth: Hashable, Sendable {
    /// The day; negative counts from the end.
    case day(Int)
    /// The nth of a weekday; negative counts from the end.
    case weekday(Int, Int)
    /// The first day from Monday to Friday; the last one for a negative number.
    case workday(Int)

    /// The day in a month; `nil` if that month has none.
    func date(year: Int, month: Int) -> CivilDate? {
        let length = CivilDate.length(ofMonth: month, leap: CivilDate.isLeap(year))
        let day: Int
        switch self {
        case .day(let number): day = number > 0 ? number : length + 1 + number
        case .weekday(let weekday, let nth):
            let edge = CivilDate(year: year, month: month, day: nth > 0 ? 1 : length).weekday
            day =
                nth > 0
                ? (weekday - edge + 7) % 7 + nth * 7 - 6
                : length - (edge - weekday + 7) % 7 + (nth + 1) * 7
        case .workday(let nth):
            let days = (1...length).filter {
                CivilDate(year: year, month: month, day: $0).isWorkday
            }
            day = (nth > 0 ? days.first : days.last) ?? 0
        }
        return (1...length).contains(day) ? CivilDate(year: year, month: month, day: day) : nil
    }
}

/// A month as words name it.
enum MonthPhrase: Hashable, Sendable {
    /// The first that has the day.
    case any
    /// This month, the next one, …
    case relative(Int)
    /// A month by its name; without a year, of the next year that has the day.
    case named(Int, year: Int?)
    /// A month of this year, of the next one, …
    case ofYear(Int, Int)
}

/// A moment in words.
enum MomentPhrase: Hashable, Sendable {
    case time(ClockPhrase)
    case day(DayPhrase, ClockPhrase?)
    /// So long from now.
    case span(SpanPhrase)
    /// So long before now.
    case ago(SpanPhrase)
    /// A length alone: from now, or before it where dates are past.
    case length(SpanPhrase)
    /// The next part of today.
    case laterToday
    /// A moment in a zone with a distance to UTC.
    indirect case offset(MomentPhrase, seconds: Int64)
}

extension CivilDate {
    /// Whether it is a day from Monday to Friday.
    fileprivate var isWorkday: Bool { (2...6).contains(weekday) }
}

/// Finds the day that words mean.
struct DayFinder {
    let today: CivilDate

    /// The days that words can mean which name no year, no month or no week: the one of this period, and those of
    /// the periods before and after it; `nil` if the words mean one day.
    func candidate(_ phrase: DayPhrase, _ period: Int) -> CivilDate?? {
        switch phrase {
        case .weekday(let weekday, _):
            return moved(today, by: (weekday - today.weekday + 7) % 7 + 7 * period)
        case .inMonth(let day, .any):
            return .some(month(after: period).flatMap { day.date(year: $0.year, month: $0.month) })
        case .inMonth(let day, .named(let month, nil)):
            let year = today.year + period
            return .some(Self.years.contains(year) ? day.date(year: year, month: month) : nil)
        default: return .none
        }
    }

    /// The one day that words mean.
    func day(_ phrase: DayPhrase) throws(TimeSpecError) -> CivilDate {
        switch phrase {
        case .offset(let days): return try existing(moved(today, by: days))
        case .counted(let weekday, let count):
            let ahead = (weekday - today.weekday + 6) % 7 + 1
            let back = (today.weekday - weekday + 6) % 7 + 1
            let days = count > 0 ? ahead + (count - 1) * 7 : -back + (count + 1) * 7
            return try existing(moved(today, by: days))
        case .inWeek(let weekday, let week):
            // Days from Monday.
            let days = (weekday + 5) % 7 - (today.weekday + 5) % 7
            return try existing(moved(today, by: days + week * 7))
        case .inMonth(let day, .relative(let months)):
            return try find(day, month(after: months))
        case .inMonth(let day, .ofYear(let month, let years)):
            return try find(day, (today.year + years, month))
        case .inMonth(let day, .named(let month, let year?)): return try find(day, (year, month))
        case .next(let span):
            guard span.months > 0 else { return try day(.inWeek(2, 1)) }
            return try day(.inMonth(.day(1), span.months == 1 ? .relative(1) : .ofYear(1, 1)))
        case .workday(let count):
            var (date, left) = (today, count)
            while left > 0 {
                date = try existing(moved(date, by: 1))
                if date.isWorkday { left -= 1 }
            }
            return date
        case .exact(let date): return date
        // DateWords chooses among the candidates of these.
        case .inMonth(_, .named(_, nil)), .inMonth(_, .any), .later, .weekday, .named:
            throw TimeSpecError(.never, "the day is not known: write a date", column: 1)
        }
    }

    /// A day that lies months, weeks and days after another.
    func later(_ start: CivilDate, _ span: SpanPhrase) throws(TimeSpecError) -> CivilDate {
        let months = start.year * 12 + start.month - 1 + span.months
        let day = try find(.day(start.day), (months / 12, months % 12 + 1))
        return try existing(moved(day, by: span.days ?? 0))
    }

    private static let years = 1...9999

    private func month(after months: Int) -> (year: Int, month: Int)? {
        let (year, month) = floorDivide(today.year * 12 + today.month - 1 + months, 12)
        return Self.years.contains(year) ? (year, month + 1) : nil
    }

    private func find(
        _ day: DayOfMonth,
        _ month: (year: Int, month: Int)?
    ) throws(TimeSpecError) -> CivilDate {
        guard let month, Self.years.contains(month.year), (1...12).contains(month.month) else {
            throw Self.tooFar
        }
        if let date = day.date(year: month.year, month: month.month) { return date }
        let what =
            switch day {
            case .day(let day): "day \(abs(day))\(day < 0 ? " from its end" : "")"
            case .weekday(let weekday, let nth): "\(Names.ordinal(nth)) \(Names.weekday(weekday))"
            case .workday: "working day"
            }
        throw TimeSpecError(
            .outOfRange,
            "\(Names.month(month.month)) \(month.year) has no \(what): write a day that exists",
            column: 1
        )
    }

    private func moved(_ date: CivilDate, by days: Int) -> CivilDate? {
        let (number, overflow) = date.dayNumber.addingReportingOverflow(days)
        guard !overflow, abs(number) < 4_000_000 else { return nil }
        let date = CivilDate(dayNumber: number)
        return Self.years.contains(date.year) ? date : nil
    }

    private func existing(_ date: CivilDate?) throws(TimeSpecError) -> CivilDate {
        guard let date else { throw Self.tooFar }
        return date
    }

    private static let tooFar = TimeSpecError(
        .outOfRange,
        "the date is beyond the years 1 to 9999: write one in between",
        column: 1
    )
}
