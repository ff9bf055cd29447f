import NotifyCore
import Testing

@testable import CalendarFiles

/// Rules as an export has them.
@Suite struct RecurrenceTests {
    /// A Sunday, 21 February 2027, 09:00 UTC.
    private static let now = Instant(seconds: 1_803_200_400)

    private static func exported(
        _ spec: CalendarSpec,
        monthEnd: Bool = false,
        times: Int? = nil,
        until: Instant? = nil
    ) throws -> ExportedSeries {
        let trigger = CalendarTrigger(spec: spec, repeats: true, monthEnd: monthEnd)
        var request = NotificationRequest(
            appID: "a",
            identifier: "i",
            content: NotificationContent(title: "T"),
            trigger: .calendar(trigger)
        )
        (request.options.times, request.options.until) = (times, until)
        let due = try #require(trigger.rule().next(after: now, in: FixedZone.utc))
        return ExportedSeries(of: request, due: due, fired: 0, in: .utc, now: now)
    }

    /// A reminder that does not repeat has an alarm before the start of its event.
    @Test(
        arguments: [
            (EventStart(.after(seconds: 600)), "DTSTART:20270301T140000\nX-OFFSET:-600", false),
            (EventStart(.after(seconds: -600)), "DTSTART:20270301T134000\nX-OFFSET:600", false),
            (
                EventStart(.at(Instant(seconds: 1_803_996_600))),
                "DTSTART:20270302T141000\nX-OFFSET:-87600", false
            ),
        ] as [(EventStart, String, Bool)]
    )
    func aReminderHasTheStartOfItsEvent(event: EventStart, text: String, isDay: Bool) throws {
        let due = Instant(seconds: 1_803_909_000)
        let trigger = DateSpec.instant(due).trigger(timeZone: nil)
        let request = NotificationRequest(
            appID: "a",
            identifier: "i",
            content: NotificationContent(title: "T", event: event),
            trigger: trigger
        )
        let series = ExportedSeries(of: request, due: due, fired: 0, in: .utc, now: Self.now)
        #expect(series.dates.text == text)
        #expect(series.isDay == isDay)
    }

    @Test func aDayStaysADay() throws {
        let morning = WallTime(
            date: CivilDate(year: 2027, month: 3, day: 1),
            time: CivilTime(hour: 9, minute: 0, second: 0)
        )
        let due = try #require(CalendarZone.floating.instant(of: morning))
        let request = NotificationRequest(
            appID: "a",
            identifier: "i",
            content: NotificationContent(
                title: "T",
                event: EventStart(.after(seconds: -32_400), isDay: true)
            ),
            trigger: .calendar(CalendarTrigger(spec: .components(CalendarComponents(morning))))
        )
        let series = ExportedSeries(of: request, due: due, fired: 0, in: .floating, now: Self.now)
        #expect(series.isDay)
        #expect(series.dates.text == "DTSTART:20270301T000000\nX-OFFSET:32400")
    }

