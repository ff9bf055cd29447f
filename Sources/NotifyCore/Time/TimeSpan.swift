import DesktopTexts

/// A span of time as text, such as `1h30m`, `0.5s` or `2 days`.
package struct TimeSpan: Hashable, Sendable {
    /// The length in microseconds, always more than zero.
    package let microseconds: Int64

    /// Parses a span: numbers with units that add up.
    ///
    /// Fractions of microseconds round up, so that nothing is early.
    package init(_ text: String) throws(TimeSpecError) {
        var scanner = SpecScanner(text)
        microseconds = try Self.read(&scanner)
    }

    private static let example = "write one such as 90s, 1h30m or 2 days"

    /// Parses a span up to the end of the text.
    static func read(_ scanner: inout SpecScanner) throws(TimeSpecError) -> Int64 {
        scanner.skipSpaces()
        let start = scanner.position
        guard !scanner.isAtEnd else {
            throw scanner.error(.empty, "the duration is empty: \(example)")
        }
        var total: Int64 = 0
        var parts = 0
        while !scanner.isAtEnd {
            let partStart = scanner.position
            if scanner.peek == "-" {
                throw scanner.error(.outOfRange, "a duration cannot be negative: omit the -")
            }
            _ = parts == 0 && scanner.skip("+")
            let amount = try Amount(&scanner)
            scanner.skipSpaces()
            let unitStart = scanner.position
            let word = scanner.take { $0.isLetter }
            guard !word.isEmpty || amount.isZero else {
                guard parts == 0, scanner.isAtEnd else {
                    throw scanner.error(
                        .syntax,
                        "a unit must follow the number: write s, min, h, d or w",
                        at: unitStart
                    )
                }
                throw scanner.error(
                    .ambiguous,
                    "\(amount) alone can be seconds or minutes: write \(amount)s or \(amount)min",
                    at: partStart
                )
            }
            guard word != "M" else {
                throw scanner.error(
                    .ambiguous,
                    "M means months to some programs: write min for minutes, or days",
                    at: unitStart
                )
            }
            guard let unit = word.isEmpty ? 1_000_000 : length(ofUnit: word) else {
                if ["month", "months", "year", "years"].contains(word) {
                    let units = word.hasPrefix("m") ? "months" : "years"
                    throw scanner.error(
                        .unknownName,
                        "\(units) differ in length: write days or weeks",
                        at: unitStart
                    )
                }
                let hint = Suggestion.nearest(to: word, in: unitNames).map { "did you mean \($0)?" }
                throw scanner.error(
                    .unknownName,
                    "\"\(word)\" is not a unit: \(hint ?? "write s, min, h, d or w")",
                    at: unitStart
                )
            }
            guard let part = amount.times(unit) else { throw tooLong(scanner, partStart) }
            let (sum, overflow) = total.addingReportingOverflow(part)
            // Instants cover ten thousand years.
            guard !overflow, sum <= 315_576_000_000_000_000 else {
                throw tooLong(scanner, partStart)
            }
            total = sum
            parts += 1
            scanner.skipSpaces()
        }
        guard total > 0 else {
            throw scanner.error(
                .outOfRange,
                "a duration must be longer than zero: write 1s or more",
                at: start
            )
        }
        return total
    }

    private static func tooLong(_ scanner: SpecScanner, _ place: Int) -> TimeSpecError {
        scanner.error(
            .outOfRange,
            "the duration is longer than 10,000 years: write a shorter one",
            at: place
        )
    }

    private static let unitNames = [
        "us", "ms", "min", "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day",
        "weeks", "week",
    ]

    /// Returns the microseconds of a unit; months and years vary and are not supported.
    static func length(ofUnit word: String) -> Int64? {
        switch word.lowercased() {
        case "us", "usec", "\u{B5}s", "\u{3BC}s": 1
        case "ms", "msec": 1000
        case "s", "sec", "secs", "second", "seconds": 1_000_000
        case "m", "min", "mins", "minute", "minutes": 60_000_000
        case "h", "hr", "hrs", "hour", "hours": 3_600_000_000
        case "d", "day", "days": 86_400_000_000
        case "w", "wk", "wks", "week", "weeks": 604_800_000_000
        default: nil
        }
    }

    /// A decimal number without the rounding of binary fractions.
    private struct Amount: CustomStringConvertible {
        private var whole: Int64
        private var fraction: String

        var isZero: Bool { whole == 0 && fraction.allSatisfy { $0 == "0" } }

        var description: String { fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)" }

        init(_ scanner: inout SpecScanner) throws(TimeSpecError) {
            let start = scanner.position
            let digits = scanner.takeDigits()
            fraction = scanner.skip(".") ? scanner.takeDigits() : ""
            guard !digits.isEmpty || !fraction.isEmpty else {
                throw scanner.error(.syntax, "a number is expected here: \(example)", at: start)
            }
            guard let number = Int64(digits.isEmpty ? "0" : digits) else {
                throw tooLong(scanner, start)
            }
            whole = number
        }

        /// The product, rounded up.
        func times(_ unit: Int64) -> Int64? {
            let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
            guard !overflow else { return nil }
            var micros: Int64 = 0
            var rest: Int64 = 0
            // Twelve digits of a week are below a microsecond; of further ones only matters whether they are zero.
            let head = fraction.prefix(12)
            var scale: Int64 = 1
            for digit in head {
                scale *= 10
                rest = rest * 10 + Int64(digit.wholeNumberValue ?? 0)
            }
            let scaled = rest.multipliedFullWidth(by: unit)
            let division = scale.dividingFullWidth(scaled)
            micros = division.quotient
            let isRounded =
                division.remainder > 0 || fraction.dropFirst(12).contains { $0 != "0" }
            let (sum, carry) = product.addingReportingOverflow(micros + (isRounded ? 1 : 0))
            return carry ? nil : sum
        }
    }
}

extension TimeSpan: CustomStringConvertible {
    /// The length in words, such as `1 h 30 min`.
    package var description: String {
        var rest = microseconds
        var words: [String] = []
        let units: [(Int64, String)] = [
            (604_800_000_000, "w"), (86_400_000_000, "d"), (3_600_000_000, "h"),
            (60_000_000, "min"), (1_000_000, "s"), (1000, "ms"), (1, "us"),
        ]
        for (unit, name) in units where rest >= unit {
            words.append("\(rest / unit) \(name)")
            rest %= unit
        }
        return words.joined(separator: " ")
    }

    /// The length in the user's language; one with less than a second as ``description`` has it.
    package var localWords: String {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        // In English the words are those that the command writes, which have weeks.
        guard rest == 0, Translations.isTranslated else { return description }
        return RelativeTime.signs(seconds: Int(seconds))
    }

    /// Makes a span from microseconds; nil unless it is more than zero.
    package init?(microseconds: Int64) {
        guard microseconds > 0 else { return nil }
        self.microseconds = microseconds
    }
}
