/// What can stand at a place of a pattern.
enum PhraseSlot: String, Sendable {
    /// A time as `17:30`, with or without seconds.
    case clock
    /// An hour, as a number or a word.
    case hour
    /// Minutes, as a number or words.
    case minute
    /// Minutes in words.
    case minuteWord
    /// Three or four digits, such as `0930`.
    case compact
    /// An hour before h, such as `15h`.
    case hourSign
    /// An hour and minutes around h, such as `15h30`.
    case hourAndMinute
    /// `am` or `pm`.
    case half
    /// A part of the day.
    case part
    case month, weekday
    /// Days of the week, such as `monday, wednesday and friday`.
    case weekdays
    /// A day of the month, as a number or an ordinal.
    case dayNumber
    /// An ordinal, such as `3rd` or `third`.
    case nth
    /// A year of four digits.
    case year
    /// A number, with a fraction or without.
    case amount
    /// A unit of time.
    case unit
    /// A date as `2027-03-01`.
    case iso

    // Made of forms of the grammar:
    /// A time of day.
    case time
    /// A time with `am` or `pm`, noon or midnight, before which minutes stand.
    case base
    /// An hour that `at` makes a time.
    case bare
    /// A day that a calendar names.
    case date
    /// Any day.
    case day
    /// `this month`, `march 2027`.
    case ofMonth
    /// One length.
    case piece
    /// Lengths that add up.
    case span
    /// The days on which a rule holds.
    case recurrence
    /// Days that are counted from a first one.
    case counted

    /// Reads the slot at a place, in all ways there are.
    func read(_ phrase: Phrase, _ state: PhraseReader.State) -> [PhraseReader.State] {
        guard let token = phrase[state.position] else { return [] }
        var captures = state.captures
        var next = state.position + 1
        switch self {
        case .clock:
            guard let end = Self.readClock(phrase, state.position, &captures) else { return [] }
            next = end
        case .hour:
            guard let hour = Self.shortNumber(token) ?? NumberWords.hours[token.text],
                (0...23).contains(hour)
            else { return [] }
            captures.hour = hour
        case .minute, .minuteWord:
            if self == .minute, let minute = Self.shortNumber(token) {
                captures.minute = minute
            } else if let (minute, end) = NumberWords.read(phrase, at: state.position) {
                captures.minute = minute
                next = end
            }
            guard let minute = captures.minute, (1...59).contains(minute) else { return [] }
        case .compact:
            guard let number = token.number, (3...4).contains(token.text.utf8.count),
                number / 100 < 24, number % 100 < 60
            else { return [] }
            (captures.hour, captures.minute) = (number / 100, number % 100)
        case .hourSign, .hourAndMinute:
            guard let hour = Self.shortNumber(token), hour < 24, phrase.has("h", at: next),
                phrase[next]?.isGlued == true
            else { return [] }
            (captures.hour, captures.minute) = (hour, 0)
            next += 1
            if self == .hourAndMinute {
                guard let minutes = phrase[next], minutes.isGlued, minutes.text.utf8.count == 2,
                    let minute = minutes.number, minute < 60
                else { return [] }
                captures.minute = minute
                next += 1
            }
        case .half: return Self.readHalf(phrase, state)
        case .part:
            guard let part = DayPart(rawValue: token.text) else { return [] }
            captures.part = part
        case .month:
            guard let month = NumberWords.month(token.text) else { return [] }
            captures.month = month
            return Self.beforePoint(phrase, next, captures)
        case .weekday:
            guard let weekday = NumberWords.weekday(token.text) else { return [] }
            captures.weekday = weekday
            return Self.beforePoint(phrase, next, captures)
        case .weekdays: return Self.readWeekdays(phrase, state)
        case .dayNumber, .nth:
            if let (number, end) = NumberWords.readOrdinal(phrase, at: state.position) {
                (captures.nth, captures.day) = (number, number)
                next = end
            } else {
                guard self == .dayNumber, let day = Self.shortNumber(token), (1...31).contains(day)
                else { return [] }
                captures.day = day
            }
        case .year:
            guard token.text.utf8.count == 4, let year = token.number, year >= 1 else { return [] }
            captures.year = year
        case .amount:
            guard let (amount, end) = Self.readAmount(phrase, state.position) else { return [] }
            captures.amount = amount
            next = end
        case .unit:
            guard let unit = PhraseUnit(token) else { return [] }
            captures.unit = unit
        case .iso:
            guard let (date, end) = Self.readISO(phrase, state.position) else { return [] }
            captures.date = date
            next = end
        case .time, .base, .bare, .date, .day, .ofMonth, .piece, .span, .recurrence, .counted:
            return []
        }
        return [PhraseReader.State(position: next, captures: captures)]
    }

    /// A number of one or two digits.
    private static func shortNumber(_ token: Phrase.Token?) -> Int? {
        token.flatMap { $0.text.utf8.count <= 2 ? $0.number : nil }
    }

