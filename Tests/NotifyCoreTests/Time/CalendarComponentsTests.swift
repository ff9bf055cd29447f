import NotifyCore
import Testing

@Suite("Components")
struct CalendarComponentsTests {
    private static let after = "2026-11-21T12:00:00Z"

    @Test(
        "left-out parts: finer ones are at their first value, coarser ones are free",
        arguments: [
            ([.hour: 14], ["2026-11-21T14:00:00", "2026-11-22T14:00:00"]),
            ([.minute: 5], ["2026-11-21T12:05:00", "2026-11-21T13:05:00"]),
            ([.second: 30], ["2026-11-21T12:00:30", "2026-11-21T12:01:30"]),
            ([.hour: 13, .second: 30], ["2026-11-21T13:00:30", "2026-11-21T13:01:30"]),
            ([.month: 3], ["2027-03-01T00:00:00", "2028-03-01T00:00:00"]),
            ([.month: 3, .hour: 9], ["2027-03-01T09:00:00", "2027-03-02T09:00:00"]),
            ([.month: 3, .weekday: 2], ["2027-03-01T00:00:00", "2027-03-08T00:00:00"]),
            ([.quarter: 2], ["2027-04-01T00:00:00", "2028-04-01T00:00:00"]),
            ([.quarter: 2, .day: 15], ["2027-04-15T00:00:00", "2027-05-15T00:00:00"]),
            ([.year: 2028], ["2028-01-01T00:00:00"]),
            ([.day: 13, .weekday: 6], ["2027-08-13T00:00:00", "2028-10-13T00:00:00"]),
            ([.day: 31], ["2026-12-31T00:00:00", "2027-01-31T00:00:00", "2027-03-31T00:00:00"]),
            ([.month: 2, .day: 29], ["2028-02-29T00:00:00", "2032-02-29T00:00:00"]),
            (
                [.month: 2, .day: 29, .weekday: 1],
                [
                    "2032-02-29T00:00:00", "2060-02-29T00:00:00", "2088-02-29T00:00:00",
                    "2128-02-29T00:00:00",
                ]
            ),
            ([.weekday: 3, .weekdayOrdinal: 2], ["2026-12-08T00:00:00", "2027-01-12T00:00:00"]),
            ([.weekday: 6, .weekdayOrdinal: -1], ["2026-11-27T00:00:00", "2026-12-25T00:00:00"]),
            ([.weekday: 2, .weekdayOrdinal: 5], ["2026-11-30T00:00:00", "2027-03-29T00:00:00"]),
            ([.dayOfYear: 60], ["2027-03-01T00:00:00", "2028-02-29T00:00:00"]),
            ([.dayOfYear: 366, .hour: 6], ["2028-12-31T06:00:00", "2032-12-31T06:00:00"]),
            ([.weekOfYear: 10], ["2027-02-28T00:00:00", "2028-02-27T00:00:00"]),
            ([.weekOfYear: 1, .hour: 9], ["2026-12-27T09:00:00", "2026-12-28T09:00:00"]),
            ([.yearForWeekOfYear: 2026, .weekOfYear: 53], ["2026-12-28T00:00:00"]),
            ([.yearForWeekOfYear: 2026, .weekOfYear: 53, .weekday: 1], ["2027-01-03T00:00:00"]),
            ([.yearForWeekOfYear: 2027], ["2027-01-04T00:00:00"]),
            ([.weekOfMonth: 2, .weekday: 4], ["2026-12-09T00:00:00", "2027-01-06T00:00:00"]),
            ([.weekOfMonth: 1], ["2026-12-01T00:00:00", "2027-01-01T00:00:00"]),
            ([.hour: 14, .minute: 0, .second: 0, .nanosecond: 1], ["2026-11-21T14:00:01"]),
            (
                [.hour: 23, .minute: 59, .second: 59, .nanosecond: 999_999_999],
                ["2026-11-22T00:00:00", "2026-11-23T00:00:00"]
            ),
            ([.era: 1, .hour: 14], ["2026-11-21T14:00:00"]),
        ] as [(KeyValuePairs<CalendarComponents.Field, Int>, [String])]
    )
    func dates(parts: KeyValuePairs<CalendarComponents.Field, Int>, expected: [String]) throws {
        let after = try RFC3339.instant(Self.after)
        let found = try components(parts).rule()
            .next(count: expected.count, after: after, in: FixedZone.utc)
        #expect(found.map { RFC3339.string($0, in: FixedZone.utc) } == expected.map { $0 + "Z" })
    }

