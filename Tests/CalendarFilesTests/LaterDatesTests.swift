import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// `RANGE=THISANDFUTURE`: a component changes its date and all later ones.
///
/// The dates are those of recurring-ical-events 3.8.2, which Debian does not have yet, unless a comment says otherwise.
@Suite struct LaterDatesTests {
    /// 2027-01-01 at midnight in UTC.
    private static let newYear = Instant(seconds: 1_798_761_600)
    private static let series = ReadCalendar.event(
        "SUMMARY:A",
        "DTSTART;TZID=Europe/Berlin:20270105T140000",
        "RRULE:FREQ=WEEKLY;COUNT=8"
    )

    private static func change(
        _ date: String,
        _ start: String,
        _ lines: String...,
        range: String = ";RANGE=THISANDFUTURE"
    ) -> String {
        ReadCalendar.event(
            (["RECURRENCE-ID\(range);TZID=Europe/Berlin:\(date)"]
                + ["DTSTART;TZID=Europe/Berlin:\(start)"] + lines).joined(separator: "\n")
        )
    }

    private static func dates(_ parts: String..., count: Int = 10) throws -> [String] {
        let lines = ["BEGIN:VCALENDAR"] + parts + ["END:VCALENDAR\n"]
        let bytes = Array(lines.joined(separator: "\n").utf8)
        let read = try ReadCalendar(bytes: bytes, now: newYear)
        #expect(read.remarks == [])
        return try read.dates(count, after: .distantPast)
    }

