/// A parsed recurrence rule of RFC 5545, section 3.3.10.
package struct RecurrenceRule: Hashable, Sendable {
    /// The frequency of a rule.
    package enum Frequency: String, Hashable, Sendable, CaseIterable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        /// Whether it is shorter than a day.
        var isWithinDay: Bool { self == .secondly || self == .minutely || self == .hourly }
    }

    /// The frequency.
    package let frequency: Frequency
    /// The number of periods between dates, at least 1.
    package let interval: Int
    /// The number of dates; `nil` for no limit.
    package let count: Int?
    /// The value of `UNTIL`, unparsed; `nil` for no end.
    package let until: String?
    /// The other parts by their names, such as `BYDAY`.
    let parts: [String: [String]]

    private static let known: Set = [
        "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH",
        "BYSETPOS", "WKST", "RSCALE", "SKIP",
    ]

    /// Reads a rule.
    ///
    /// - Throws: ``TimeSpecError`` that names the invalid part.
    package init(_ text: String) throws(TimeSpecError) {
        var values: [String: [String]] = [:]
        for part in text.split(separator: ";") {
            let halves = part.split(separator: "=", maxSplits: 1).map { String($0).uppercased() }
            guard halves.count == 2 else {
                throw TimeSpecError(.syntax, "RRULE: \(String(part).quoted) is not NAME=VALUE")
            }
            let list = halves[1].split(separator: ",").map(String.init)
            guard values.updateValue(list, forKey: halves[0]) == nil else {
                throw TimeSpecError(.duplicate, "RRULE: \(halves[0]) is given twice")
            }
        }
        guard let frequency = values.removeValue(forKey: "FREQ")?.first.flatMap(Frequency.init)
        else {
            throw TimeSpecError(.syntax, "RRULE: FREQ is missing or unknown")
        }
        self.frequency = frequency
        interval = try Self.number(values.removeValue(forKey: "INTERVAL"), "INTERVAL") ?? 1
        count = try Self.number(values.removeValue(forKey: "COUNT"), "COUNT")
        until = values.removeValue(forKey: "UNTIL")?.first
        if let unknown = values.keys.sorted().first(where: { !Self.known.contains($0) }) {
            throw TimeSpecError(.unknownName, "RRULE: the part \(unknown.quoted) is unknown")
        }
        parts = values
    }

    private static func number(_ values: [String]?, _ name: String) throws(TimeSpecError) -> Int? {
        guard let values else { return nil }
        guard values.count == 1, let number = Int(values[0]), number > 0, number < 1 << 31 else {
            throw TimeSpecError(.outOfRange, "RRULE: \(name) is not a number from 1")
        }
        return number
    }

    /// The rule as text, without `UNTIL`.
    package var textWithoutUntil: String {
        var text = "FREQ=\(frequency.rawValue)"
        if interval != 1 { text += ";INTERVAL=\(interval)" }
        if let count { text += ";COUNT=\(count)" }
        for (name, values) in parts.sorted(by: { $0.key < $1.key }) {
            text += ";\(name)=\(values.joined(separator: ","))"
        }
        return text
    }
}