    @Test(
        "refusals",
        arguments: [
            ([:], "the components name no time: give at least one, such as hour or weekday"),
            ([.era: 1], "the components name no time: give at least one, such as hour or weekday"),
            ([.weekday: 8], "weekday 8 does not exist: write 1 (Sunday) to 7 (Saturday)"),
            ([.weekday: 0], "weekday 0 does not exist: write 1 (Sunday) to 7 (Saturday)"),
            (
                [.weekday: 2, .weekdayOrdinal: 0],
                "weekdayOrdinal 0 does not exist: write 1 to 5, or -1 to -5 from the end of the month"
            ),
            (
                [.weekdayOrdinal: 2],
                "weekdayOrdinal 2 needs a weekday: add weekday 1 (Sunday) to 7 (Saturday)"
            ),
            ([.month: 13], "month 13 does not exist: write 1 to 12"),
            ([.day: 32], "day 32 does not exist: write 1 to 31"),
            (
                [.hour: 24],
                "hour 24 does not exist: write 0 to 23; midnight is hour 0 of the next day"
            ),
            ([.minute: 60], "minute 60 does not exist: write 0 to 59"),
            ([.second: -1], "second -1 does not exist: write 0 to 59"),
            (
                [.nanosecond: 1_000_000_000],
                "nanosecond 1000000000 does not exist: write 0 to 999999999"
            ),
            ([.year: 10_000], "year 10000 does not exist: write 1 to 9999"),
            ([.year: .max], "year 9223372036854775807 does not exist: write 1 to 9999"),
            ([.quarter: 5], "quarter 5 does not exist: write 1 to 4"),
            ([.weekOfYear: 54], "weekOfYear 54 does not exist: write 1 to 53"),
            (
                [.month: 2, .day: 30],
                "February never has a day 30: write day 29 or less, or another month"
            ),
            (
                [.month: 4, .day: 31],
                "April never has a day 31: write day 30 or less, or another month"
            ),
            (
                [.year: 2027, .month: 2, .day: 29],
                "2027 has no 29 February: write day 28, or leave year out"
            ),
            (
                [.year: 2027, .dayOfYear: 366],
                "2027 has no day 366: write dayOfYear 365, or leave year out"
            ),
            ([.month: 5, .quarter: 1], "May lies in quarter 2, not 1: leave quarter out"),
            (
                [.year: 2026, .month: 3, .day: 2, .weekday: 4],
                "2 March 2026 is a Monday, not a Wednesday: leave weekday out"
            ),
            (
                [.year: 2026, .month: 3, .day: 2, .weekdayOrdinal: 2],
                "2 March 2026 is the first Monday of its month, not number 2: leave weekdayOrdinal out"
            ),
            (
                [.year: 2026, .month: 3, .day: 2, .quarter: 3],
                "2 March 2026 lies in quarter 1, not 3: leave quarter out"
            ),
            (
                [.year: 2026, .month: 3, .day: 2, .dayOfYear: 60],
                "2 March 2026 is day 61 of its year, not 60: leave dayOfYear out"
            ),
            (
                [.year: 2026, .month: 3, .day: 2, .weekOfYear: 30],
                "2 March 2026 lies in no week 30 of a year: leave weekOfYear out"
            ),
            (
                [.era: 0, .hour: 9],
                "era 0 is before Christ, so it is past: leave era out or write 1"
            ),
            (
                [.dayOfYear: 10, .month: 5],
                "no date has all of month 5, dayOfYear 10: leave one of them out"
            ),
        ] as [(KeyValuePairs<CalendarComponents.Field, Int>, String)]
    )
    func refusals(parts: KeyValuePairs<CalendarComponents.Field, Int>, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try components(parts).rule().checked() }
        #expect(error?.message == message)
        #expect(error?.column == nil)
    }

    @Test("a date that is past is refused for a new request")
    func past() throws {
        let now = try RFC3339.instant(Self.after)
        let parts = components([.year: 2026, .month: 3, .day: 2, .hour: 9])
        let error = #expect(throws: TimeSpecError.self) {
            try CalendarSpec.components(parts).firstDate(after: now, in: FixedZone.utc)
        }
        #expect(error?.code == .past)
        #expect(
            error?.message
                == "the last date of this rule, 2026-03-02T09:00:00Z, is past: choose a later one or omit the year"
        )
    }

    @Test("month end in place of a day that is missing")
    func monthEnd() throws {
        let after = try RFC3339.instant(Self.after)
        let found = try components([.day: 31]).rule().clampedToMonthEnd()
            .next(count: 4, after: after, in: FixedZone.utc)
        #expect(
            found.map { String(RFC3339.string($0, in: FixedZone.utc).prefix(10)) }
                == ["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28"]
        )
    }
}
