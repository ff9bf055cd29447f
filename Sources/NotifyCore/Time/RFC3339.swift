/// Dates with an offset as RFC 3339 writes them.
package enum RFC3339 {
    /// Returns an instant in the wall time of a zone, such as `2026-11-24T14:00:00+01:00`.
    ///
    /// The zone named UTC is written `Z`; a fraction only if it is not zero. Dates with an offset in seconds
    /// (zones before about 1920), which the format does not support, are written in UTC.
    package static func string(_ instant: Instant, in zone: some ZoneRules) -> String {
        let bounded = min(max(instant, .distantPast), .distantFuture)
        let second = bounded.seconds
        var offset = zone.span(at: second).offset
        var suffix = zone.identifier == "UTC" && offset == 0 ? "Z" : nil
        if offset % 60 != 0 {
            offset = 0
            suffix = "Z"
        }
        let wall = WallTime(localSecond: second + offset)
        let time = wall.time
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        return "\(wall.date)T\(clock)\(fraction(of: bounded))\(suffix ?? sign(offset))"
    }

    private static func fraction(of instant: Instant) -> String {
        var rest = instant.microseconds - instant.seconds * 1_000_000
        guard rest != 0 else { return "" }
        var width = 6
        while rest % 10 == 0 {
            rest /= 10
            width -= 1
        }
        return "." + padded(rest, width)
    }

    private static func sign(_ offset: Int64) -> String {
        let minutes = abs(offset) / 60
        return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    /// Parses a date such as `2026-11-24T14:00:00+01:00` or `2026-11-24 13:00:00.5Z`; seconds are optional.
    ///
    /// Fractions of microseconds round up.
    ///
    /// - Throws: the error with its column; the offset is required, because without it the text is a wall time.
    package static func instant(_ text: String) throws(TimeSpecError) -> Instant {
        if let instant = written(text) { return instant }
        var scanner = SpecScanner(text)
        let instant = try instant(&scanner)
        guard scanner.isAtEnd else {
            throw scanner.error(.syntax, "nothing may follow the offset: end after Z or +01:00")
        }
        return instant
    }

    /// Parses the form that `string(_:in:)` writes in UTC, for speed with large files; `nil` for other texts.
    private static func written(_ text: String) -> Instant? {
        var text = text
        return text.withUTF8 { bytes in
            guard (20...27).contains(bytes.count), bytes.last == UInt8(ascii: "Z"),
                bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
                bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
                bytes[16] == UInt8(ascii: ":"), bytes.count != 21,
                bytes.count == 20 || bytes[19] == UInt8(ascii: "."),
                let year = number(bytes[0..<4]), year >= 1, let month = number(bytes[5..<7]),
                let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), hour < 24,
                let minute = number(bytes[14..<16]), minute < 60,
                let second = number(bytes[17..<19]), second < 60,
                var fraction = number(bytes[min(20, bytes.count - 1)..<bytes.count - 1])
            else { return nil }
            let date = CivilDate(year: year, month: month, day: day)
            guard date.exists else { return nil }
            let digits = max(0, bytes.count - 21)
            for _ in digits..<6 { fraction *= 10 }
            let time = CivilTime(hour: hour, minute: minute, second: second)
            let seconds = WallTime(date: date, time: time).localSecond
            return Instant(seconds: seconds).advanced(byMicroseconds: Int64(fraction))
        }
    }

    /// Returns a number of digits only; 0 for no digits.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var value = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    static func instant(_ scanner: inout SpecScanner) throws(TimeSpecError) -> Instant {
        let date = try date(&scanner)
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") else {
            throw scanner.error(
                .syntax,
                "a T and a time must follow the date: write \(date)T09:00:00Z"
            )
        }
        let hour = try number(&scanner, 2, "hour", 0...23)
        try expect(":", &scanner)
        let minute = try number(&scanner, 2, "minute", 0...59)
        // The format requires seconds; ISO 8601 and users omit them.
        let hasSeconds = scanner.skip(":")
        // Without leap seconds, a leap second is the first second of the next minute.
        let second = hasSeconds ? try number(&scanner, 2, "second", 0...60) : 0
        let micros = hasSeconds ? try fraction(&scanner) : 0
        let offset = try offset(&scanner)
        let time = CivilTime(hour: hour, minute: minute, second: second)
        let seconds = WallTime(date: date, time: time).localSecond - offset
        return Instant(seconds: seconds).advanced(byMicroseconds: micros)
    }

    /// Reads a day such as `2026-11-24`.
    static func date(_ scanner: inout SpecScanner) throws(TimeSpecError) -> CivilDate {
        let start = scanner.position
        let year = try number(&scanner, 4, "year", 1...9999)
        try expect("-", &scanner)
        let month = try number(&scanner, 2, "month", 1...12)
        try expect("-", &scanner)
        let day = try number(&scanner, 2, "day", 1...31)
        let date = CivilDate(year: year, month: month, day: day)
        guard date.exists else {
            throw scanner.error(
                .outOfRange,
                "\(Names.month(month)) \(year) has no day \(day): write a day that exists",
                at: start + 8
            )
        }
        return date
    }

    private static func fraction(_ scanner: inout SpecScanner) throws(TimeSpecError) -> Int64 {
        guard scanner.skip(".") || scanner.skip(",") else { return 0 }
        let digits = scanner.takeDigits()
        guard !digits.isEmpty else {
            throw scanner.error(.syntax, "a digit must follow the point: write .5 or leave it out")
        }
        let head = String((digits + "000000").prefix(6))
        let isRounded = digits.dropFirst(6).contains { $0 != "0" }
        return (Int64(head) ?? 0) + (isRounded ? 1 : 0)
    }

    private static func offset(_ scanner: inout SpecScanner) throws(TimeSpecError) -> Int64 {
        if scanner.skip("Z") || scanner.skip("z") { return 0 }
        let isNegative = scanner.peek == "-"
        guard scanner.skip("+") || scanner.skip("-") else {
            throw scanner.error(.syntax, "an offset must follow the time: write Z or +01:00")
        }
        let hours = try number(&scanner, 2, "offset hour", 0...23)
        try expect(":", &scanner)
        let minutes = try number(&scanner, 2, "offset minute", 0...59)
        let offset = Int64(hours * 3600 + minutes * 60)
        return isNegative ? -offset : offset
    }

    private static func expect(
        _ character: Character,
        _ scanner: inout SpecScanner
    ) throws(TimeSpecError) {
        guard scanner.skip(character) else {
            throw scanner.error(
                .syntax,
                "\"\(character)\" is expected here: write a date such as 2027-03-01T09:00:00Z"
            )
        }
    }

    private static func number(
        _ scanner: inout SpecScanner,
        _ width: Int,
        _ name: String,
        _ range: ClosedRange<Int>
    ) throws(TimeSpecError) -> Int {
        let start = scanner.position
        let digits = scanner.takeDigits(atMost: width)
        guard digits.count == width, let value = Int(digits) else {
            throw scanner.error(.syntax, "the \(name) must have \(width) digits", at: start)
        }
        guard range.contains(value) else {
            throw scanner.error(
                .outOfRange,
                "\(name) \(value) does not exist: write \(range.lowerBound) to \(range.upperBound)",
                at: start
            )
        }
        return value
    }
}
