/// The parts of the grammar that are not made of others: numbers, names and clocks.
extension DateGrammar {
    static let clock = Part<CivilTime>(slot: "clock") { phrase, start in
        func part(_ index: Int) -> Int? {
            guard phrase.has(":", at: index), let token = phrase[index + 1], token.isGlued,
                token.text.utf8.count == 2, let number = token.number, number < 60
            else { return nil }
            return number
        }
        guard let hour = shortNumber(phrase[start]), hour < 24, let minute = part(start + 1) else {
            return nil
        }
        guard phrase.has(":", at: start + 3) else {
            return (CivilTime(hour: hour, minute: minute), start + 3)
        }
        return part(start + 3).map {
            (CivilTime(hour: hour, minute: minute, second: $0), start + 5)
        }
    }

    static let hour = Part<Int>(slot: "hour") { phrase, start in
        guard let token = phrase[start],
            let hour = shortNumber(token) ?? NumberWords.hours[token.text], hour < 24
        else { return nil }
        return (hour, start + 1)
    }

    static let minute = Part<Int>(slot: "minute") { phrase, start in
        if let minute = shortNumber(phrase[start]) {
            return (1...59).contains(minute) ? (minute, start + 1) : nil
        }
        return readMinuteWord(phrase, start)
    }

    static let minuteWord = Part<Int>(slot: "minuteWord") { readMinuteWord($0, $1) }

    /// Minutes that are none of the hours of a range, as in `9 to 17`: words, 20 and 25, and any before noon.
    static let minutesAlone = Part<Int>(slot: "minute") { phrase, start in
        minute.read(phrase, start).first.flatMap { found in
            phrase[start]?.number == nil || [20, 25].contains(found.value)
                || ["noon", "midday", "midnight"].contains(phrase[found.end + 1]?.text)
                ? (found.value, found.end) : nil
        }
    }

    private static func readMinuteWord(_ phrase: Phrase, _ start: Int) -> (Int, Int)? {
        guard let (minute, end) = NumberWords.read(phrase, at: start), minute < 60 else {
            return nil
        }
        return (minute, end)
    }

    static let compact = Part<CivilTime>(slot: "compact") { phrase, start in
        guard let token = phrase[start], let number = token.number,
            (3...4).contains(token.text.utf8.count), number / 100 < 24, number % 100 < 60
        else { return nil }
        return (CivilTime(hour: number / 100, minute: number % 100), start + 1)
    }

    /// The clock of a date in the basic format of ISO 8601.
    static let basicClock = Part<CivilTime>(slot: "basic") { phrase, start in
        guard let token = phrase[start], token.isGlued, let number = token.number else {
            return nil
        }
        let full = token.text.utf8.count == 4 ? number * 100 : number
        guard [4, 6].contains(token.text.utf8.count), full / 10_000 < 24, full / 100 % 100 < 60,
            full % 100 < 60
        else { return nil }
        let time = CivilTime(hour: full / 10_000, minute: full / 100 % 100, second: full % 100)
        return (time, start + 1)
    }

    static let hourSign = Part<CivilTime>(slot: "hourSign") { phrase, start in
        guard let hour = shortNumber(phrase[start]), hour < 24, phrase.has("h", at: start + 1),
            phrase[start + 1]?.isGlued == true
        else { return nil }
        return (CivilTime(hour: hour, minute: 0), start + 2)
    }

    static let hourAndMinute = Part<CivilTime>(slot: "hourAndMinute") { phrase, start in
        guard let hour = hourSign.read(phrase, start).first, let minutes = phrase[hour.end],
            minutes.isGlued, minutes.text.utf8.count == 2, let minute = minutes.number, minute < 60
        else { return nil }
        return (CivilTime(hour: hour.value.hour, minute: minute), hour.end + 1)
    }

    /// An hour that a part of the day makes a time.
    static let spoken = Part<CivilTime>(
        oneOf: "spoken",
        clock,
        Part("", hour, oclock) { CivilTime(hour: $0, minute: 0) }
    )
    static let oclock = "[o ' clock|oclock]"

    /// Whether it is after noon: `pm`, `a.m.`, `p m`.
    static let half = Part<Bool>(slot: "half") { phrase, start in
        guard let token = phrase[start] else { return nil }
        var next = start + 1
        switch token.text {
        case "am", "pm": break
        case "a", "p":
            if phrase.has(".", at: next) { next += 1 }
            guard phrase.has("m", at: next) else { return nil }
            next += 1
        default: return nil
        }
        return (token.text.hasPrefix("p"), afterPoint(phrase, next))
    }

