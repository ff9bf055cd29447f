/// What the slots of a pattern read.
struct PhraseCaptures: Sendable {
    var hour: Int?
    var minute: Int?
    var second: Int?
    /// Whether the time is after noon, if `am` or `pm` says so.
    var isAfternoon: Bool?
    var part: DayPart?
    /// The month, 1 for January.
    var month: Int?
    /// The day of the week, 1 for Sunday.
    var weekday: Int?
    /// Days of the week, bit 1 for Sunday.
    var weekdays: UInt8?
    /// Whether each of them ends in s.
    var hasPlurals = false
    /// The day of the month.
    var day: Int?
    /// Which one; -1 for the last.
    var nth: Int?
    var year: Int?
    var amount: PhraseAmount?
    var unit: PhraseUnit?
    var time: ClockPhrase?
    var date: DayPhrase?
    var span: SpanPhrase?
    /// A month as the context has it.
    var ofMonth: MonthPhrase?
    /// The days of a rule, as calendar events have them.
    var recurrence: String?
    /// The days of a rule that counts from a first one.
    var counted: RecurrenceRule?

    /// The hour on the clock of 24 hours that `am` or `pm` gives; `nil` if it does not exist.
    var fullHour: Int? {
        guard let hour, (1...12).contains(hour), let isAfternoon else { return nil }
        return hour % 12 + (isAfternoon ? 12 : 0)
    }
}

/// A part of the day.
enum DayPart: String, CaseIterable, Sendable {
    case morning, afternoon, evening, night

    /// The time of an hour in this part of the day, on a clock of 12 or 24 hours; `nil` if it does not lie in it.
    ///
    /// Twelve o'clock is left out: it can be noon or midnight.
    func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> CivilTime? {
        let half: ClosedRange<Int>
        let full: ClosedRange<Int>
        switch self {
        case .morning: (half, full) = (1...11, 1...11)
        case .afternoon: (half, full) = (1...6, 13...18)
        case .evening: (half, full) = (5...11, 17...23)
        case .night: (half, full) = (6...11, 18...23)
        }
        if full.contains(hour) || self == .afternoon && hour == 12 && minute > 0 {
            return CivilTime(hour: hour, minute: minute, second: second)
        }
        guard half.contains(hour) else { return nil }
        return CivilTime(hour: hour + 12, minute: minute, second: second)
    }

    /// Whether a time that is written in full lies in this part of the day.
    func contains(_ time: CivilTime) -> Bool {
        switch self {
        case .morning: time.hour < 12
        case .afternoon: (12..<19).contains(time.hour)
        case .evening: time.hour >= 17
        case .night: time.hour >= 18
        }
    }
}

/// A time of day in words.
enum ClockPhrase: Hashable, Sendable {
    case time(CivilTime)
    /// An hour from 1 to 7 without morning or evening.
    case either(CivilTime)

    /// An hour without `am` or `pm`: from 8 on people mean the one that the clock of 24 hours has.
    init?(bareHour hour: Int, minute: Int = 0) {
        guard (0...23).contains(hour) else { return nil }
        let time = CivilTime(hour: hour, minute: minute)
        self = (1...7).contains(hour) ? .either(time) : .time(time)
    }

    /// The time some minutes later.
    func later(byMinutes minutes: Int) -> ClockPhrase {
        func moved(_ time: CivilTime) -> CivilTime {
            let second = floorDivide(time.secondOfDay + minutes * 60, 86_400).remainder
            return CivilTime(secondOfDay: second)
        }
        switch self {
        case .time(let time): return .time(moved(time))
        case .either(let time): return .either(moved(time))
        }
    }
}

/// A number as words have it, without the rounding of binary fractions.
struct PhraseAmount: Hashable, Sendable {
    var numerator: Int
    var denominator: Int

    init(_ numerator: Int, over denominator: Int = 1) {
        self.numerator = numerator
        self.denominator = max(denominator, 1)
    }

    /// The whole number; `nil` if there is a fraction.
    var whole: Int? { numerator % denominator == 0 ? numerator / denominator : nil }

    /// This and a half.
    var andHalf: PhraseAmount {
        PhraseAmount(numerator * 2 + denominator, over: denominator * 2)
    }
}

/// A unit of time in words.
enum PhraseUnit: Hashable, Sendable {
    /// One of a fixed length in microseconds.
    case fixed(Int64)
    /// Some months.
    case months(Int)

    static let day = PhraseUnit.fixed(86_400_000_000)

    /// The unit of a word.
    init?(_ token: Phrase.Token) {
        switch token.text {
        case "month", "months": self = .months(1)
        case "yr", "yrs", "year", "years": self = .months(12)
        // M means months to some programs.
        case "m" where token.written != "m": return nil
        case let word:
            // Words do not name fractions of a second.
            guard let length = TimeSpan.length(ofUnit: word), length >= 1_000_000 else {
                return nil
            }
            self = .fixed(length)
        }
    }
}

/// A length of time in words: months, which have no one length, and what has one.
struct SpanPhrase: Hashable, Sendable {
    var months = 0
    var microseconds: Int64 = 0

    init() {}

    /// Makes a length; `nil` if it is too long, or a fraction of a month.
    init?(_ amount: PhraseAmount, _ unit: PhraseUnit) {
        switch unit {
        case .months(let count):
            let (product, overflow) = amount.numerator.multipliedReportingOverflow(by: count)
            guard !overflow, product % amount.denominator == 0 else { return nil }
            months = product / amount.denominator
        case .fixed(let length):
            let (product, overflow) = Int64(amount.numerator).multipliedReportingOverflow(
                by: length
            )
            guard !overflow else { return nil }
            let (whole, rest) = product.quotientAndRemainder(dividingBy: Int64(amount.denominator))
            microseconds = whole + (rest > 0 ? 1 : 0)
        }
    }

    /// Both lengths together; `nil` beyond ten thousand years.
    func adding(_ other: SpanPhrase) -> SpanPhrase? {
        var sum = self
        let (months, monthsOverflow) = months.addingReportingOverflow(other.months)
        let (micros, overflow) = microseconds.addingReportingOverflow(other.microseconds)
        guard !overflow, !monthsOverflow, months <= 12_000_000,
            micros <= 315_576_000_000_000_000
        else { return nil }
        (sum.months, sum.microseconds) = (months, micros)
        return sum
    }

    /// The days, if nothing finer is left.
    var days: Int? {
        let (days, rest) = microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
        return rest == 0 ? Int(days) : nil
    }
}
