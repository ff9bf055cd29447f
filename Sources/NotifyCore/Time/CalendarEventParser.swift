/// The parser of calendar events.
struct CalendarEventParser {
    private var scanner: SpecScanner

    init(_ text: String) {
        scanner = SpecScanner(text)
    }

    private static let example = "write one such as Mon..Fri 09:00 or *-*-1 08:00"

    mutating func parse() throws(TimeSpecError) -> (rule: CalendarRule, zone: String?) {
        scanner.skipSpaces()
        guard !scanner.isAtEnd else {
            throw scanner.error(.empty, "the calendar event is empty: \(Self.example)")
        }
        if let found = try shorthand() { return found }
        if scanner.peekByte == UInt8(ascii: "@") { return try (timestamp(), "UTC") }

        var rule = CalendarRule()
        var hasParts = try weekdays(of: &rule)
        let dateStart = scanner.position
        if isChainNext, try date(of: &rule) { hasParts = true }
        let timeStart = scanner.position
        rule.isDateOnly = true
        if isChainNext {
            try time(of: &rule)
            hasParts = true
        }
        scanner.skipSpaces()
        let zone = try zone()
        guard hasParts else {
            throw scanner.error(
                .syntax,
                "a weekday, a date or a time is expected here: \(Self.example)",
                at: min(dateStart, timeStart)
            )
        }
        let proven = rule.proven(
            otherwise: TimeSpecError(
                .never,
                "no date matches this calendar event: choose days that its months and weekdays have"
            )
        )
        return (proven, zone)
    }

    private var isChainNext: Bool {
        guard let next = scanner.peekByte else { return false }
        return next == UInt8(ascii: "*") || next.isASCIIDigit
    }