    @Test("A change of the time holds for all later dates")
    func time() throws {
        #expect(
            try Self.dates(
                Self.series,
                Self.change("20270119T140000", "20270119T153000", "SUMMARY:B")
            )
                == [
                    "2027-01-05 14:00 A", "2027-01-12 14:00 A", "2027-01-19 15:30 B",
                    "2027-01-26 15:30 B", "2027-02-02 15:30 B", "2027-02-09 15:30 B",
                    "2027-02-16 15:30 B", "2027-02-23 15:30 B",
                ]
        )
    }

    @Test("A change of the day holds for all later dates, and a later change begins at its own")
    func stacked() throws {
        #expect(
            try Self.dates(
                Self.series,
                Self.change("20270209T140000", "20270209T090000", "SUMMARY:C"),
                Self.change("20270119T140000", "20270120T140000", "SUMMARY:B")
            ) == [
                "2027-01-05 14:00 A", "2027-01-12 14:00 A", "2027-01-20 14:00 B",
                "2027-01-27 14:00 B", "2027-02-03 14:00 B", "2027-02-09 09:00 C",
                "2027-02-16 09:00 C", "2027-02-23 09:00 C",
            ]
        )
    }

    @Test(
        "A date is moved or left out after a change, by its first date or its changed one",
        arguments: ["20270202T140000", "20270203T140000"]
    )
    func withSingleDates(moved: String) throws {
        let series = Self.series.replacing(
            "\nEND:VEVENT",
            with: "\nEXDATE;TZID=Europe/Berlin:20270216T140000\nEND:VEVENT"
        )
        let dates = try Self.dates(
            series,
            Self.change("20270119T140000", "20270120T140000", "SUMMARY:B"),
            Self.change(moved, "20270204T100000", "SUMMARY:P", range: "")
        )
        #expect(
            dates == [
                "2027-01-05 14:00 A", "2027-01-12 14:00 A", "2027-01-20 14:00 B",
                "2027-01-27 14:00 B", "2027-02-04 10:00 P", "2027-02-10 14:00 B",
                "2027-02-24 14:00 B",
            ]
        )
    }

    /// A file of the tests of recurring-ical-events; here a day is a whole one, also as the end of a rule.
    @Test("Changes that move the day, the time and the length follow each other")
    func aPublicFile() throws {
        let read = try ReadCalendar(
            bytes: Array(
                """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                UID:210
                DTSTART:20240901T120000Z
                DTEND:20240901T140000Z
                RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20250919
                RDATE:20240914T090000Z
                SEQUENCE:0
                SUMMARY:A
                END:VEVENT
                BEGIN:VEVENT
                UID:210
                RECURRENCE-ID;RANGE=THISANDFUTURE:20240913T120000Z
                DTSTART:20240913T090000Z
                DTEND:20240913T160000Z
                SEQUENCE:1
                SUMMARY:B
                END:VEVENT
                BEGIN:VEVENT
                UID:210
                RECURRENCE-ID:20240915T120000Z
                DTSTART:20240915T170000Z
                DTEND:20240915T190000Z
                SEQUENCE:1
                SUMMARY:B
                END:VEVENT
                BEGIN:VEVENT
                UID:210
                RECURRENCE-ID;RANGE=THISANDFUTURE:20240921T120000Z
                DTSTART:20240922T142200Z
                DTEND:20240922T161300Z
                SEQUENCE:1
                SUMMARY:C
                END:VEVENT
                END:VCALENDAR

                """.utf8
            ),
            now: Instant(seconds: 1_725_000_000)
        )
        let dates = try read.dates(400, after: .distantPast)
        #expect(
            dates.prefix(14) == [
                "2024-09-01 12:00 A", "2024-09-03 12:00 A", "2024-09-05 12:00 A",
                "2024-09-07 12:00 A", "2024-09-09 12:00 A", "2024-09-11 12:00 A",
                "2024-09-13 09:00 B", "2024-09-14 06:00 B", "2024-09-15 17:00 B",
                "2024-09-17 09:00 B", "2024-09-19 09:00 B", "2024-09-22 14:22 C",
                "2024-09-24 14:22 C", "2024-09-26 14:22 C",
            ]
        )
        #expect(dates.count == 193)
        #expect(dates.last == "2025-09-19 14:22 C")
    }

    @Test("A series is cancelled from a date on")
    func cancelled() throws {
        let read = try ReadCalendar(
            Self.series,
            Self.change("20270202T140000", "20270202T140000", "STATUS:CANCELLED")
        )
        #expect(try read.dates(9) == ["2027-01-19 14:00 A", "2027-01-26 14:00 A"])
        #expect(read.remarks == ["line 8, \"u\": it is cancelled; left out"])
    }

    @Test("Later dates have the alarms of the change, whose times count from the moved dates")
    func alarms() throws {
        let alarm = ReadCalendar.alarm("TRIGGER;RELATED=END:-PT5M")
        #expect(
            try Self.dates(
                Self.series.replacing(
                    "\nEND:VEVENT",
                    with: "\n\(ReadCalendar.alarm("TRIGGER:-PT15M"))\nEND:VEVENT"
                ),
                Self.change(
                    "20270216T140000",
                    "20270217T150000",
                    "SUMMARY:B",
                    "DURATION:PT2H",
                    alarm
                ),
                count: 8
            ).suffix(3) == ["2027-02-09 13:45 A", "2027-02-17 16:55 B", "2027-02-24 16:55 B"]
        )
    }

    @Test("An added date after a change is changed, and the rule ends as before")
    func addedDates() throws {
        let series = ReadCalendar.event(
            "SUMMARY:A",
            "DTSTART;TZID=Europe/Berlin:20270105T140000",
            "RRULE:FREQ=WEEKLY;UNTIL=20270202T130000Z",
            "RDATE;TZID=Europe/Berlin:20270110T140000,20270207T140000"
        )
        #expect(
            try Self.dates(series, Self.change("20270119T140000", "20270119T160000", "SUMMARY:B"))
                == [
                    "2027-01-05 14:00 A", "2027-01-10 14:00 A", "2027-01-12 14:00 A",
                    "2027-01-19 16:00 B", "2027-01-26 16:00 B", "2027-02-02 16:00 B",
                    "2027-02-07 16:00 B",
                ]
        )
    }

    /// By hand: the clock goes forward on 28 March 2027.
    @Test("A changed time keeps the time of day across a change of the clock")
    func acrossClockChange() throws {
        let series = ReadCalendar.event(
            "SUMMARY:A",
            "DTSTART;VALUE=DATE:20270326",
            "RRULE:FREQ=DAILY;COUNT=4"
        )
        let change = ReadCalendar.event(
            "SUMMARY:B",
            "RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270327",
            "DTSTART;TZID=Europe/Berlin:20270327T103000"
        )
        let read = try ReadCalendar(series, change)
        #expect(
            try read.dates(9) == [
                "2027-03-26 09:00 A", "2027-03-27 10:30 B", "2027-03-28 10:30 B",
                "2027-03-29 10:30 B",
            ]
        )
    }

    /// By hand.
    @Test(
        "A rule that cannot say the new days keeps its own, and the dates are moved",
        arguments: [
            (
                "FREQ=MONTHLY;BYDAY=1TU;COUNT=4", "20270202T140000", "20270203T140000",
                [
                    "2027-01-05 14:00 A", "2027-02-03 14:00 B", "2027-03-03 14:00 B",
                    "2027-04-07 14:00 B",
                ]
            ),
            (
                "FREQ=DAILY;BYHOUR=14,18;COUNT=5", "20270106T140000", "20270106T143000",
                [
                    "2027-01-05 14:00 A", "2027-01-05 18:00 A", "2027-01-06 14:30 B",
                    "2027-01-06 18:30 B", "2027-01-07 14:30 B",
                ]
            ),
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=5", "20270117T140000",
                "20270118T140000",
                [
                    "2027-01-05 14:00 A", "2027-01-10 14:00 A", "2027-01-20 14:00 B",
                    "2027-01-25 14:00 B", "2027-02-03 14:00 B",
                ]
            ),
        ]
    )
    func otherRules(rule: String, date: String, start: String, expected: [String]) throws {
        let series = ReadCalendar.event(
            "SUMMARY:A",
            "DTSTART;TZID=Europe/Berlin:20270105T140000",
            "RRULE:\(rule)"
        )
        #expect(try Self.dates(series, Self.change(date, start, "SUMMARY:B")) == expected)
    }

    @Test("A change without its series is one date")
    func withoutSeries() throws {
        let read = try ReadCalendar(Self.change("20270119T140000", "20270120T140000", "SUMMARY:B"))
        #expect(try read.dates() == ["2027-01-20 14:00 B"])
        #expect(
            read.remarks == [
                "line 4, \"B\": RECURRENCE-ID: the series is not in the file; this date alone is taken"
            ]
        )
    }

    @Test("What a request of later dates is compared by follows the series")
    func digests() throws {
        let change = Self.change("20270119T140000", "20270120T140000", "SUMMARY:B")
        let digests = try [Self.series, Self.series.replacing("COUNT=8", with: "COUNT=9")].map {
            try ReadCalendar($0, change).read.events.first?.requests.map(\.digest) ?? []
        }
        #expect(digests.map(\.count) == [1, 1])
        #expect(digests.first != digests.last)
    }
}
