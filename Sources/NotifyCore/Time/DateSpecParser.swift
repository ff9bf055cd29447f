/// The parser of single dates.
struct DateSpecParser {
    private var scanner: SpecScanner
    private let now: Instant

    init(_ text: String, now: Instant) {
        scanner = SpecScanner(text)
        self.now = now
    }

    private static let example =
        "write one such as 09:00, tomorrow 9:00, fri 18:30, in 2 hours or 2027-03-01 09:00"

    mutating func parse(in zone: some ZoneRules) throws(TimeSpecError) -> DateSpec {
        scanner.skipSpaces()
        guard let next = scanner.peek else {
            throw scanner.error(.empty, "the date is empty: \(Self.example)")
        }
        if next.isDigit { return try numbers(in: zone) }
        if next.isLetter { return try words(in: zone) }
        throw scanner.error(.syntax, "no date begins with \"\(next)\": \(Self.example)")
    }

    // MARK: Words

    private mutating func words(in zone: some ZoneRules) throws(TimeSpecError) -> DateSpec {
        let start = scanner.position
        let word = scanner.takeLetters().lowercased()
        let today = WallTime(now, in: zone).date
        switch word {
        case "in":
            return try inSpan()
        case "now":
            throw scanner.error(
                .past,
                "now is past by the time it is read: omit the date to show it at once",
                at: start
            )
        case "yesterday":
            throw scanner.error(.past, "yesterday is past: write today or tomorrow", at: start)
        case "noon", "midnight":
            try requireEnd()
            return try nextTime(
                word == "noon" ? CivilTime(hour: 12, minute: 0) : .midnight,
                in: zone
            )
        case "today", "tomorrow":
            let date = CivilDate(dayNumber: today.dayNumber + (word == "today" ? 0 : 1))
            let time = try trailingTime()
            guard time != nil || word == "tomorrow" else {
                throw scanner.error(
                    .ambiguous,
                    "today needs a time: write one such as today 18:00"
                )
            }
            return try wall(date, time, at: start, in: zone)
        default:
            return try weekday(word, today: today, at: start, in: zone)
        }
    }

    private mutating func inSpan() throws(TimeSpecError) -> DateSpec {
        let micros = try TimeSpan.read(&scanner)
        let date = now.advanced(byMicroseconds: micros)
        guard date <= .distantFuture else {
            throw scanner.error(.outOfRange, "the date is beyond the year 9999", at: 0)
        }
        return .span(micros, from: now)
    }

    private mutating func weekday(
        _ word: String,
        today: CivilDate,
        at start: Int,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        guard let weekday = Names.weekday(named: word) else {
            let names =
                Names.weekdays + Names.months + ["today", "tomorrow", "noon", "midnight", "in"]
            let hint = Suggestion.nearest(to: word, in: names).map { "did you mean \($0)?" }
            throw scanner.error(
                .unknownName,
                "\"\(word)\" is not a date: \(hint ?? Self.example)",
                at: start
            )
        }
        let time = try trailingTime()
        let ahead = (weekday - today.weekday + 7) % 7
        let date = CivilDate(dayNumber: today.dayNumber + ahead)
        let spec = DateSpec(date, at: time)
        if spec.date(after: now, in: zone) != nil { return spec }
        // Today's time is past, so it is the same weekday of next week.
        let later = CivilDate(dayNumber: date.dayNumber + 7)
        return try wall(later, time, at: start, in: zone)
    }

    // MARK: Numbers

    private mutating func numbers(in zone: some ZoneRules) throws(TimeSpecError) -> DateSpec {
        let start = scanner.position
        let digits = scanner.takeDigits()
        switch scanner.peek {
        case ":":
            scanner.move(to: start)
            return try nextTime(try timeAtEnd(), in: zone)
        case "-" where digits.count == 4:
            scanner.move(to: start)
            return try date(at: start, in: zone)
        case "/", ".", "-":
            scanner.move(to: start)
            throw scanner.error(.ambiguous, AmbiguousDate(scanner.rest).refusal)
        case nil:
            if let time = Phrase(digits).flatMap({ DateGrammar.compact.read($0, 0).first?.value }) {
                throw scanner.error(
                    .ambiguous,
                    "\(digits) alone is not a time: write \(time) or at \(digits)",
                    at: start
                )
            }
            throw scanner.error(
                .ambiguous,
                "\(digits) alone can be an hour or a day: write \(digits.count > 2 ? "09" : digits):00 or a date such as 2027-03-01",
                at: start
            )
        default:
            if let error = scanner.twelveHourError(Int(digits), at: start) { throw error }
            throw scanner.error(.syntax, "this is not a date: \(Self.example)", at: start)
        }
    }

