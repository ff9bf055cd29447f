import AgentInterface
import NotifyCore

/// A `STANDARD` or `DAYLIGHT` part of a `VTIMEZONE`: the dates on which an offset begins.
///
/// Its dates are found with the rules of this program, because libical looks at each one from the first date on, and
/// a rule of seconds from the year 1601 would take hours.
struct ZoneObservance {
    /// A date on which an offset begins, in seconds since 1970.
    struct Onset {
        let second: Int64
        /// The offset from then on, and the one before, in seconds.
        let offset, before: Int64
    }

    /// The maximum of single dates (`RDATE`).
    private static let maxDates = 1_000
    /// The maximum of clock changes in the years that are compared.
    static let maxOnsets = 100

    private let series: [RecurrenceDates]
    private let offset, before: Int64
    private var zone: FixedZone { FixedZone(offset: before) }

    /// Reads the part; `nil` if it lacks a date or an offset.
    ///
    /// - Throws: ``NotifyCore/RequestError`` that names the rule, if its dates would be too many.
    init?(_ part: CalendarNode) throws(RequestError) {
        guard let offset = part["TZOFFSETTO"].flatMap({ Self.seconds($0.value) }),
            let before = part["TZOFFSETFROM"].flatMap({ Self.seconds($0.value) }),
            let first = part["DTSTART"], let start = try? CalendarTime(first.value, in: .floating)
        else { return nil }
        (self.offset, self.before) = (offset, before)
        guard part.all("EXRULE").isEmpty else {
            throw RequestError(.invalidContent, "has an EXRULE, which a zone cannot have")
        }
        let dates = part.all("RDATE")
        guard dates.count <= Self.maxDates else {
            throw RequestError(
                .invalidContent,
                "has \(dates.count) dates in RDATE, and may have \(Self.maxDates)"
            )
        }
        let wall = { (time: CalendarTime) in
            time.zone == .utc ? time.wall.advanced(by: Int(before)) : time.wall
        }
        let single = dates.compactMap { try? CalendarTime($0.value, in: .floating) }.map(wall)
        // The first date is one of the zone's, also if the rule does not match it.
        var all = [RecurrenceSeries(start: wall(start), additional: single)]
        for property in part.all("RRULE") {
            let rule = try Self.rule(property.written, from: start)
            all.append(RecurrenceSeries(start: wall(start), rule: rule))
        }
        series = all.compactMap { try? RecurrenceDates($0) }
    }

    /// Returns the last onset up to a second, and those after it up to another one.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there are too many.
    func onsets(from start: Int64, to end: Int64) throws(RequestError) -> [Onset] {
        var found: [Onset] = []
        for dates in series {
            let following = Instant(seconds: start + 1)
            if let last = dates.previous(before: following, in: zone) { found.append(onset(last)) }
            var after = Instant(seconds: start)
            while let next = dates.next(after: after, in: zone), next.seconds <= end {
                found.append(onset(next))
                guard found.count <= Self.maxOnsets else { throw Self.tooMany }
                after = next
            }
        }
        return found
    }

    /// The error of a zone that changes too often.
    static var tooMany: RequestError {
        RequestError(
            .invalidContent,
            "changes its clock more than \(maxOnsets) times in five years"
        )
    }

    private func onset(_ date: Instant) -> Onset {
        Onset(second: date.seconds, offset: offset, before: before)
    }

    private static func rule(
        _ text: String,
        from start: CalendarTime
    ) throws(RequestError) -> RecurrenceRule {
        let rule: RecurrenceRule
        do throws(TimeSpecError) {
            rule = try WrittenRule(text, from: start).rule
        } catch {
            throw RequestError(
                .invalidContent,
                "has the rule \(text.shortened.quoted), which cannot be read (\(error.message))"
            )
        }
        guard rule.frequency == .yearly else {
            throw RequestError(
                .invalidContent,
                "has the rule \(text.shortened.quoted), which is finer than FREQ=YEARLY"
            )
        }
        // A zone needs one time of day.
        let times = [
            ("BYHOUR", rule.hours), ("BYMINUTE", rule.minutes), ("BYSECOND", rule.seconds),
        ]
        for (name, values) in times where values.count > 1 {
            throw RequestError(
                .invalidContent,
                "has the rule \(text.shortened.quoted), whose \(name) has more than one value"
            )
        }
        return rule
    }

    /// Reads an offset such as `+0100` or `-013045`.
    private static func seconds(_ text: String) -> Int64? {
        let digits = text.drop { $0 == "+" || $0 == "-" }
        guard text.utf8.count - digits.utf8.count <= 1, digits.allSatisfy(\.isDecimalDigit),
            [4, 6].contains(digits.count), let number = Int64(digits)
        else { return nil }
        let whole = digits.count == 4 ? number * 100 : number
        let seconds = whole / 10_000 * 3_600 + whole / 100 % 100 * 60 + whole % 100
        return text.hasPrefix("-") ? -seconds : seconds
    }
}
