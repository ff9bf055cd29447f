extension ClosingRule {
    /// The hours that an offset may have, and those before or after midnight of a change (RFC 8536).
    private static let maxOffsetHours = 24
    private static let maxChangeHours = 167

    /// The dates of the United States, which the C library takes if a rule has none.
    static let standardDates = ",M3.2.0,M11.1.0"

    /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is not one.
    init?(_ text: String) {
        var reader = PosixReader(text)
        guard reader.skipName(), let west = reader.duration(maxHours: Self.maxOffsetHours) else {
            return nil
        }
        // POSIX counts offsets to the west.
        standard = -west
        if reader.isAtEnd { return }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if !reader.isAtEnd, !reader.isNext(",") {
            guard let west = reader.duration(maxHours: Self.maxOffsetHours) else { return nil }
            offset = -west
        }
        if reader.isAtEnd { reader = PosixReader(Self.standardDates) }
        guard reader.skip(","), let begin = reader.change(maxHours: Self.maxChangeHours),
            reader.skip(","), let end = reader.change(maxHours: Self.maxChangeHours),
            reader.isAtEnd
        else { return nil }
        daylight = Daylight(offset: offset, begin: begin, end: end)
    }
}

/// A cursor over the text of a POSIX zone rule.
private struct PosixReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    func isNext(_ character: Unicode.Scalar) -> Bool {
        rest.first == UInt8(ascii: character)
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a name of three letters at least; in angle brackets it may have digits and signs.
    mutating func skipName() -> Bool {
        let isQuoted = skip("<")
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"):
                isQuoted
            default: false
            }
        }
        rest = rest[name.endIndex...]
        return name.count >= 3 && (!isQuoted || skip(">"))
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard (1...4).contains(digits.count), let value = Int(Substring(digits)),
            range.contains(value)
        else { return nil }
        rest = rest[digits.endIndex...]
        return value
    }

    /// Hours with a sign, and minutes and seconds if given, in seconds.
    mutating func duration(maxHours: Int) -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(in: 0...maxHours) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where skip(":") {
            guard let value = number(in: 0...59) else { return nil }
            seconds += value * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    mutating func change(maxHours: Int) -> ClosingRule.Change? {
        let day: ClosingRule.Change.Day
        if skip("M") {
            guard let month = number(in: 1...12), skip("."), let week = number(in: 1...5),
                skip("."), let weekday = number(in: 0...6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if skip("J") {
            guard let number = number(in: 1...365) else { return nil }
            day = .dayWithoutLeap(number)
        } else {
            guard let number = number(in: 0...365) else { return nil }
            day = .day(number)
        }
        guard skip("/") else { return ClosingRule.Change(day: day, time: 7200) }
        return duration(maxHours: maxHours).map { ClosingRule.Change(day: day, time: $0) }
    }
}
