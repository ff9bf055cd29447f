import NotifyCore

/// Reads recurrence rules as programs write them: what is evident, with notes about the rest.
struct WrittenRule {
    /// The rule.
    private(set) var rule: RecurrenceRule
    /// A second end, of which the earlier one counts.
    private(set) var otherEnd: RecurrenceRule.End?
    /// Whether an earlier version of this program found other dates in it.
    private(set) var isReadOtherwise = false
    /// What is left out or read otherwise, and why.
    private(set) var notes: [String] = []

    /// The parts in an order in which each is understood with those before it.
    private static let order = [
        "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY",
        "BYDAY", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS",
    ]
    private static let times: Set = ["BYHOUR", "BYMINUTE", "BYSECOND"]

    /// Reads a rule.
    ///
    /// - Throws: ``NotifyCore/TimeSpecError`` if it has no frequency that is known.
    init(_ text: String, from start: CalendarTime) throws(TimeSpecError) {
        var notes: [String] = []
        var parts = Self.parts(text, &notes)
        let frequency = parts.removeValue(forKey: "FREQ")?.first ?? ""
        let first = "FREQ=\(start.isDay ? Self.days(frequency, &notes) : frequency)"
        rule = try RecurrenceRule(frequency.isEmpty ? text : first)
        if let scale = parts.removeValue(forKey: "RSCALE")?.first {
            rule = try RecurrenceRule("\(first);RSCALE=\(scale)")
        }
        var accepted = first
        let skip = parts.removeValue(forKey: "SKIP")?.first
        if parts["COUNT"] != nil, let until = parts["UNTIL"]?.first {
            // Both are ends.
            parts["UNTIL"] = nil
            otherEnd = try? RecurrenceRule("\(first);UNTIL=\(Self.until(until))").end
            notes.append("COUNT and UNTIL are both an end; the earlier one counts")
        }
        for name in Self.order + parts.keys.filter({ !Self.order.contains($0) }).sorted() {
            guard let values = parts[name] else { continue }
            if start.isDay, Self.times.contains(name) {
                notes.append("\(name) does not go with a date without a time; it is left out")
                continue
            }
            Self.add(name, values, to: &accepted, &rule, &notes)
        }
        if start.isDay {
            let end = rule.end
            rule.end = rule.end.map(Self.dayEnd)
            isReadOtherwise = end != rule.end
            otherEnd = otherEnd.map(Self.dayEnd)
        }
        // As other programs read it: once a year.
        if rule.isEachMonthOfYears {
            rule.months = [start.wall.date.month]
            isReadOtherwise = true
        }
        if let skip { move(skip, from: start) }
        self.notes = notes + self.notes
        if !self.notes.isEmpty { isReadOtherwise = true }
    }

    /// Adds what is understood of a part.
    private static func add(
        _ name: String,
        _ values: [String],
        to accepted: inout String,
        _ rule: inout RecurrenceRule,
        _ notes: inout [String]
    ) {
        func accept(_ values: [String]) throws(TimeSpecError) {
            let text = "\(accepted);\(name)=\(values.joined(separator: ","))"
            rule = try RecurrenceRule(text)
            accepted = text
        }
        do throws(TimeSpecError) {
            return try accept(values)
        } catch {
            let reason = error.reason
            var good: [String] = []
            for value in values {
                let found = readings(of: value, in: name).first { reading in
                    let all = (good + [reading]).joined(separator: ",")
                    return (try? RecurrenceRule("\(accepted);\(name)=\(all)")) != nil
                }
                if let found { good.append(found) }
            }
            guard !good.isEmpty, (try? accept(good)) != nil else {
                notes.append("\(reason); it is left out")
                return
            }
            let whole = "\(name)=\(values.joined(separator: ","))"
            notes.append("\(reason); \(whole.shortened) is read as \(good.joined(separator: ","))")
        }
    }

    /// Returns what a value may mean, what is written first.
    private static func readings(of value: String, in name: String) -> [String] {
        switch name {
        case "COUNT" where (Int(value) ?? 0) > RecurrenceRule.maxCount:
            return [value, "\(RecurrenceRule.maxCount)"]
        case "UNTIL": return [value, until(value)]
        case "WKST", "BYDAY":
            let number = value.prefix { $0.isNumber || $0 == "+" || $0 == "-" }
            let weekday = value.dropFirst(number.count).prefix(2)
            return [value, "\(number)\(weekday)", "\(weekday)"]
        default: return [value]
        }
    }

