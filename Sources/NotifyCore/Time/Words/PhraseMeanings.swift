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
    /// Midnight by its name, or minutes after it: the one before a day, or the one after it.
    case midnight(CivilTime)
    /// The hour that `agent.conf` has for a part of the day.
    case part(DayPart)
    /// The same time as now.
    case now

    /// An hour without `am` or `pm`: from 8 on people mean the one that the clock of 24 hours has.
    init(bare time: CivilTime) {
        self = (1...7).contains(time.hour) ? .either(time) : .time(time)
    }

    /// A time on a clock of 12 hours; `nil` if its hour does not exist.
    init?(_ time: CivilTime, isAfternoon: Bool) {
        guard (1...12).contains(time.hour) else { return nil }
        var time = time
        time.hour = time.hour % 12 + (isAfternoon ? 12 : 0)
        self = .time(time)
    }

    /// The time, if it lies in a part of the day.
    func `in`(_ part: DayPart) -> ClockPhrase? {
        if case .time(let time) = self, part.contains(time) { self } else { nil }
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
        case .midnight(let time): return minutes < 0 ? .time(moved(time)) : .midnight(moved(time))
        case .part, .now: return self
        }
    }
}

/// Days of the week in words.
struct WeekdaySet: Hashable, Sendable {
    /// Bit 1 for Sunday.
    var bits: UInt8 = 0
    /// Whether each of them ends in s.
    var isPlural = false

    mutating func add(_ weekday: Int) { bits |= 1 << UInt8(weekday) }

    mutating func addRange(from first: Int, to last: Int) {
        var day = first
        while day != last {
            day = day % 7 + 1
            add(day)
        }
    }

    /// The days from Monday.
    var days: [Int] { [2, 3, 4, 5, 6, 7, 1].filter { bits >> UInt8($0) & 1 == 1 } }

    /// The days as calendar events name them.
    var names: String {
        bits == 0b111_1100
            ? "Mon..Fri" : days.map { String(Names.weekday($0).prefix(3)) }.joined(separator: ",")
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
    var andHalf: PhraseAmount { PhraseAmount(numerator * 2 + denominator, over: denominator * 2) }
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

    init(days: Int = 0, months: Int = 0) {
        (microseconds, self.months) = (Int64(days) * 86_400_000_000, months)
    }

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
