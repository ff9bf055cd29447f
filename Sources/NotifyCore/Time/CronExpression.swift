/// The five fields of a cron line, such as `0 9 * * 1-5`, or a word such as `@daily`.
package struct CronExpression: Hashable, Sendable {
    /// The rule of the expression.
    package let rule: CalendarRule

    /// Reads an expression.
    ///
    /// If both day of month and day of week are given, a day matches by either, as in cron; if one of the two
    /// begins with a star, both must match.
    ///
    /// - Throws: the error with its column. A rule that can never match is accepted; see
    ///   `CalendarRule.checked()`.
    package init(_ text: String) throws(TimeSpecError) {
        var scanner = SpecScanner(text)
        scanner.skipSpaces()
        if scanner.peek == "@" {
            rule = try Self.word(&scanner)
            return
        }
        var rule = CalendarRule()
        let minute = try CronField(.minute, &scanner)
        let hour = try CronField(.hour, &scanner)
        let day = try CronField(.day, &scanner)
        let month = try CronField(.month, &scanner)
        let weekday = try CronField(.weekday, &scanner)
        guard scanner.isAtEnd else {
            throw scanner.error(
                .syntax,
                "cron has five fields: end after the day of the week, and give the zone with --tz"
            )
        }
        rule.minutes = minute.bits
        rule.hours = UInt32(hour.bits)
        rule.days = UInt32(day.bits)
        rule.months = UInt16(month.bits)
        // cron counts Sunday as 0 and 7.
        let week = (weekday.bits | weekday.bits >> 7) & 0x7F
        rule.weekdays = UInt8(week << 1)
        rule.matchesEitherDay = !day.beginsWithStar && !weekday.beginsWithStar
        self.rule = rule.proven(
            otherwise: TimeSpecError(
                .never,
                "no month of this expression has such a day: choose a day that its months have"
            )
        )
    }

    private static let words = [
        "hourly", "daily", "midnight", "weekly", "monthly", "yearly", "annually",
    ]

    private static func word(_ scanner: inout SpecScanner) throws(TimeSpecError) -> CalendarRule {
        let start = scanner.position
        _ = scanner.skip("@")
        let word = scanner.takeLetters().lowercased()
        scanner.skipSpaces()
        guard scanner.isAtEnd else {
            throw scanner.error(.syntax, "nothing may follow @\(word)")
        }
        var rule = CalendarRule()
        rule.isDateOnly = word != "hourly"
        switch word {
        case "hourly": rule.hours = CalendarRule.everyHour
        case "daily", "midnight": break
        case "weekly": rule.weekdays = 1 << 1
        case "monthly": rule.days = 1 << 1
        case "yearly", "annually":
            rule.months = 1 << 1
            rule.days = 1 << 1
        case "reboot":
            throw scanner.error(
                .unsupported,
                "@reboot names no time of the calendar: write @daily or five fields",
                at: start
            )
        default:
            let hint = Suggestion.nearest(to: word, in: words).map { "did you mean @\($0)?" }
            throw scanner.error(
                .unknownName,
                "@\(word) is not a word of cron: \(hint ?? "write @daily or five fields")",
                at: start
            )
        }
        return rule
    }
}
