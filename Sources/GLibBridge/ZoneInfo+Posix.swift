extension ClosingRule {
    /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil where it is not one.
    init?(_ text: String) {
        var reader = PosixReader(text)
        guard reader.skipName(), let west = reader.duration() else { return nil }
        // POSIX counts offsets to the west.
        standard = -west
        if reader.isAtEnd { return }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if !reader.isAtEnd, !reader.isNext(",") {
            guard let west = reader.duration() else { return nil }
            offset = -west
        }
        if reader.isAtEnd {
            // Without dates the C library takes those of the United States.
            daylight = Daylight(
                offset: offset,
                begin: Change(day: .weekday(month: 3, week: 2, day: 0), time: 7200),
                end: Change(day: .weekday(month: 11, week: 1, day: 0), time: 7200)
            )
            return
        }
        guard reader.skip(","), let begin = reader.change(), reader.skip(","),
            let end = reader.change(), reader.isAtEnd
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

    /// Skips a name of letters, or any in angle brackets.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        rest = rest[name.endIndex...]
        return name.count >= 3
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard (1...4).contains(digits.count), let value = Int(Substring(digits)),
            range.contains(value)
        else { return nil }
        rest = rest[digits.endIndex...]
        return value
    }

    /// Hours with a sign, and minutes and seconds where given, in seconds.
    mutating func duration() -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(in: 0...167) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where skip(":") {
            guard let value = number(in: 0...59) else { return nil }
            seconds += value * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    mutating func change() -> ClosingRule.Change? {
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
        return duration().map { ClosingRule.Change(day: day, time: $0) }
    }
}