    /// After minutes `a` and `p` are enough.
    static let shortHalf = Part<Bool>(
        oneOf: "half",
        half,
        Part<Bool>(slot: "half") { phrase, start in
            guard let token = phrase[start], token.isGlued, ["a", "p"].contains(token.text),
                !phrase.has("m", at: start + 1), !phrase.has(".", at: start + 1)
            else { return nil }
            return (token.text == "p", start + 1)
        }
    )

    static let part = Part<DayPart>(slot: "part") { phrase, start in
        phrase[start].flatMap { DayPart(rawValue: $0.text) }.map { ($0, start + 1) }
    }

    static let month = Part<Int>(slot: "month") { phrase, start in
        guard let month = phrase[start].flatMap({ NumberWords.month($0.text) }) else { return nil }
        return (month, afterPoint(phrase, start + 1))
    }

    static let weekday = Part<Int>(slot: "weekday") { phrase, start in
        guard let day = phrase[start].flatMap({ NumberWords.weekday($0.text) }) else { return nil }
        return (day, afterPoint(phrase, start + 1))
    }

    /// Days of the week: `monday, wednesday and friday`, `monday to friday`.
    static let weekdays = Part<WeekdaySet>(slots: "weekdays") { phrase, start in
        var reached: [Part<WeekdaySet>.Reading] = []
        var set = WeekdaySet(isPlural: true)
        var position = start
        while let first = weekday(phrase[position]) {
            set.add(first.day)
            set.isPlural = set.isPlural && first.isPlural
            position += 1
            reached.append(.init(value: set, end: position))
            if ["to", "through", "thru", "-"].contains(phrase[position]?.text),
                let last = weekday(phrase[position + 1])
            {
                set.addRange(from: first.day, to: last.day)
                position += 2
                reached.append(.init(value: set, end: position))
            }
            position = afterComma(phrase, position)
        }
        return reached
    }

    private static func weekday(_ token: Phrase.Token?) -> (day: Int, isPlural: Bool)? {
        guard let token else { return nil }
        // "tues" is short for Tuesday.
        if let day = NumberWords.weekday(token.text) { return (day, false) }
        guard token.text.hasSuffix("s"),
            let day = NumberWords.weekday(String(token.text.dropLast()))
        else { return nil }
        return (day, true)
    }

    static let dayNumber = Part<Int>(slot: "dayNumber") { phrase, start in
        if let (number, end) = NumberWords.readOrdinal(phrase, at: start) { return (number, end) }
        guard let day = shortNumber(phrase[start]), (1...31).contains(day) else { return nil }
        return (day, start + 1)
    }

    static let edge = Part<Int>(
        oneOf: "edge",
        Part(words: "first", means: 1),
        Part(words: "last", means: -1)
    )

    static let nth = Part<Int>(slot: "nth") { NumberWords.readOrdinal($0, at: $1) }

    /// An ordinal in digits, which no length is.
    static let ordinal = Part<Int>(slot: "ordinal") { phrase, start in
        phrase[start]?.number == nil ? nil : NumberWords.readOrdinal(phrase, at: start)
    }

    /// Ordinals that are joined: `1st and 3rd`.
    static let nths = Part<[Int]>(slots: "nths") { phrase, start in
        joined(nth, phrase, start).filter { $0.value.count > 1 }
    }

    /// Times that are joined, the first of them after `at` or with its half of the day: `9 and 17`.
    static let clocks = Part<[ClockPhrase]>(slots: "clocks") { phrase, start in
        let hasAt = phrase.has("at", at: start) || phrase.has("@", at: start)
        let all = joined(anyClock, phrase, hasAt ? start + 1 : start)
        guard !hasAt else { return all }
        let ends = time.read(phrase, start).map(\.end)
        return all.filter { $0.value.count == 1 ? ends.contains($0.end) : !ends.isEmpty }
    }

    private static let anyClock = Part<ClockPhrase>(oneOf: "clock", time, bare)

