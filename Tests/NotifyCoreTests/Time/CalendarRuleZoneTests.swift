import NotifyCore
import Testing

/// One row: in a zone, after a date, what the components give.
struct RuleRow: CustomTestStringConvertible, Sendable {
    var zone: String
    var after: String
    var parts: CalendarComponents
    var expected: [String]

    init(
        _ zone: String,
        _ after: String,
        _ parts: KeyValuePairs<CalendarComponents.Field, Int>,
        _ expected: [String]
    ) {
        self.zone = zone
        self.after = after
        self.parts = components(parts)
        self.expected = expected
    }

    var testDescription: String { "\(zone) \(parts.dictionary)" }
}

@Suite("Rules in zones")
struct CalendarRuleZoneTests {
    @Test("gaps, overlaps and days that never were", arguments: rows)
    func row(_ row: RuleRow) throws {
        let zone = try TestZone(row.zone)
        let rule = try row.parts.rule()
        let after = try RFC3339.instant(row.after)
        let found = rule.next(count: row.expected.count, after: after, in: zone)
        #expect(found.map { RFC3339.string($0, in: zone) } == row.expected)
        for (index, instant) in found.enumerated().dropFirst() {
            #expect(rule.previous(before: instant, in: zone) == found[index - 1])
        }
    }

