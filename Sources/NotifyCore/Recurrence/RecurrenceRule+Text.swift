extension RecurrenceRule {
    /// The maximum length of a rule, in bytes.
    private static let maxLength = 4_096
    static let weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// Reads a rule, such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`, also after `RRULE:`.
    package init(_ text: String) throws(TimeSpecError) {
        guard text.utf8.count <= Self.maxLength else {
            throw TimeSpecError(
                .outOfRange,
                "the rule has \(text.utf8.count) bytes, more than the \(Self.maxLength) allowed",
                wayOut: "shorten it"
            )
        }
        let upper = text.uppercased()
        var parts = Parts(upper.hasPrefix("RRULE:") ? upper.dropFirst(6) : upper[...])
        guard let name = try parts.single("FREQ") else {
            throw TimeSpecError(
                .syntax,
                "FREQ is missing",
                wayOut: "begin with it, as in FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"
            )
        }
        guard let frequency = Frequency(rawValue: name) else {
            let names = Frequency.allCases.map(\.rawValue).joined(separator: ", ")
            throw TimeSpecError(.unknownName, "FREQ=\(name) is not one of \(names)")
        }
        self.init(frequency, interval: try parts.number("INTERVAL", 1...Int(Int32.max)) ?? 1)
        if let count = try parts.number("COUNT", 1...Self.maxCount) { end = .count(count) }
        if let until = try parts.single("UNTIL") {
            guard end == nil else {
                throw TimeSpecError(
                    .contradiction,
                    "COUNT and UNTIL are both an end",
                    wayOut: "keep one of them"
                )
            }
            end = try Self.until(until)
        }
        seconds = try parts.numbers("BYSECOND", 0...60)
        minutes = try parts.numbers("BYMINUTE", 0...59)
        hours = try parts.numbers("BYHOUR", 0...23)
        weekdays = try parts.take("BYDAY").map(Self.weekday)
        monthDays = try parts.numbers("BYMONTHDAY", 1...31, orFromEnd: true)
        yearDays = try parts.numbers("BYYEARDAY", 1...366, orFromEnd: true)
        weeks = try parts.numbers("BYWEEKNO", 1...53, orFromEnd: true)
        months = try parts.numbers("BYMONTH", 1...12)
        positions = try parts.numbers("BYSETPOS", 1...366, orFromEnd: true)
        if let name = try parts.single("WKST") {
            let day = try Self.weekday(name)
            guard day.ordinal == 0 else {
                throw TimeSpecError(.outOfRange, "WKST=\(name) is not a weekday such as MO")
            }
            weekStart = day.weekday
        }
        let skip = try parts.single("SKIP")
        try parts.finish()
        try checkTogether()
        try check(skip: skip)
    }

    /// Refuses parts that the RFC does not allow together.
    private func checkTogether() throws(TimeSpecError) {
        let name = "FREQ=\(frequency.rawValue)"
        if !weeks.isEmpty, frequency != .yearly {
            throw TimeSpecError(
                .contradiction,
                "BYWEEKNO does not go with \(name), only with FREQ=YEARLY"
            )
        }
        if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            throw TimeSpecError(
                .contradiction,
                "BYYEARDAY does not go with \(name)",
                wayOut: "write FREQ=YEARLY"
            )
        }
        if !monthDays.isEmpty, frequency == .weekly {
            throw TimeSpecError(
                .contradiction,
                "BYMONTHDAY does not go with \(name)",
                wayOut: "write FREQ=MONTHLY or FREQ=DAILY"
            )
        }
        if let day = weekdays.first(where: { $0.ordinal != 0 }),
            ![.monthly, .yearly].contains(frequency) || !weeks.isEmpty
        {
            throw TimeSpecError(
                .contradiction,
                "BYDAY=\(Self.text(of: day)) does not go with \(weeks.isEmpty ? name : "BYWEEKNO")",
                wayOut: "leave out the number"
            )
        }
        let others = [
            seconds, minutes, hours, monthDays, yearDays, weeks, months, weekdays.map(\.weekday),
        ]
        if !positions.isEmpty, others.allSatisfy(\.isEmpty) {
            throw TimeSpecError(
                .contradiction,
                "BYSETPOS chooses among the dates of another part",
                wayOut: "add one such as BYDAY"
            )
        }
    }

    /// Refuses what RFC 7529 says about days that a month does not have, with the rule of RFC 5545 that means the same.
    private func check(skip: String?) throws(TimeSpecError) {
        guard let skip, skip != "OMIT" else { return }
        let advice: String
        switch Skip(rawValue: skip) {
        case nil: advice = "OMIT, BACKWARD and FORWARD are known"
        case .backward?:
            advice =
                moving(.backward, from: nil).map { "write \($0.text)" }
                ?? "write BYMONTHDAY=-1 for the last day of each month"
        case .forward?:
            advice =
                moving(.forward, from: nil).map { "write \($0.text)" }
                ?? "write the first day of the next month as a day of the year, as in "
                + "FREQ=YEARLY;BYYEARDAY=60 for 29 February, or else 1 March"
        }
        throw TimeSpecError(.unsupported, "SKIP=\(skip) is not supported", wayOut: advice)
    }

    private static func until(_ text: String) throws(TimeSpecError) -> End {
        if text.hasSuffix("Z"), let wall = WallTime(basic: text.dropLast()) {
            return .instant(Instant(seconds: wall.localSecond))
        }
        if let wall = WallTime(basic: text[...]) { return .wall(wall) }
        if let day = CivilDate(basic: text[...]) { return .day(day) }
        throw TimeSpecError(
            .syntax,
            "UNTIL=\(text) is not a date",
            wayOut: "write it as 20271231, 20271231T140000 or 20271231T130000Z"
        )
    }

    private static func weekday(_ text: String) throws(TimeSpecError) -> Weekday {
        guard let day = weekdayNames.firstIndex(of: String(text.suffix(2))) else {
            throw TimeSpecError(
                .unknownName,
                "\(text.quoted) is not a weekday",
                wayOut: "write MO, TU, WE, TH, FR, SA or SU"
            )
        }
        let number = text.dropLast(2)
        guard !number.isEmpty else { return Weekday(day + 1) }
        guard let ordinal = Int(number), (1...53).contains(ordinal.magnitude) else {
            throw TimeSpecError(
                .outOfRange,
                "\(text.quoted) is not a weekday with a number, such as 2TU or -1FR"
            )
        }
        return Weekday(day + 1, ordinal: ordinal)
    }

    private static func text(of day: Weekday) -> String {
        let name =
            weekdayNames.indices.contains(day.weekday - 1) ? weekdayNames[day.weekday - 1] : ""
        return (day.ordinal == 0 ? "" : "\(day.ordinal)") + name
    }

    /// The rule as text, which reads back as the same rule.
    package var text: String {
        var text = "FREQ=\(frequency.rawValue)"
        switch end {
        case nil: break
        case .count(let count): text += ";COUNT=\(count)"
        case .day(let day): text += ";UNTIL=\(day.basicText)"
        case .wall(let wall): text += ";UNTIL=\(wall.basicText)"
        case .instant(let instant):
            text += ";UNTIL=\(WallTime(instant, in: FixedZone.utc).basicText)Z"
        }
        if interval != 1 { text += ";INTERVAL=\(interval)" }
        let numbers = [
            ("BYMONTH", months), ("BYWEEKNO", weeks), ("BYYEARDAY", yearDays),
            ("BYMONTHDAY", monthDays),
        ]
        for (name, values) in numbers { text += Self.part(name, values) }
        if !weekdays.isEmpty {
            text += ";BYDAY=\(weekdays.map(Self.text(of:)).joined(separator: ","))"
        }
        let rest = [
            ("BYHOUR", hours), ("BYMINUTE", minutes), ("BYSECOND", seconds),
            ("BYSETPOS", positions),
        ]
        for (name, values) in rest { text += Self.part(name, values) }
        if weekStart != 2 { text += ";WKST=\(Self.text(of: Weekday(weekStart)))" }
        return text
    }

    private static func part(_ name: String, _ values: [Int]) -> String {
        values.isEmpty ? "" : ";\(name)=\(values.map(String.init).joined(separator: ","))"
    }

    /// The parts of a rule that were not read yet.
    private struct Parts {
        private var values: [String: [String]] = [:]
        private var failure: TimeSpecError?

        init(_ text: Substring) {
            for part in text.split(separator: ";") {
                let halves = part.split(separator: "=", maxSplits: 1)
                guard halves.count == 2 else {
                    failure =
                        failure
                        ?? TimeSpecError(.syntax, "\(String(part).quoted) is not NAME=VALUE")
                    continue
                }
                let name = halves[0].filter { !$0.isWhitespace }
                let list = halves[1].split(separator: ",", omittingEmptySubsequences: false)
                    .map { $0.filter { !$0.isWhitespace } }
                if values.updateValue(list, forKey: name) != nil {
                    failure = failure ?? TimeSpecError(.duplicate, "\(name) is given twice")
                }
            }
        }

        /// Returns the values of a part, which then counts as read.
        mutating func take(_ name: String) throws(TimeSpecError) -> [String] {
            if let failure { throw failure }
            return values.removeValue(forKey: name) ?? []
        }

        mutating func single(_ name: String) throws(TimeSpecError) -> String? {
            let list = try take(name)
            guard list.count <= 1 else {
                throw TimeSpecError(
                    .syntax,
                    "\(name)=\(list.joined(separator: ",")) is a list",
                    wayOut: "write one value"
                )
            }
            return list.first
        }

        mutating func number(
            _ name: String,
            _ range: ClosedRange<Int>
        ) throws(TimeSpecError) -> Int? {
            try single(name).map { text throws(TimeSpecError) in
                guard let number = Int(text), range.contains(number) else {
                    throw TimeSpecError(
                        .outOfRange,
                        "\(name)=\(text) is not a number from \(range.lowerBound) to \(range.upperBound)"
                    )
                }
                return number
            }
        }

        mutating func numbers(
            _ name: String,
            _ range: ClosedRange<Int>,
            orFromEnd: Bool = false
        ) throws(TimeSpecError) -> [Int] {
            try take(name).map { text throws(TimeSpecError) in
                guard let number = Int(text),
                    range.contains(number) || orFromEnd && range.contains(0 - max(number, -999))
                else {
                    let ends = orFromEnd ? ", or negative from the end" : ""
                    throw TimeSpecError(
                        .outOfRange,
                        "\(text.quoted) of \(name) is not a number from \(range.lowerBound) to "
                            + "\(range.upperBound)\(ends)"
                    )
                }
                return number
            }
        }

        /// Refuses what was not read.
        mutating func finish() throws(TimeSpecError) {
            // RFC 7529: other calendars.
            if let scale = try single("RSCALE"), scale != "GREGORIAN" {
                throw TimeSpecError(
                    .unsupported,
                    "RSCALE=\(scale) is not supported",
                    wayOut: "only GREGORIAN is"
                )
            }
            if let name = values.keys.min() {
                throw TimeSpecError(.unknownName, "the part \(name.quoted) is unknown")
            }
        }
    }
}

