/// A calendar event in the grammar of systemd.time, such as `Mon *-*~7/1 08:00 Europe/Berlin`.
package struct CalendarEvent: Hashable, Sendable {
    /// The rule of the event.
    package let rule: CalendarRule
    /// The zone at the end of the text; nil for none.
    package let zoneIdentifier: String?

    /// Reads an event.
    ///
    /// - Throws: the error with its column. A rule that can never match is accepted; see
    ///   `CalendarRule.checked()`.
    package init(_ text: String) throws(TimeSpecError) {
        var parser = CalendarEventParser(text)
        (rule, zoneIdentifier) = try parser.parse()
    }

    /// Returns whether a text may contain a zone or a UTC timestamp: its last word begins with a letter or @.
    ///
    /// This is faster than looking up the zone, and most texts have none.
    static func mayNameZone(_ text: String) -> Bool {
        let word = text.utf8.reversed().drop(while: \.isBlank).prefix { !$0.isBlank }
        guard let first = word.last else { return false }
        return !first.isASCIIDigit && first != UInt8(ascii: "*")
    }

    /// The words that are a whole event, in their common spelling.
    package static let words = [
        "minutely", "hourly", "daily", "weekly", "monthly", "quarterly", "semiannually", "yearly",
    ]

    /// The length of the shortest of these words.
    static let shortestWord = 5

    static let shorthands: [String: (months: UInt16, monday: Bool, firstDay: Bool)] = [
        "daily": (CalendarRule.everyMonth, false, false),
        "weekly": (CalendarRule.everyMonth, true, false),
        "monthly": (CalendarRule.everyMonth, false, true),
        "quarterly": (1 << 1 | 1 << 4 | 1 << 7 | 1 << 10, false, true),
        "semiannually": (1 << 1 | 1 << 7, false, true),
        "semi-annually": (1 << 1 | 1 << 7, false, true),
        "biannually": (1 << 1 | 1 << 7, false, true),
        "bi-annually": (1 << 1 | 1 << 7, false, true),
        "yearly": (1 << 1, false, true),
        "annually": (1 << 1, false, true),
    ]

    /// Returns the rule of a word such as `daily`; nil for other words.
    static func shorthand(_ word: String) -> CalendarRule? {
        var rule = CalendarRule()
        switch word {
        case "minutely", "hourly":
            rule.hours = CalendarRule.everyHour
            if word == "minutely" { rule.minutes = CalendarRule.everyMinute }
        default:
            guard let entry = shorthands[word] else { return nil }
            rule.isDateOnly = true
            rule.months = entry.months
            if entry.monday { rule.weekdays = 1 << 2 }
            if entry.firstDay { rule.days = 1 << 1 }
        }
        return rule
    }
}