    static let rows = [
        // A gap of an hour: read with the offset before it.
        RuleRow(
            "Europe/Berlin",
            "2027-03-27T00:00:00Z",
            [.hour: 2, .minute: 30],
            [
                "2027-03-27T02:30:00+01:00", "2027-03-28T03:30:00+02:00",
                "2027-03-29T02:30:00+02:00",
            ]
        ),
        // An overlap of an hour: the first pass, once.
        RuleRow(
            "Europe/Berlin",
            "2027-10-30T12:00:00Z",
            [.hour: 2, .minute: 30],
            ["2027-10-31T02:30:00+02:00", "2027-11-01T02:30:00+01:00"]
        ),
        // No hour: both passes, and nothing extra for a gap.
        RuleRow(
            "Europe/Berlin",
            "2027-10-30T23:45:00Z",
            [.minute: 30],
            [
                "2027-10-31T02:30:00+02:00", "2027-10-31T02:30:00+01:00",
                "2027-10-31T03:30:00+01:00",
            ]
        ),
        RuleRow(
            "Europe/Berlin",
            "2027-03-28T00:00:00Z",
            [.minute: 30],
            ["2027-03-28T01:30:00+01:00", "2027-03-28T03:30:00+02:00"]
        ),
        // Half an hour.
        RuleRow(
            "Australia/Lord_Howe",
            "2026-10-03T00:00:00Z",
            [.hour: 2, .minute: 15],
            ["2026-10-04T02:45:00+11:00", "2026-10-05T02:15:00+11:00"]
        ),
        RuleRow(
            "Australia/Lord_Howe",
            "2027-04-03T00:00:00Z",
            [.hour: 1, .minute: 45],
            ["2027-04-04T01:45:00+11:00", "2027-04-05T01:45:00+10:30"]
        ),
        // Two hours.
        RuleRow(
            "Antarctica/Troll",
            "2027-03-27T12:00:00Z",
            [.hour: 1, .minute: 30],
            ["2027-03-28T03:30:00+02:00", "2027-03-29T01:30:00+02:00"]
        ),
        // Gaps that touch midnight: a date alone is the day's first instant.
        RuleRow(
            "America/Nuuk",
            "2025-03-29T12:00:00Z",
            [.weekday: 1],
            ["2025-03-30T00:00:00-01:00"]
        ),
        RuleRow(
            "America/Nuuk",
            "2025-03-29T12:00:00Z",
            [.hour: 23, .minute: 30],
            ["2025-03-30T00:30:00-01:00", "2025-03-30T23:30:00-01:00"]
        ),
        RuleRow(
            "America/Santiago",
            "2025-09-06T12:00:00Z",
            [.weekday: 1],
            ["2025-09-07T01:00:00-03:00", "2025-09-14T00:00:00-03:00"]
        ),
        RuleRow(
            "Asia/Beirut",
            "2025-03-29T12:00:00Z",
            [.hour: 0, .minute: 15],
            ["2025-03-30T01:15:00+03:00", "2025-03-31T00:15:00+03:00"]
        ),
        // A gap over midnight: the day begins late, and a time of midnight is moved by the gap.
        RuleRow(
            "America/Toronto",
            "1919-03-30T12:00:00Z",
            [.day: 31],
            ["1919-03-31T00:30:00-04:00", "1919-05-31T00:00:00-04:00"]
        ),
        RuleRow(
            "America/Toronto",
            "1919-03-30T12:00:00Z",
            [.hour: 0],
            ["1919-03-31T01:00:00-04:00", "1919-04-01T00:00:00-04:00"]
        ),
        // An overlap back over midnight: the evening comes twice for what has no hour.
        RuleRow(
            "America/Santiago",
            "2025-04-06T02:30:00Z",
            [.month: 4, .day: 5, .minute: 30],
            ["2025-04-05T23:30:00-04:00", "2026-04-05T00:30:00-04:00"]
        ),
        RuleRow(
            "America/Santiago",
            "2025-04-06T02:30:00Z",
            [.year: 2025, .month: 4, .day: 5, .minute: 30],
            ["2025-04-05T23:30:00-04:00"]
        ),
        RuleRow(
            "America/Santiago",
            "2025-04-05T12:00:00Z",
            [.hour: 23, .minute: 30],
            ["2025-04-05T23:30:00-03:00", "2025-04-06T23:30:00-04:00"]
        ),
        // The day that Samoa left out.
        RuleRow(
            "Pacific/Apia",
            "2011-12-29T00:00:00Z",
            [.hour: 9],
            [
                "2011-12-29T09:00:00-10:00", "2011-12-31T09:00:00+14:00",
                "2012-01-01T09:00:00+14:00",
            ]
        ),
        RuleRow(
            "Pacific/Apia",
            "2011-12-01T00:00:00Z",
            [.day: 30],
            ["2012-01-30T00:00:00+14:00"]
        ),
        // Offsets that are no whole hours.
        RuleRow(
            "America/St_Johns",
            "2027-03-13T12:00:00Z",
            [.hour: 2, .minute: 1],
            ["2027-03-14T03:01:00-02:30", "2027-03-15T02:01:00-02:30"]
        ),
        RuleRow(
            "Pacific/Chatham",
            "2026-09-26T00:00:00Z",
            [.hour: 3],
            ["2026-09-27T04:00:00+13:45", "2026-09-28T03:00:00+13:45"]
        ),
        // Clocks that went back for Ramadan.
        RuleRow(
            "Africa/Casablanca",
            "2024-03-09T12:00:00Z",
            [.hour: 2, .minute: 30],
            ["2024-03-10T02:30:00+01:00", "2024-03-11T02:30:00+00:00"]
        ),
        // Beyond the last year that zone files list.
        RuleRow(
            "Europe/Berlin",
            "2080-03-30T12:00:00Z",
            [.hour: 2, .minute: 30],
            ["2080-03-31T03:30:00+02:00", "2080-04-01T02:30:00+02:00"]
        ),
        RuleRow(
            "Europe/Dublin",
            "2150-07-01T00:00:00Z",
            [.hour: 9],
            ["2150-07-01T09:00:00+01:00"]
        ),
        RuleRow(
            "Europe/Dublin",
            "2150-12-01T00:00:00Z",
            [.hour: 9],
            ["2150-12-01T09:00:00Z".replacingZ]
        ),
    ]
}

extension String {
    fileprivate var replacingZ: String { String(dropLast()) + "+00:00" }
}
