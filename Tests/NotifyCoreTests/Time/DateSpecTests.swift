import NotifyCore
import Testing

@Suite("Dates")
struct DateSpecTests {
    // A Saturday, half past one in Berlin.
    private static let now = "2026-11-21T12:30:00Z"

    @Test(
        "dates",
        arguments: [
            ("09:00", "2026-11-22T09:00:00+01:00"), ("14:00", "2026-11-21T14:00:00+01:00"),
            ("9:05:07", "2026-11-22T09:05:07+01:00"), ("13:30", "2026-11-22T13:30:00+01:00"),
            ("tomorrow 9:00", "2026-11-22T09:00:00+01:00"),
            ("tomorrow", "2026-11-22T00:00:00+01:00"),
            ("tomorrow noon", "2026-11-22T12:00:00+01:00"),
            ("today 18:00", "2026-11-21T18:00:00+01:00"),
            ("fri 18:30", "2026-11-27T18:30:00+01:00"), ("Friday", "2026-11-27T00:00:00+01:00"),
            ("sat 14:00", "2026-11-21T14:00:00+01:00"), ("sat 13:00", "2026-11-28T13:00:00+01:00"),
            ("in 2 hours", "2026-11-21T15:30:00+01:00"), ("in 0.5s", "2026-11-21T13:30:00.5+01:00"),
            ("noon", "2026-11-22T12:00:00+01:00"), ("midnight", "2026-11-22T00:00:00+01:00"),
            ("2027-03-01 09:00", "2027-03-01T09:00:00+01:00"),
            ("2027-03-01T09:00", "2027-03-01T09:00:00+01:00"),
            ("2027-03-01", "2027-03-01T00:00:00+01:00"),
            ("31.12.2027", "2027-12-31T00:00:00+01:00"),
            ("2027/12/31", "2027-12-31T00:00:00+01:00"),
            ("2027-03-28 02:30", "2027-03-28T03:30:00+02:00"),
            ("2027-03-01T09:00:00Z", "2027-03-01T10:00:00+01:00"),
            ("2027-07-01T09:00:00-05:00", "2027-07-01T16:00:00+02:00"),
        ]
    )
    func dates(text: String, expected: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        let date = try DateSpec(text, now: now, in: zone).date(after: now, in: zone)
        #expect(date.map { RFC3339.string($0, in: zone) } == expected)
    }

    @Test("a wall time floats and an offset does not")
    func kinds() throws {
        let now = try RFC3339.instant(Self.now)
        let wall = try DateSpec("2027-03-01", now: now, in: FixedZone.utc)
        #expect(wall == .wall(components([.year: 2027, .month: 3, .day: 1])))
        let date = try DateSpec("2027-03-01T00:00:00Z", now: now, in: FixedZone.utc)
        #expect(date == .instant(Instant(seconds: 1_803_859_200)))
        let span = try DateSpec("in 2 hours", now: now, in: FixedZone.utc)
        #expect(span == .span(7_200_000_000, from: now))
        let trigger = NotificationTrigger.timeInterval(microseconds: 7_200_000_000, repeats: false)
        #expect(span.trigger(timeZone: nil) == trigger)
    }

    @Test(
        "refusals",
        arguments: [
            (
                "", 1,
                "the date is empty: write one such as 09:00, tomorrow 9:00, fri 18:30, in 2 hours or 2027-03-01 09:00"
            ),
            ("yesterday", 1, "yesterday is past: write today or tomorrow"),
            ("now", 1, "now is past by the time it is read: omit the date to show it at once"),
            ("today 09:00", 1, "2026-11-21T09:00:00+01:00 is past: write a later date"),
            ("today", 6, "today needs a time: write one such as today 18:00"),
            ("2026-11-21", 1, "2026-11-21T00:00:00+01:00 is past: write a later date"),
            ("2026-11-21T12:30:00Z", 1, "2026-11-21T13:30:00+01:00 is past: write a later date"),
            (
                "03/04/2027", 1,
                "a date in this order can be read in more than one way: write 2027-04-03 or 2027-03-04"
            ),
            (
                "01.03.2027 09:00", 1,
                "a date in this order can be read in more than one way: write 2027-03-01 or 2027-01-03"
            ),
            (
                "1/2/27", 1,
                "a date in this order can be read in more than one way: write one such as 2027-03-01"
            ),
            (
                "9", 1,
                "9 alone can be an hour or a day: write 9:00 or a date such as 2027-03-01"
            ),
            ("tomorrow 9", 11, "minutes must follow the hour: write 9:00"),
            (
                "tuesday 5", 9,
                "5 can be in the morning or in the afternoon: write 5am or 5pm"
            ),
            ("25:00", 1, "hour 25 does not exist: write 0 to 23"),
            ("9:5", 3, "the minute needs two digits: write 05 instead of 5"),
            ("2027-03-01T7:00pm", 16, "hours go from 0 to 23: write 19:00 instead of 7:00pm"),
            (
                "2027-03-01 09:00 America/Port-au-Prince", 18,
                "nothing may follow the time: give a zone with --tz, or an offset as in 2027-03-01T09:00:00+01:00"
            ),
            ("2027-02-29", 9, "February 2027 has no day 29: write a day that exists"),
            ("tomorow 9:00", 1, "\"tomorow\" is not a date: did you mean tomorrow?"),
            ("in", 3, "the duration is empty: write one such as 90s, 1h30m or 2 days"),
        ]
    )
    func refusals(text: String, column: Int, message: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let now = try RFC3339.instant(Self.now)
        let error = #expect(throws: TimeSpecError.self) { try DateSpec(text, now: now, in: zone) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }

    @Test("a day that a zone left out")
    func missingDay() throws {
        let zone = try TestZone("Pacific/Apia")
        let now = try RFC3339.instant("2011-12-20T00:00:00Z")
        let error = #expect(throws: TimeSpecError.self) {
            try DateSpec("2011-12-30 09:00", now: now, in: zone)
        }
        #expect(error?.code == .never)
    }
}
