import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Recurrence rules against libical's own iterator.
@Suite struct RecurrenceTests {
    struct Row: Sendable {
        let rule: String
        let event: String?
        /// 2027-03-02 is a Tuesday.
        var start = WallTime(
            date: CivilDate(year: 2027, month: 3, day: 2),
            time: CivilTime(hour: 2, minute: 30)
        )
        var isWithinDay = false
    }

    static let held = [
        Row(rule: "FREQ=DAILY", event: "*-*-* 2:30:0"),
        Row(rule: "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30", event: "*-*-* 9,17:0,30:0"),
        Row(rule: "FREQ=DAILY;BYMONTH=3;BYDAY=TU,TH", event: "Tue,Thu *-3-* 2:30:0"),
        Row(rule: "FREQ=WEEKLY", event: "Tue *-*-* 2:30:0"),
        Row(rule: "FREQ=WEEKLY;BYDAY=MO,TU,SU;WKST=SU", event: "Mon,Tue,Sun *-*-* 2:30:0"),
        Row(rule: "FREQ=WEEKLY;BYMONTH=1,3;BYDAY=TU", event: "Tue *-1,3-* 2:30:0"),
        Row(rule: "FREQ=MONTHLY", event: "*-*-2 2:30:0"),
        Row(rule: "FREQ=MONTHLY;BYMONTHDAY=31", event: "*-*-31 2:30:0", start: day(31)),
        Row(rule: "FREQ=MONTHLY;BYMONTHDAY=2,15", event: "*-*-2,15 2:30:0"),
        Row(rule: "FREQ=MONTHLY;BYMONTHDAY=-1", event: "*-*~1 2:30:0", start: day(31)),
        Row(rule: "FREQ=MONTHLY;BYMONTHDAY=-1,-3", event: "*-*~1,3 2:30:0", start: day(31)),
        Row(rule: "FREQ=MONTHLY;BYDAY=1TU", event: "Tue *-*-1,2,3,4,5,6,7 2:30:0"),
        Row(rule: "FREQ=MONTHLY;BYDAY=-1FR", event: "Fri *-*~1,2,3,4,5,6,7 2:30:0", start: day(26)),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=2TU,2WE",
            event: "Tue,Wed *-*-8,9,10,11,12,13,14 2:30:0",
            start: day(9)
        ),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            event: "Fri *-*-13 9:0:0",
            start: WallTime(
                date: CivilDate(year: 2026, month: 11, day: 13),
                time: CivilTime(hour: 9, minute: 0)
            )
        ),
        Row(rule: "FREQ=YEARLY", event: "*-3-2 2:30:0"),
        Row(rule: "FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=2", event: "*-3,9-2 2:30:0"),
        Row(rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=1TU", event: "Tue *-3-1,2,3,4,5,6,7 2:30:0"),
        Row(
            rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
            event: "*-2-29 9:0:0",
            start: WallTime(
                date: CivilDate(year: 2024, month: 2, day: 29),
                time: CivilTime(hour: 9, minute: 0)
            )
        ),
        Row(rule: "FREQ=HOURLY", event: "*-*-* *:30:0", isWithinDay: true),
        Row(rule: "FREQ=HOURLY;BYHOUR=2,3,4", event: "*-*-* 2,3,4:30:0", isWithinDay: true),
        Row(
            rule: "FREQ=MINUTELY;BYHOUR=2;BYMINUTE=30,31",
            event: "*-*-* 2:30,31:0",
            isWithinDay: true
        ),
    ]

    private static func day(_ day: Int) -> WallTime {
        WallTime(
            date: CivilDate(year: 2027, month: 3, day: day),
            time: CivilTime(hour: 2, minute: 30)
        )
    }

    static let notHeld = [
        "FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;BYDAY=1MO,2TU",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYWEEKNO=20",
        "FREQ=YEARLY;BYYEARDAY=100", "FREQ=MONTHLY;BYMONTHDAY=1,-1",
        "FREQ=MONTHLY;BYDAY=1TU;BYMONTHDAY=2",
        "FREQ=DAILY;BYDAY=2TU", "FREQ=YEARLY;RSCALE=CHINESE",
    ]

    @Test(arguments: held)
    func aRuleThatCanBeHeldComesToLibicalsDates(row: Row) throws {
        let rule = try RecurrenceRule(row.rule)
        #expect(rule.calendarEvent(from: row.start, shiftedBy: 0) == row.event)
        let event = try CalendarSpec.onCalendar(try #require(row.event)).rule()
        let names =
            row.isWithinDay
            ? ["UTC"] : ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]
        for name in names {
            let zone = CalendarZone.named(name)
            let start = CalendarTime(wall: row.start, isDay: false, zone: zone)
            let first = try #require(start.instant)
            let ours = event.next(
                count: 130,
                after: first.advanced(byMicroseconds: -1),
                in: zone.rules
            )
            let theirs = try CalendarDates(rule.textWithoutUntil, from: start).prefix(130)
                .map { try #require(zone.instant(of: $0)) }
            #expect(ours == theirs, "\(row.rule) in \(name)")
        }
    }

    @Test(arguments: notHeld)
    func whatCannotBeHeldIsNotTriedWith(text: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.calendarEvent(from: Self.day(2), shiftedBy: 0) == nil)
    }

    @Test(
        arguments: [
            ("FREQ=DAILY", -900, "*-*-* 2:15:0"), ("FREQ=DAILY", -9_001, "*-*-* 23:59:59"),
            ("FREQ=WEEKLY;BYDAY=MO,TU", -86_400, "Sun,Mon *-*-* 2:30:0"),
            ("FREQ=WEEKLY", 86_400 * 3, "Fri *-*-* 2:30:0"), ("FREQ=MONTHLY", -60, "*-*-2 2:29:0"),
            ("FREQ=MONTHLY", -86_400, nil), ("FREQ=DAILY;BYHOUR=9,10", -60, nil),
        ] as [(String, Int, String?)]
    )
    func anAlarmMovesTheRule(text: String, shift: Int, event: String?) throws {
        #expect(
            try RecurrenceRule(text).calendarEvent(from: Self.day(2), shiftedBy: shift) == event
        )
    }

    @Test(arguments: [
        "Mon..Fri 09:55", "*-*-1,15 8:00", "*-*~1 8:00", "*-2-29 9:00", "Sat *-*-* 9,17:0/30",
        "Fri *-*-13 8:00", "hourly",
    ])
    func aRuleOfOursIsSaidInTheCalendarsWords(text: String) throws {
        let rule = try CalendarSpec.onCalendar(text).rule()
        let words = try #require(rule.recurrenceRule)
        let dates = rule.next(count: 130, after: Instant(seconds: 1_800_000_000), in: FixedZone.utc)
        let start = CalendarTime(
            wall: WallTime(dates[0], in: FixedZone.utc),
            isDay: false,
            zone: .utc
        )
        let theirs = try CalendarDates(words, from: start).prefix(130).map {
            try #require(CalendarZone.utc.instant(of: $0))
        }
        #expect(dates == theirs, "\(words)")
    }

    @Test func turnsOfAWeekdayAreSaidToo() throws {
        var components = CalendarComponents()
        (components.weekday, components.weekdayOrdinal, components.hour) = (3, -1, 9)
        let rule = try CalendarSpec.components(components).rule()
        #expect(
            rule.recurrenceRule == "FREQ=MONTHLY;BYDAY=-1TU;BYHOUR=9;BYMINUTE=0;BYSECOND=0"
        )
        #expect(try CalendarSpec.onCalendar("2027-*-* 9:00").rule().recurrenceRule == nil)
        #expect(try CalendarSpec.cron("0 9 13 * 5").rule().recurrenceRule == nil)
    }

    @Test(arguments: [
        ("", "RRULE: FREQ is missing or unknown"), ("FREQ=X", "RRULE: FREQ is missing or unknown"),
        ("FREQ=DAILY;COUNT=0", "RRULE: COUNT is not a number from 1"),
        ("FREQ=DAILY;INTERVAL=x", "RRULE: INTERVAL is not a number from 1"),
        ("FREQ=DAILY;FREQ=DAILY", "RRULE: FREQ is given twice"),
        ("FREQ=DAILY;BYX=1", "RRULE: the part \"BYX\" is unknown"),
        ("FREQ", "RRULE: \"FREQ\" is not NAME=VALUE"),
    ])
    func whatIsNoRuleIsNamed(text: String, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try RecurrenceRule(text) }
        #expect(error?.message == message)
    }
}