    /// Reads a part once or more, joined by commas and `and`.
    private static func joined<Value>(
        _ part: Part<Value>,
        _ phrase: Phrase,
        _ start: Int
    ) -> [Part<[Value]>.Reading] {
        var reached = part.read(phrase, start).map {
            Part<[Value]>.Reading(value: [$0.value], end: $0.end)
        }
        var index = 0
        while index < reached.count, reached.count < Phrase.maxLength {
            let found = reached[index]
            index += 1
            var next = afterComma(phrase, found.end)
            guard next > found.end else { continue }
            if phrase.has("at", at: next) { next += 1 }
            reached += part.read(phrase, next).map {
                .init(value: found.value + [$0.value], end: $0.end)
            }
        }
        return reached
    }

    static let year = Part<Int>(slot: "year") { phrase, start in
        guard let token = phrase[start], token.text.utf8.count == 4, let year = token.number,
            year >= 1
        else { return nil }
        return (year, start + 1)
    }

    static let amount = Part<PhraseAmount>(slot: "amount") { phrase, start in
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

    static let count = Part<Int>(slot: "count") { phrase, start in
        guard let found = amount.read(phrase, start).first, let count = found.value.whole,
            (1...10_000).contains(count)
        else { return nil }
        return (count, found.end)
    }

    static let unit = Part<PhraseUnit>(slot: "unit") { phrase, start in
        phrase[start].flatMap { PhraseUnit($0) }.map { ($0, start + 1) }
    }

    static let iso = Part<DayPhrase>(slot: "iso") { phrase, start in
        func part(_ index: Int, _ widths: ClosedRange<Int>) -> Int? {
            guard let token = phrase[index], widths.contains(token.text.utf8.count),
                index == start || token.isGlued
            else { return nil }
            return token.number
        }
        if let basic = part(start, 8...8) {
            let day = (basic / 10_000, basic / 100 % 100, basic % 100)
            let date = CivilDate(year: day.0, month: day.1, day: day.2)
            return date.exists && day.0 > 0 ? (.exact(date), start + 1) : nil
        }
        guard let year = part(start, 4...4), phrase.has("-", at: start + 1),
            let month = part(start + 2, 1...2), (1...12).contains(month),
            phrase.has("-", at: start + 3), let day = part(start + 4, 1...2)
        else { return nil }
        return (.inMonth(.day(day), .named(month, year: year)), start + 5)
    }

    /// A date in another order of its numbers that can be read in one way only.
    static let numeric = Part<DayPhrase>(slot: "numeric") { phrase, start in
        var end = start
        while end < start + 5, let token = phrase[end], end == start || token.isGlued { end += 1 }
        let text = phrase.tokens[start..<end].map(\.text).joined()
        // 2027-03-25 is <iso>.
        guard end == start + 5, phrase[start + 1]?.text == phrase[start + 3]?.text,
            !phrase.has("-", at: start + 1), !AmbiguousDate.isSign(phrase[end])
        else { return nil }
        let dates = AmbiguousDate(text).readings
        return dates.count == 1 ? (.exact(dates[0]), end) : nil
    }

    /// The distance of a time to UTC, in seconds.
    static let offset = Part<Int64>(slot: "offset") { phrase, start in
        var next = start
        let isNamed = ["utc", "gmt", "z"].contains(phrase[start]?.text)
        if isNamed { next += 1 }
        guard let sign = phrase[next], ["+", "-"].contains(sign.text), !isNamed || sign.isGlued,
            let hours = phrase[next + 1], hours.isGlued, let number = hours.number
        else { return isNamed ? (0, next) : nil }
        var (text, end) = (hours.text, next + 2)
        if phrase.has(":", at: end), let minutes = phrase[end + 1], minutes.kind == .number {
            (text, end) = (text + ":" + minutes.text, end + 2)
        }
        // +1 is a length elsewhere.
        guard number >= 0, isNamed || text.utf8.count >= 4,
            let zone = FixedZone(named: sign.text + text)
        else { return nil }
        return (zone.offset, end)
    }

    /// A number of one or two digits.
    private static func shortNumber(_ token: Phrase.Token?) -> Int? {
        token.flatMap { $0.text.utf8.count <= 2 ? $0.number : nil }
    }

    /// The place after the point of an abbreviation.
    private static func afterPoint(_ phrase: Phrase, _ position: Int) -> Int {
        phrase.has(".", at: position) && phrase[position]?.isGlued == true ? position + 1 : position
    }

    /// The place after a comma, `and`, or both.
    static func afterComma(_ phrase: Phrase, _ position: Int) -> Int {
        var next = position
        if phrase.has(",", at: next) { next += 1 }
        if phrase.has("and", at: next) { next += 1 }
        return next
    }
}