extension CivilDate {
    /// The date as iCalendar writes it, such as `20270301`.
    package var basicText: String { "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))" }

    /// Reads a date as `basicText` writes it; `nil` if it is none, or does not exist.
    init?(basic text: Substring) {
        guard text.utf8.count == 8, text.utf8.allSatisfy(\.isASCIIDigit),
            let year = Int(text.prefix(4)), let month = Int(text.dropFirst(4).prefix(2)),
            let day = Int(text.suffix(2)), year > 0
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard exists else { return nil }
    }
}

extension WallTime {
    /// The wall time as iCalendar writes it, such as `20270301T090000`.
    package var basicText: String {
        "\(date.basicText)T\(padded(time.hour, 2))\(padded(time.minute, 2))\(padded(time.second, 2))"
    }

    /// Reads a wall time as `basicText` writes it; `nil` if it is none.
    init?(basic text: Substring) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let date = CivilDate(basic: halves[0]), halves[1].utf8.count == 6,
            halves[1].utf8.allSatisfy(\.isASCIIDigit), let hour = Int(halves[1].prefix(2)),
            let minute = Int(halves[1].dropFirst(2).prefix(2)),
            let second = Int(halves[1].suffix(2)),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        // A leap second is the last one of its minute.
        self.init(
            date: date,
            time: CivilTime(hour: hour, minute: minute, second: min(second, 59))
        )
    }
}