    /// What lies between the present and the next date was skipped.
    @Test func skippedDatesAreExcluded() throws {
        let series = try RecurrenceSeries(
            "DTSTART:20270105T140000\nRRULE:FREQ=WEEKLY;COUNT=50\nX-OFFSET:-900"
        )
        let trigger = CalendarTrigger(spec: .recurrence(series), repeats: true)
        let request = NotificationRequest(
            appID: "a",
            identifier: "i",
            content: NotificationContent(title: "T"),
            trigger: .calendar(trigger)
        )
        let dates = try trigger.rule().next(count: 3, after: Self.now, in: FixedZone.utc)
        let exported = ExportedSeries(
            of: request,
            due: try #require(dates.last),
            fired: 0,
            in: .utc,
            now: Self.now
        )
        #expect(
            exported.dates.text
                == "DTSTART:20270105T140000\nRRULE:FREQ=WEEKLY;COUNT=50\n"
                + "EXDATE:20270223T140000,20270302T140000\nX-OFFSET:-900"
        )
    }

    @Test(
        arguments: [
            ("Tue 14:00", "20270223T140000", "FREQ=WEEKLY;BYDAY=TU"),
            ("Mon..Fri 09:55", "20270222T095500", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("09:00", "20270222T090000", "FREQ=DAILY"),
            ("9,17:0/30", "20270221T093000", "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30"),
            ("*-*~1 8:00", "20270228T080000", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("*-*-1,15 8:00", "20270301T080000", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
            ("*-12-25 8:00", "20271225T080000", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"),
            ("Fri *-*~7/1 17:00", "20270226T170000", "FREQ=MONTHLY;BYDAY=-1FR"),
            ("Mon *-*-8..14 08:00", "20270308T080000", "FREQ=MONTHLY;BYDAY=2MO"),
            ("Fri *-*-13 8:00", "20270813T080000", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR"),
            ("hourly", "20270221T100000", "FREQ=HOURLY"),
            ("Sat *:15", "20270227T001500", "FREQ=HOURLY;BYDAY=SA"),
            ("*:0/15", "20270221T091500", "FREQ=HOURLY;BYMINUTE=0,15,30,45"),
            ("*:*", "20270221T090100", "FREQ=MINUTELY"),
        ]
    )
    func aRuleIsSaidInTheCalendarsWords(event: String, start: String, rule: String) throws {
        let series = try Self.exported(.onCalendar(event))
        #expect(series.isWhole)
        #expect(series.dates.text == "DTSTART:\(start)\nRRULE:\(rule)")
        let ended = try Self.exported(.onCalendar(event), times: 3)
        #expect(ended.dates.rule?.text.contains("COUNT=3") == true)
    }

    @Test(
        arguments: [
            ("*-*-31 8:00", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("*-*-30 8:00", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
            ("*-2-29 8:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
        ]
    )
    func theEndOfAMonthIsSaidToo(event: String, rule: String) throws {
        let series = try Self.exported(.onCalendar(event), monthEnd: true)
        #expect(series.dates.rule?.text == rule)
    }

    @Test(arguments: ["2027..2030-*-* 9:00", "*-*-30 8,9:00"])
    func whatACalendarCannotSayHasItsNextDateAlone(event: String) throws {
        let series = try Self.exported(.onCalendar(event), monthEnd: event.contains("-30 "))
        #expect(!series.isWhole)
        #expect(series.dates.rule == nil)
    }

    @Test func weekdaysAndOrdinalsOfComponentsAreSaid() throws {
        var components = CalendarComponents()
        (components.weekday, components.weekdayOrdinal, components.hour) = (3, -1, 9)
        #expect(
            try Self.exported(.components(components)).dates.rule?.text == "FREQ=MONTHLY;BYDAY=-1TU"
        )
        #expect(try Self.exported(.cron("0 9 13 * 5")).dates.rule == nil)
    }

    @Test func aSeriesIsWrittenWhole() throws {
        let text = """
            DTSTART:20270105T140000
            RRULE:FREQ=WEEKLY;COUNT=50;INTERVAL=2;BYDAY=WE
            EXDATE:20270217T140000,20270303
            RDATE:20270220T100000
            X-OFFSET:-900
            """
        let series = try Self.exported(.recurrence(RecurrenceSeries(text)))
        #expect(series.isWhole)
        // The start is a date of the rule, and single dates have times.
        #expect(
            series.dates.text == """
                DTSTART:20270106T140000
                RRULE:FREQ=WEEKLY;COUNT=50;INTERVAL=2;BYDAY=WE
                EXDATE:20270217T140000,20270303T140000
                RDATE:20270220T100000
                X-OFFSET:-900
                """
        )
    }

    @Test func anEventOfOursHasANameOfItsOwn() {
        let added = Instant(microseconds: 0x1234_5678)
        let own = ExportedEvent.uid(of: "org.notifyschedule.NotifySchedule/a/b", added: added)
        #expect(own == "a/b/12345678@org.notifyschedule")
        #expect(ExportedEvent.identifier(ofUID: own) == "a/b")
        for other in ["a@example.org", "@org.notifyschedule", "a/xyz@org.notifyschedule", "a/b"] {
            #expect(ExportedEvent.identifier(ofUID: other) == other)
        }
    }
}