    private static func readClock(
        _ phrase: Phrase,
        _ start: Int,
        _ captures: inout PhraseCaptures
    ) -> Int? {
        func part(_ index: Int) -> Int? {
            guard phrase.has(":", at: index), let token = phrase[index + 1], token.isGlued,
                token.text.utf8.count == 2, let number = token.number, number < 60
            else { return nil }
            return number
        }
        guard let hour = shortNumber(phrase[start]), hour < 24, let minute = part(start + 1) else {
            return nil
        }
        (captures.hour, captures.minute, captures.second) = (hour, minute, 0)
        guard phrase.has(":", at: start + 3) else { return start + 3 }
        guard let second = part(start + 3) else { return nil }
        captures.second = second
        return start + 5
    }

    /// Reads `am`, `a.m.`, `a m` and the same of `pm`; `a` alone follows minutes without a blank.
    private static func readHalf(
        _ phrase: Phrase,
        _ state: PhraseReader.State
    ) -> [PhraseReader.State] {
        guard let token = phrase[state.position] else { return [] }
        var captures = state.captures
        captures.isAfternoon = token.text.hasPrefix("p")
        let next = state.position + 1
        switch token.text {
        case "am", "pm": return beforePoint(phrase, next, captures)
        case "a", "p":
            if phrase.has("m", at: next) { return beforePoint(phrase, next + 1, captures) }
            if phrase.has(".", at: next), phrase.has("m", at: next + 1) {
                return beforePoint(phrase, next + 2, captures)
            }
            guard token.isGlued, captures.minute != nil else { return [] }
            return [PhraseReader.State(position: next, captures: captures)]
        default: return []
        }
    }

    /// What was read, with the point of an abbreviation and without.
    private static func beforePoint(
        _ phrase: Phrase,
        _ position: Int,
        _ captures: PhraseCaptures
    ) -> [PhraseReader.State] {
        let hasPoint = phrase.has(".", at: position) && phrase[position]?.isGlued == true
        return [PhraseReader.State(position: position + (hasPoint ? 1 : 0), captures: captures)]
    }

    private static func readWeekdays(
        _ phrase: Phrase,
        _ state: PhraseReader.State
    ) -> [PhraseReader.State] {
        var captures = state.captures
        var bits: UInt8 = 0
        var position = state.position
        var reached: [PhraseReader.State] = []
        captures.hasPlurals = true
        while let token = phrase[position] {
            let single = NumberWords.weekday(token.text)
            // "tues" is short for Tuesday.
            let plural =
                single == nil && token.text.hasSuffix("s")
                ? NumberWords.weekday(String(token.text.dropLast())) : nil
            guard let weekday = single ?? plural else { break }
            bits |= 1 << UInt8(weekday)
            captures.weekdays = bits
            captures.hasPlurals = captures.hasPlurals && plural != nil
            position += 1
            reached.append(PhraseReader.State(position: position, captures: captures))
            if phrase.has(",", at: position) { position += 1 }
            if phrase.has("and", at: position) { position += 1 }
        }
        return reached
    }

    private static func readAmount(_ phrase: Phrase, _ start: Int) -> (PhraseAmount, Int)? {
        guard let token = phrase[start] else { return nil }
        guard let whole = token.number else {
            return NumberWords.read(phrase, at: start).map { (PhraseAmount($0), $1) }
        }
        guard let sign = phrase[start + 1], sign.isGlued, let second = phrase[start + 2],
            second.isGlued, second.kind == .number
        else { return (PhraseAmount(whole), start + 1) }
        switch sign.text {
        case "." where whole < 1_000_000 && second.text.utf8.count <= 6:
            var scale = 1
            for _ in second.text.utf8 { scale *= 10 }
            let fraction = second.number ?? 0
            return (PhraseAmount(whole * scale + fraction, over: scale), start + 3)
        case "/":
            guard let divisor = second.number, [2, 3, 4].contains(divisor), whole < divisor,
                whole > 0
            else { return nil }
            return (PhraseAmount(whole, over: divisor), start + 3)
        default: return (PhraseAmount(whole), start + 1)
        }
    }

    private static func readISO(_ phrase: Phrase, _ start: Int) -> (DayPhrase, Int)? {
        func part(_ index: Int, _ widths: ClosedRange<Int>) -> Int? {
            guard let token = phrase[index], widths.contains(token.text.utf8.count),
                index == start || token.isGlued
            else { return nil }
            return token.number
        }
        guard let year = part(start, 4...4), phrase.has("-", at: start + 1),
            let month = part(start + 2, 1...2), (1...12).contains(month),
            phrase.has("-", at: start + 3),
            let day = part(start + 4, 1...2)
        else { return nil }
        return (.inMonth(.day(day), .named(month, year: year)), start + 5)
    }
}
