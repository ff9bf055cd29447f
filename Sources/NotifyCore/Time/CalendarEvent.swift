/// A calendar event in the grammar of systemd.time, such as `Mon *-*~7/1 08:00 Europe/Berlin`.
public struct CalendarEvent: Hashable, Sendable {
    /// The rule of the event.
    public let rule: CalendarRule
    /// The zone at the end of the text; nil where there is none.
    public let zoneIdentifier: String?

    /// Reads an event.
    ///
    /// - Throws: what is wrong and in which column. A rule that can never match is not refused here;
    ///   see `CalendarRule.checked()`.
    public init(_ text: String) throws(TimeSpecError) {
        var parser = CalendarEventParser(text)
        (rule, zoneIdentifier) = try parser.parse()
    }

    /// Whether a text may name a zone, or stand for one day in UTC: its last word begins with a letter, or with @.
    ///
    /// This is quicker to find out than the zone, and most texts name none.
    static func mayNameZone(_ text: String) -> Bool {
        let word = text.utf8.reversed().drop(while: \.isBlank).prefix { !$0.isBlank }
        guard let first = word.last else { return false }
        return !first.isASCIIDigit && first != UInt8(ascii: "*")
    }

    /// The words that are a whole event, the commonest spelling of each.
    public static let words = [
        "minutely", "hourly", "daily", "weekly", "monthly", "quarterly", "semiannually", "yearly",
    ]

    /// As many letters the shortest of the words has.
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

    /// The rule of a word such as `daily`; nil where the word is none.
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
