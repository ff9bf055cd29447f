import NotifyCore
import Testing

@Suite("cron expressions")
struct CronExpressionTests {
    @Test(
        "dates derived by hand",
        arguments: [
            // Saturday, 2026-11-21 12:00 is the start of all rows.
            ("0 9 * * 1-5", ["2026-11-23T09:00", "2026-11-24T09:00"]),
            ("*/15 * * * *", ["2026-11-21T12:15", "2026-11-21T12:30"]),
            ("5/20 * * * *", ["2026-11-21T12:05", "2026-11-21T12:25", "2026-11-21T12:45"]),
            ("30 4 1,15 * 5", ["2026-11-27T04:30", "2026-12-01T04:30", "2026-12-04T04:30"]),
            ("0 0 */2 * 1", ["2026-11-23T00:00", "2026-12-07T00:00"]),
            ("0 0 13 * */5", ["2026-12-13T00:00", "2027-06-13T00:00"]),
            ("0 0 * * 7", ["2026-11-22T00:00", "2026-11-29T00:00"]),
            ("0 0 * * sun", ["2026-11-22T00:00", "2026-11-29T00:00"]),
            ("0 0 * * FRI-SUN", ["2026-11-22T00:00", "2026-11-27T00:00", "2026-11-28T00:00"]),
            ("0 0 * jan-mar mon", ["2027-01-04T00:00", "2027-01-11T00:00"]),
            ("0 12 29 2 *", ["2028-02-29T12:00", "2032-02-29T12:00"]),
            ("0 22 * * 1-5/2", ["2026-11-23T22:00", "2026-11-25T22:00", "2026-11-27T22:00"]),
            ("0 0 31 * *", ["2026-12-31T00:00", "2027-01-31T00:00", "2027-03-31T00:00"]),
            ("@hourly", ["2026-11-21T13:00"]),
            ("@daily", ["2026-11-22T00:00"]),
            ("@midnight", ["2026-11-22T00:00"]),
            ("@weekly", ["2026-11-22T00:00", "2026-11-29T00:00"]),
            ("@monthly", ["2026-12-01T00:00"]),
            ("@yearly", ["2027-01-01T00:00"]),
            ("@annually", ["2027-01-01T00:00"]),
        ]
    )
    func dates(text: String, expected: [String]) throws {
        let after = try RFC3339.instant("2026-11-21T12:00:00Z")
        let found = try CronExpression(text).rule
            .next(count: expected.count, after: after, in: FixedZone.utc)
        let written = found.map { RFC3339.string($0, in: FixedZone.utc) }
        #expect(written == expected.map { "\($0):00Z" })
    }

    @Test(
        "refusals",
        arguments: [
            ("", 1, "the minute is missing: write five fields, such as 0 9 * * 1-5"),
            (
                "0 9 * *", 8,
                "the day of the week is missing: write five fields, such as 0 9 * * 1-5"
            ),
            (
                "0 9 * * 1 2027", 11,
                "cron has five fields: end after the day of the week, and give the zone with --tz"
            ),
            ("60 9 * * *", 1, "minute 60 does not exist: write 0 to 59"),
            ("0 24 * * *", 3, "hour 24 does not exist: write 0 to 23"),
            ("0 9 0 * *", 5, "day of the month 0 does not exist: write 1 to 31"),
            ("0 9 * 13 *", 7, "month 13 does not exist: write 1 to 12"),
            ("0 9 * * 8", 9, "day of the week 8 does not exist: write 0 to 7"),
            ("0 9 * * 5-1", 9, "the range 5-1 runs backwards: write 5-6,0-1"),
            ("*/0 * * * *", 3, "a step must be 1 or more: write one such as */15"),
            ("0 9 L * *", 5, "\"L\" is not a day of the month: write a number"),
            (
                "0 9 * * 5L", 10,
                "L is not part of cron: write --on 'Fri *-*~7/1' for the last Friday"
            ),
            ("0 9 * * frx", 9, "\"frx\" is not a day of the week: write a number or mon"),
            ("0 9 * * ?", 9, "a day of the week is expected here: write a number or *"),
            ("@reboot", 1, "@reboot names no time of the calendar: write @daily or five fields"),
            ("@dayly", 1, "@dayly is not a word of cron: did you mean @daily?"),
            ("@daily x", 8, "nothing may follow @daily"),
        ]
    )
    func refusals(text: String, column: Int, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try CronExpression(text) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }

    @Test("a day that the months do not have never comes")
    func never() throws {
        let rule = try CronExpression("0 0 31 2,4,6 *").rule
        #expect(!rule.canMatch)
        #expect(throws: TimeSpecError.self) { try rule.checked() }
    }
}