    private mutating func date(
        at start: Int,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        var ahead = scanner
        let whole = ahead.rest
        // With an offset at the end the text is an instant.
        let clock = whole.dropFirst(11)
        if clock.contains(where: { "Zz+-".contains($0) }),
            clock.allSatisfy({ $0.isDigit || "Zz+-:.,".contains($0) })
        {
            let instant = try RFC3339.instant(&ahead)
            guard ahead.isAtEnd else {
                throw ahead.error(.syntax, "nothing may follow the offset: end after Z or +01:00")
            }
            guard instant > now else { throw past(at: start, in: zone, instant) }
            return .instant(instant)
        }
        let date = try RFC3339.date(&scanner)
        if scanner.skip("T") || scanner.skip("t") {
            return try wall(date, try timeAtEnd(), at: start, in: zone)
        }
        return try wall(date, try trailingTime(), at: start, in: zone)
    }

    /// Reads a time after a date or a word; nil at the end of the text.
    private mutating func trailingTime() throws(TimeSpecError) -> CivilTime? {
        let hasSpace = scanner.skipSpaces()
        guard !scanner.isAtEnd else { return nil }
        guard hasSpace else {
            throw scanner.error(.syntax, "a space and a time must follow: write one such as 09:00")
        }
        if scanner.skip("noon") {
            try requireEnd()
            return CivilTime(hour: 12, minute: 0)
        }
        return try timeAtEnd()
    }

    /// Reads the time of day at the end of the text.
    private mutating func timeAtEnd() throws(TimeSpecError) -> CivilTime {
        let start = scanner.position
        let time = try time()
        if let error = scanner.twelveHourError(time.hour, time.minute, time.second, at: start) {
            throw error
        }
        try requireEnd()
        return time
    }

    private mutating func time() throws(TimeSpecError) -> CivilTime {
        let start = scanner.position
        let hour = try clockNumber("hour", 0...23)
        guard scanner.skip(":") else {
            if let error = scanner.twelveHourError(hour, at: start) { throw error }
            let isTwice = (1...7).contains(hour) && scanner.position == start + 1
            throw scanner.error(
                .ambiguous,
                isTwice
                    ? DateWords.halfOfDay("\(hour)")
                    : "minutes must follow the hour: write \(hour):00",
                at: isTwice ? start : nil
            )
        }
        let minute = try clockNumber("minute", 0...59)
        let second = scanner.skip(":") ? try clockNumber("second", 0...59) : 0
        return CivilTime(hour: hour, minute: minute, second: second)
    }

    private mutating func clockNumber(
        _ name: String,
        _ range: ClosedRange<Int>
    ) throws(TimeSpecError) -> Int {
        let start = scanner.position
        let digits = scanner.takeDigits()
        guard let number = Int(digits), digits.count <= 2, digits.count == 2 || name == "hour"
        else {
            let example =
                digits.count == 1 ? "0\(digits) instead of \(digits)" : "one such as 09:00"
            throw scanner.error(
                .syntax,
                "the \(name) needs two digits: write \(example)",
                at: start
            )
        }
        guard range.contains(number) else {
            throw scanner.error(
                .outOfRange,
                "\(name) \(number) does not exist: write \(range.lowerBound) to \(range.upperBound)",
                at: start
            )
        }
        return number
    }

    private mutating func requireEnd() throws(TimeSpecError) {
        scanner.skipSpaces()
        guard scanner.isAtEnd else {
            throw scanner.error(
                .syntax,
                "nothing may follow the time: give a zone with --tz, or an offset as in 2027-03-01T09:00:00+01:00"
            )
        }
    }

    // MARK: Results

    /// Returns the first day, from today, on which a time is in the future.
    private func nextTime(
        _ time: CivilTime,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        let today = WallTime(now, in: zone).date.dayNumber
        // A whole day can be missing in a zone.
        for day in 0...2 {
            let spec = DateSpec(CivilDate(dayNumber: today + day), at: time)
            if spec.date(after: now, in: zone) != nil { return spec }
        }
        throw scanner.error(.past, "no later date has this time: write a date", at: 0)
    }

    private func wall(
        _ date: CivilDate,
        _ time: CivilTime?,
        at place: Int,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        let spec = DateSpec(date, at: time)
        if spec.date(after: now, in: zone) != nil { return spec }
        guard let date = spec.date(after: .distantPast, in: zone) else {
            throw scanner.error(
                .never,
                "\(Names.date(date)) was left out of the calendar in \(zone.identifier): write another day",
                at: place
            )
        }
        throw past(at: place, in: zone, date)
    }

    private func past(
        at place: Int,
        in zone: some ZoneRules,
        _ date: Instant
    ) -> TimeSpecError {
        scanner.error(
            .past,
            "\(RFC3339.string(date, in: zone)) is past: write a later date",
            at: place
        )
    }
}