    /// Returns a date as RFC 5545 writes it; the text itself if it is none.
    private static func until(_ text: String) -> String {
        if let date = WrittenDate.basic(text) { return date }
        // A day that its month does not have means the last one.
        for back in 1...3 {
            let day = text.prefix(8)
            guard day.count == 8, let number = Int(day.suffix(2)), number <= 31 else { break }
            let earlier = "\(day.prefix(6))\(number - back)\(text.dropFirst(8))"
            if let date = WrittenDate.basic(earlier) { return date }
        }
        return text
    }

    /// Returns the end of a series of days, which is a day.
    private static func dayEnd(_ end: RecurrenceRule.End) -> RecurrenceRule.End {
        switch end {
        case .count, .day: return end
        case .wall(let wall): return .day(wall.date)
        case .instant(let instant):
            // The last second of a day is that before a midnight.
            let isLast = instant.seconds % 60 == 59
            let wall = WallTime(
                Instant(seconds: instant.seconds + (isLast ? 1 : 0)),
                in: FixedZone.utc
            )
            let day = WrittenDate.day(CalendarTime(wall: wall, isDay: false, zone: .utc))
            return .day(isLast ? CivilDate(dayNumber: day.dayNumber - 1) : day)
        }
    }

    /// Returns the frequency of a series of days.
    private static func days(_ frequency: String, _ notes: inout [String]) -> String {
        guard ["HOURLY", "MINUTELY", "SECONDLY"].contains(frequency) else { return frequency }
        notes.append(
            "FREQ=\(frequency) does not go with a date without a time; it is read as DAILY"
        )
        return "DAILY"
    }

    /// Moves the days that a month does not have (RFC 7529).
    private mutating func move(_ skip: String, from start: CalendarTime) {
        guard skip != "OMIT" else { return }
        if let found = RecurrenceRule.Skip(rawValue: skip),
            let moved = rule.moving(found, from: start.wall.date)
        {
            rule = moved
        } else {
            notes.append("SKIP=\(skip) is not supported; it is left out")
        }
    }

    /// Takes a rule apart.
    private static func parts(_ text: String, _ notes: inout [String]) -> [String: [String]] {
        let plain = text.uppercased().filter { !$0.isWhitespace && $0 != "\\" }
        if text.contains("\\") { notes.append("it has a \\; that is left out") }
        var body = plain.hasPrefix("RRULE:") ? plain.dropFirst(6) : plain[...]
        // A comma before NAME= ends a part.
        let pieces = body.split(separator: ",", omittingEmptySubsequences: false)
        let joined = pieces.dropFirst().reduce(String(pieces.first ?? "")) { text, piece in
            let name = piece.prefix { $0.isLetter }
            return text + (piece.dropFirst(name.count).first == "=" ? ";" : ",") + piece
        }
        if joined != body {
            notes.append("a comma is in place of a semicolon; \(joined.shortened.quoted) is read")
            body = joined[...]
        }
        var parts: [String: [String]] = [:]
        var last = ""
        for part in body.split(separator: ";") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let values = (halves.count == 2 ? halves[1] : part)
                .split(separator: ",").map(String.init)
            // A list whose comma is a semicolon goes on.
            let name = halves.count == 2 ? String(halves[0]) : last
            guard !values.isEmpty, !name.isEmpty, halves.count == 2 || name.hasPrefix("BY") else {
                notes.append("\(String(part).shortened.quoted) is not NAME=VALUE; it is left out")
                continue
            }
            last = name
            guard let earlier = parts[name] else {
                parts[name] = values
                continue
            }
            guard earlier != values else { continue }
            guard name.hasPrefix("BY") else {
                notes.append("\(name) is given twice; \(earlier.joined(separator: ",")) counts")
                continue
            }
            parts[name] = earlier + values.filter { !earlier.contains($0) }
            notes.append("\(name) is not one list; all of its values count")
        }
        return parts
    }
}
