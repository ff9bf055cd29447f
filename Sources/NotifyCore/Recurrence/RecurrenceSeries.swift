/// A series of dates as calendars have it: a first date, a rule, and dates that are excluded or added.
///
/// All dates are wall times in the zone of the trigger. A date of the rule is one that matches it: the start is one of
/// them only if it matches too, and counts for `COUNT` only then.
package struct RecurrenceSeries: Hashable, Sendable {
    /// The maximum of excluded dates, and that of additional ones.
    package static let maxDates = 1_000
    /// The maximum of ``offset``, in seconds: a century.
    package static let maxOffset = 36_525 * 86_400

    /// The first date (`DTSTART`), from which periods are counted and which has the parts that the rule leaves out.
    package var start: WallTime
    /// The rule (`RRULE`); `nil` for the start alone, with the additional dates.
    package var rule: RecurrenceRule?
    /// Dates that are left out (`EXDATE`).
    package var excluded: [WallTime]
    /// Days without dates (`EXDATE` without a time).
    package var excludedDays: [CivilDate]
    /// Dates that the rule does not have (`RDATE`).
    package var additional: [WallTime]
    /// The seconds from each date to the notification; negative for before it.
    ///
    /// Whole days keep the wall time, and the rest is elapsed time.
    package var offset: Int

    /// Makes a series.
    package init(
        start: WallTime,
        rule: RecurrenceRule? = nil,
        excluded: [WallTime] = [],
        excludedDays: [CivilDate] = [],
        additional: [WallTime] = [],
        offset: Int = 0
    ) {
        self.start = start
        self.rule = rule
        self.excluded = excluded
        self.excludedDays = excludedDays
        self.additional = additional
        self.offset = offset
    }

    /// Validates what can be validated without searching for dates.
    func validate() throws(TimeSpecError) {
        guard start.exists else {
            throw TimeSpecError(
                .outOfRange,
                "the start of the series is not a date",
                wayOut: "write it as 2027-01-05 14:00"
            )
        }
        let counts = [
            ("excluded", excluded.count + excludedDays.count), ("additional", additional.count),
        ]
        for (name, count) in counts where count > Self.maxDates {
            throw TimeSpecError(
                .outOfRange,
                "\(count) \(name) dates are more than the \(Self.maxDates) of a series",
                wayOut: "leave out past ones"
            )
        }
        guard (excluded + additional).allSatisfy(\.exists), excludedDays.allSatisfy(\.isInRange)
        else {
            throw TimeSpecError(
                .outOfRange,
                "an excluded or additional date does not exist",
                wayOut: "write them as 2027-01-05 14:00"
            )
        }
        guard offset.magnitude <= Self.maxOffset else {
            throw TimeSpecError(
                .outOfRange,
                "the offset of \(offset) s is longer than a century"
            )
        }
    }
}

extension RecurrenceSeries {
    /// The series as lines of an event of RFC 5545, which read back as the same series.
    package var text: String {
        var lines = ["DTSTART:\(start.basicText)"]
        if let rule { lines.append("RRULE:\(rule.text)") }
        let without = excluded.map(\.basicText) + excludedDays.map(\.basicText)
        if !without.isEmpty { lines.append("EXDATE:\(without.joined(separator: ","))") }
        if !additional.isEmpty {
            lines.append("RDATE:\(additional.map(\.basicText).joined(separator: ","))")
        }
        if offset != 0 { lines.append("X-OFFSET:\(offset)") }
        return lines.joined(separator: "\n")
    }

    /// Reads what ``text`` has.
    package init(_ text: String) throws(TimeSpecError) {
        var start: WallTime?
        var rest = RecurrenceSeries(start: WallTime(localSecond: 0))
        for line in text.split(separator: "\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else {
                throw TimeSpecError(.syntax, "\(String(line).quoted) is not NAME:VALUE")
            }
            let values = halves[1].split(separator: ",")
            switch halves[0] {
            case "DTSTART": start = try Self.wall(halves[1])
            case "RRULE": rest.rule = try RecurrenceRule(String(halves[1]))
            case "EXDATE":
                for value in values {
                    if let day = CivilDate(basic: value) {
                        rest.excludedDays.append(day)
                    } else {
                        rest.excluded.append(try Self.wall(value))
                    }
                }
            case "RDATE": for value in values { rest.additional.append(try Self.wall(value)) }
            case "X-OFFSET":
                guard let offset = Int(halves[1]) else {
                    throw TimeSpecError(
                        .syntax,
                        "\(String(line).quoted) is not a number of seconds"
                    )
                }
                rest.offset = offset
            default: throw TimeSpecError(.unknownName, "\(String(line).quoted) is unknown")
            }
        }
        guard let start else { throw TimeSpecError(.syntax, "DTSTART is missing") }
        self = rest
        self.start = start
    }

    private static func wall(_ text: Substring) throws(TimeSpecError) -> WallTime {
        guard let wall = WallTime(basic: text) else {
            throw TimeSpecError(
                .syntax,
                "\(String(text).quoted) is not a date",
                wayOut: "write it as 20270105T140000"
            )
        }
        return wall
    }
}

extension CivilDate {
    /// Whether the calendar has this day, in the years that can be written.
    package var isInRange: Bool { YearSet.bounds.contains(year) && exists }
}

extension WallTime {
    /// Whether there is such a day and time, in the years that can be written.
    var exists: Bool {
        date.isInRange && (0..<24).contains(time.hour) && (0..<60).contains(time.minute)
            && (0..<60).contains(time.second)
    }
}