    private mutating func shorthand() throws(TimeSpecError) -> (rule: CalendarRule, zone: String?)?
    {
        let start = scanner.position
        scanner.skipBytes { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
        guard scanner.position - start >= CalendarEvent.shortestWord,
            scanner.isAtEnd || scanner.isAtSpace,
            let rule = CalendarEvent.shorthand(
                scanner.text(from: start, to: scanner.position).lowercased()
            )
        else {
            scanner.move(to: start)
            return nil
        }
        scanner.skipSpaces()
        return try (rule, zone())
    }

    /// Reads seconds since 1970, which are one second of one day in UTC.
    private mutating func timestamp() throws(TimeSpecError) -> CalendarRule {
        let start = scanner.position
        _ = scanner.skip("@")
        let digits = scanner.takeDigits()
        guard let seconds = Int64(digits), seconds <= Instant.distantFuture.seconds else {
            throw scanner.error(
                .syntax,
                "seconds since 1970 must follow the @: write one such as @1830297600",
                at: start
            )
        }
        scanner.skipSpaces()
        guard scanner.isAtEnd else {
            throw scanner.error(.syntax, "nothing may follow a timestamp: it is in UTC always")
        }
        let wall = WallTime(localSecond: seconds)
        var rule = CalendarRule()
        rule.years = YearSet(wall.date.year)
        rule.months = 1 << UInt16(wall.date.month)
        rule.days = 1 << UInt32(wall.date.day)
        rule.hours = 1 << UInt32(wall.time.hour)
        rule.minutes = 1 << UInt64(wall.time.minute)
        rule.seconds = 1 << UInt64(wall.time.second)
        return rule
    }

    // MARK: Weekdays

    private mutating func weekdays(of rule: inout CalendarRule) throws(TimeSpecError) -> Bool {
        guard let next = scanner.peek, next.isLetter else { return false }
        var bits: UInt8 = 0
        while true {
            let start = scanner.position
            guard let first = weekday() else {
                // A zone alone, or a word that is not a weekday.
                let word = scanner.text(from: start, to: scanner.position)
                let names =
                    Names.weekdays + Names.weekdays.map { String($0.prefix(3)) }
                    + Array(CalendarEvent.shorthands.keys).sorted()
                let hint = Suggestion.nearest(to: word, in: names).map { "did you mean \($0)?" }
                throw scanner.error(
                    .unknownName,
                    "\"\(word)\" is neither a weekday nor a word such as daily: \(hint ?? Self.example)",
                    at: start
                )
            }
            var last = first
            if scanner.skip("..") || scanner.skip("-") {
                let start = scanner.position
                guard let end = weekday() else {
                    throw scanner.error(
                        .syntax,
                        "a weekday must end the range: write one such as Mon..Fri",
                        at: start
                    )
                }
                last = end
            }
            var day = first
            bits |= 1 << UInt8(day)
            while day != last {
                day = day % 7 + 1
                bits |= 1 << UInt8(day)
            }
            let hasComma = scanner.skip(",")
            let hasSpace = scanner.skipSpaces()
            if scanner.isAtEnd || hasSpace { break }
            guard hasComma else {
                throw scanner.error(.syntax, "a space or a comma must follow the weekday")
            }
        }
        rule.weekdays = bits
        return true
    }

    private mutating func weekday() -> Int? {
        Names.weekday(named: scanner.takeLetters().lowercased())
    }

    // MARK: Date

    /// Reads a date, unless it is a time.
    private mutating func date(of rule: inout CalendarRule) throws(TimeSpecError) -> Bool {
        let start = scanner.position
        let first = try chain()
        if scanner.peekByte == UInt8(ascii: ":") {
            scanner.move(to: start)
            return false
        }
        if scanner.isAtEnd || scanner.peek == " " {
            let text = scanner.text(from: start, to: scanner.position)
            throw scanner.error(
                .syntax,
                "\(text) alone is neither a date nor a time: write \(text):00 for the hour, or *-*-\(text) for the day",
                at: start
            )
        }
        var isFromEnd = scanner.skip("~")
        guard isFromEnd || scanner.skip("-") else {
            throw scanner.error(.syntax, "- or ~ must separate the parts of a date")
        }
        let second = try chain()
        guard !isDateOver else {
            try setDate(of: &rule, nil, first, second, isFromEnd: isFromEnd)
            return true
        }
        guard !isFromEnd, scanner.peek == "-" || scanner.peek == "~" else {
            throw scanner.error(.syntax, "a space or the end must follow the date")
        }
        isFromEnd = scanner.skip("~")
        if !isFromEnd { _ = scanner.skip("-") }
        let third = try chain()
        guard isDateOver else {
            throw scanner.error(.syntax, "a space or the end must follow the date")
        }
        try setDate(of: &rule, first, second, third, isFromEnd: isFromEnd)
        return true
    }

    /// Skips the spaces after a date.
    private var isDateOver: Bool {
        mutating get { scanner.isAtEnd || scanner.skipSpaces() }
    }

    private func setDate(
        of rule: inout CalendarRule,
        _ year: FieldChain?,
        _ month: FieldChain,
        _ day: FieldChain,
        isFromEnd: Bool
    ) throws(TimeSpecError) {
        if let year { rule.years = try year.years() }
        rule.months = UInt16(try month.bits(.month))
        guard isFromEnd else {
            rule.days = UInt32(try day.bits(.day))
            return
        }
        rule.days = 0
        let bits = try day.bits(.dayFromEnd)
        for day in 1...31 where bits >> UInt64(day) & 1 == 1 {
            rule.mirroredDays |= 1 << UInt32(31 - day)
        }
    }

    // MARK: Time

    private mutating func time(of rule: inout CalendarRule) throws(TimeSpecError) {
        rule.isDateOnly = false
        let hour = try chain()
        guard scanner.skip(":") else {
            throw scanner.error(.syntax, "a colon must follow the hour: write one such as 09:00")
        }
        rule.hours = UInt32(try hour.bits(.hour))
        rule.minutes = try chain().bits(.minute)
        if scanner.skip(":") { rule.seconds = try chain(isSecond: true).bits(.second) }
        guard scanner.isAtEnd || scanner.isAtSpace else {
            throw scanner.error(.syntax, "a space or the end must follow the time")
        }
    }

    private mutating func zone() throws(TimeSpecError) -> String? {
        guard !scanner.isAtEnd else { return nil }
        let start = scanner.position
        let name = scanner.take { $0 != " " && $0 != "\t" }
        let isName =
            name.first?.isLetter ?? false
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isDigit || "/_+-".contains($0)) }
        scanner.skipSpaces()
        guard isName, scanner.isAtEnd else {
            throw scanner.error(
                .syntax,
                "only a zone may end the event: write UTC or a name such as Europe/Berlin",
                at: start
            )
        }
        return name
    }

    private mutating func chain(isSecond: Bool = false) throws(TimeSpecError) -> FieldChain {
        try FieldChain(&scanner, allowsFraction: isSecond)
    }
}
