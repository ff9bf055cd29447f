import NotifyCore
import Testing

@Suite("Rules in words")
struct CalendarRuleWordsTests {
    @Test(
        "calendar events",
        arguments: [
            ("Tue 14:00", "every Tuesday at 14:00"),
            ("09:00", "every day at 09:00"),
            ("daily", "every day at 00:00"),
            ("Mon..Fri 09:55", "every Monday to Friday at 09:55"),
            ("Sat,Sun 10:00", "every Saturday and Sunday at 10:00"),
            ("Fri *-*~7/1 08:00", "on the last Friday of every month at 08:00"),
            ("Mon *-*-1..7 08:00", "on the first Monday of every month at 08:00"),
            ("*-*~1 18:00", "on the last day of every month at 18:00"),
            ("*-*-1,15 08:00", "on days 1 and 15 of every month at 08:00"),
            ("*-02-29", "every year on 29 February at 00:00"),
            ("2027-03-01 09:00", "on 1 March 2027 at 09:00"),
            ("quarterly", "on day 1 of January, April, July and October at 00:00"),
            ("hourly", "every hour"),
            ("minutely", "every minute"),
            ("*:0/15", "every 15 minutes"),
            ("*:30", "every hour at minute 30"),
            ("Mon *:0/15", "every Monday, every 15 minutes"),
            ("9..17:00/5", "every 5 minutes from 09:00 to 17:55"),
            ("9..17:00", "every hour from 09:00 to 17:00"),
            ("9..17:30", "every hour from 09:30 to 17:30"),
            ("9:*", "every minute from 09:00 to 09:59"),
            ("0/2:00", "every 2 hours"),
            ("0/2:30", "every 2 hours from 00:30 to 22:30"),
            ("8..20/2:00", "every 2 hours from 08:00 to 20:00"),
            ("8..12,14..18:00", "every hour from 08:00 to 12:00 and from 14:00 to 18:00"),
            ("6,8..12,20:00", "at 06:00 and 20:00 and every hour from 08:00 to 12:00"),
            (
                "Mon 8..9,14:5,10,40",
                "every Monday, at minutes 5, 10 and 40 from 08:05 to 09:40 and from 14:05 to 14:40"
            ),
            ("9..17:*:0/10", "every 10 seconds from 09:00 to 17:59:50"),
            ("Fri *-*-13 09:00", "on day 13 of every month when it is a Friday at 09:00"),
            ("2027-*-* 09:00", "every day in 2027 at 09:00"),
            ("2027..2029-06-01 09:00", "every year on 1 June in 2027 to 2029 at 09:00"),
            ("*:*:0/10", "every 10 seconds"),
            ("08,20:00", "every day at 08:00 and 20:00"),
        ]
    )
    func events(text: String, words: String) throws {
        #expect(try CalendarEvent(text).rule.words == words)
    }

    @Test("cron's either day")
    func cron() throws {
        let rule = try CronExpression("0 9 13 * 5").rule
        #expect(rule.words == "on day 13 of every month and every Friday at 09:00")
    }

    @Test("components")
    func parts() throws {
        #expect(
            try components([.weekday: 6, .weekdayOrdinal: -1, .hour: 8]).rule().words
                == "on the last Friday of every month at 08:00"
        )
        #expect(try components([.minute: 5]).rule().words == "every hour at minute 5")
        #expect(
            try components([.weekOfYear: 10]).rule().words == "on the first day in week 10 at 00:00"
        )
        #expect(try components([.dayOfYear: 200]).rule().words == "on day 200 of the year at 00:00")
        var given = components([.weekday: 2, .hour: 9])
        given.dates = [CivilDate(year: 2027, month: 3, day: 1)]
        #expect(
            try given.rule().words == "every Monday, on 1 March 2027 only at 09:00"
        )
    }

    @Test(
        "remarks",
        arguments: [
            ("*-*-31 09:00", ["skips 5 months a year (no day 31)"]),
            ("*-*-30 09:00", ["skips February (no day 30)"]),
            ("*-02-29 09:00", ["fires only in leap years (29 February)"]),
            (
                "02:30",
                [
                    "02:30 does not exist on 28 March 2027 in Europe/Berlin; fires at 03:30",
                    "02:30 comes twice on 31 October 2027 in Europe/Berlin; fires the first time",
                ]
            ),
            ("2027-03-01 09:00", ["fires once since a year is set"]),
            ("*:30", []),
        ]
    )
    func remarks(text: String, expected: [String]) throws {
        let zone = try TestZone("Europe/Berlin")
        let after = try RFC3339.instant("2026-11-21T00:00:00Z")
        #expect(try CalendarEvent(text).rule.remarks(after: after, in: zone) == expected)
    }

    @Test(
        "remarks on a single date",
        arguments: [
            (
                "2027-10-31 02:00", "Europe/Berlin",
                ["02:00 comes twice on 31 October 2027 in Europe/Berlin; fires the first time"]
            ),
            (
                "2027-10-31 02:59:59", "Europe/Berlin",
                ["02:59:59 comes twice on 31 October 2027 in Europe/Berlin; fires the first time"]
            ),
            ("2027-10-31 01:59:59", "Europe/Berlin", []), ("2027-10-31 03:00", "Europe/Berlin", []),
            // Those that are due later come twice, and this one does not.
            ("02:30", "Europe/Berlin", []),
            (
                "2027-03-28 02:30", "Europe/Berlin",
                ["02:30 does not exist on 28 March 2027 in Europe/Berlin; fires at 03:30"]
            ),
            (
                "2027-04-04 01:45", "Australia/Lord_Howe",
                ["01:45 comes twice on 4 April 2027 in Australia/Lord_Howe; fires the first time"]
            ),
            ("2027-10-31 02:30", "UTC", []),
        ] as [(String, String, [String])]
    )
    func singleDates(text: String, zone: String, expected: [String]) throws {
        let zone = try TestZone(zone)
        let after = try RFC3339.instant("2026-11-21T00:00:00Z")
        let rule = try CalendarEvent(text).rule
        #expect(rule.remarks(after: after, in: zone, repeats: false) == expected)
    }

    @Test("dropped parts are named")
    func dropped() {
        let parts = components([.year: 2027, .month: 3, .day: 1, .weekday: 2])
        #expect(parts.remark == "weekday follows from the date and need not be given")
    }
}
