import NotifyCore
import Testing

/// Days that a month does not have: what RFC 7529 says of them, and what is said of a rule that leaves them out.
@Suite struct SkippedDayTests {
    private static func date(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ skip: RecurrenceRule.Skip
    )
        -> CivilDate
    {
        let date = CivilDate(year: year, month: month, day: day)
        guard !date.exists else { return date }
        let next = CivilDate(year: year, month: month + 1, day: 1)
        return skip == .forward ? next : CivilDate(dayNumber: next.dayNumber - 1)
    }

    @Test(
        "A rule that moves such days has the dates of RFC 7529",
        arguments: [29, 30, 31],
        [RecurrenceRule.Skip.forward, .backward]
    )
    func moved(day: Int, skip: RecurrenceRule.Skip) throws {
        let start = CivilDate(year: 2027, month: 1, day: day)
        let monthly = try #require(RecurrenceRule(.monthly).moving(skip, from: start))
        let all = (2027..<2037).flatMap { year in
            (1...12).map { Self.date(year, $0, day, skip) }
        }
        let wall = WallTime(date: start, time: .midnight)
        let series = RecurrenceSeries(start: wall, rule: monthly)
        let dates = DateRule.series(try RecurrenceDates(series))
            .next(count: all.count, after: .distantPast, in: FixedZone.utc)
            .map { WallTime($0, in: FixedZone.utc).date }
        #expect(dates == all, "\(monthly.text)")
    }

    @Test(
        "29 February moves in years without it",
        arguments: [RecurrenceRule.Skip.forward, .backward]
    )
    func leapDay(skip: RecurrenceRule.Skip) throws {
        let start = CivilDate(year: 2024, month: 2, day: 29)
        for interval in [1, 3] {
            let rule = RecurrenceRule(.yearly, interval: interval)
            let moved = try #require(rule.moving(skip, from: start))
            let wall = WallTime(date: start, time: .midnight)
            let series = RecurrenceSeries(start: wall, rule: moved)
            let dates = DateRule.series(try RecurrenceDates(series))
                .next(count: 6, after: .distantPast, in: FixedZone.utc)
                .map { WallTime($0, in: FixedZone.utc).date }
            #expect(dates == (0..<6).map { Self.date(2024 + $0 * interval, 2, 29, skip) })
        }
    }

    @Test(
        "A rule for its author says which days are missing",
        arguments: [
            ("FREQ=YEARLY", "2024-02-29", ["fires only in leap years (29 February)"]),
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29",
                ["fires only in leap years (29 February)"]
            ),
            (
                "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29",
                ["fires only in leap years (29 February)"]
            ),
            ("FREQ=YEARLY;BYYEARDAY=366", "2024-12-31", ["fires only in leap years (day 366)"]),
            (
                "FREQ=MONTHLY", "2027-01-31",
                [
                    "skips months without a day 31; for the last day of these write FREQ=MONTHLY;BYMONTHDAY=-1"
                ]
            ),
            (
                "FREQ=YEARLY;BYMONTHDAY=28", "2027-03-28",
                [
                    "has dates in each month; for one month of the year add BYMONTH, such as BYMONTH=3"
                ]
            ),
            (
                "FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31", "2027-01-31",
                [
                    "skips months without a day 31; for the last day of these write "
                        + "FREQ=MONTHLY;BYMONTH=2,4;BYMONTHDAY=-1"
                ]
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2027-01-30", []),
            ("FREQ=YEARLY", "2027-02-28", []),
        ]
    )
    func remarks(rule: String, start: String, remarks: [String]) throws {
        let wall = try #require(WallTime(localText: "\(start)T09:00:00"))
        let dates = try RecurrenceDates(
            RecurrenceSeries(start: wall, rule: try RecurrenceRule(rule))
        )
        #expect(dates.skipRemarks.map(\.text) == remarks)
    }
}
