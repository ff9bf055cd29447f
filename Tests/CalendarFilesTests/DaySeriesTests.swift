import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Series of days whose single dates have times, as Outlook writes them.
@Suite struct DaySeriesTests {
    private static let series = [
        "SUMMARY:A", "DTSTART;VALUE=DATE:20270414", "RRULE:FREQ=DAILY;COUNT=3",
    ]

    private static func dates(_ parts: String...) throws -> [String] {
        let lines = ["BEGIN:VCALENDAR"] + parts + ["END:VCALENDAR\n"]
        return try ReadCalendar(bytes: Array(lines.joined(separator: "\n").utf8)).dates(9)
    }

    private static func event(_ lines: [String]) -> String {
        ReadCalendar.event(lines.joined(separator: "\n"))
    }

    static let days = [
        ";TZID=GMT Standard Time:20270415T000000", ";TZID=Europe/Berlin:20270415T000000",
        ":20270415T000000", ":20270415T000000Z", ";VALUE=DATE:20270415",
        // Midnight in Berlin and in New York.
        ":20270414T220000Z", ":20270415T040000Z", ";VALUE=DATE:20270415T000000",
        // A zone that nobody knows.
        ";TZID=Customized Time Zone:20270415T000000",
    ]

    @Test("Midnight of any zone names a day that is moved, cancelled or left out", arguments: days)
    func aNamedDay(date: String) throws {
        let moved = ["SUMMARY:B", "RECURRENCE-ID\(date)", "DTSTART;VALUE=DATE:20270420"]
        #expect(
            try Self.dates(Self.event(Self.series), Self.event(moved)) == [
                "2027-04-14 09:00 A", "2027-04-16 09:00 A", "2027-04-20 09:00 B",
            ]
        )
        let rest = ["2027-04-14 09:00 A", "2027-04-16 09:00 A"]
        let cancelled = ["RECURRENCE-ID\(date)", "DTSTART;VALUE=DATE:20270415", "STATUS:CANCELLED"]
        #expect(try Self.dates(Self.event(Self.series), Self.event(cancelled)) == rest)
        #expect(try Self.dates(Self.event(Self.series + ["EXDATE\(date)"])) == rest)
    }

    @Test("Midnight of any zone names a day that is added", arguments: days)
    func anAddedDay(date: String) throws {
        #expect(
            try Self.dates(
                Self.event(["SUMMARY:A", "DTSTART;VALUE=DATE:20270413", "RDATE\(date)"])
            ) == ["2027-04-13 09:00 A", "2027-04-15 09:00 A"]
        )
    }

    @Test(
        "A rule of days ends with the day that its end names",
        arguments: [
            "20270415", "20270415T000000", "20270415T000000Z", "20270415T235959Z",
            "20270414T220000Z",
            "20270415T215959Z", "20270416T035959Z",
        ]
    )
    func anEnd(until: String) throws {
        #expect(
            try Self.dates(
                Self.event(
                    ["SUMMARY:A", "DTSTART;VALUE=DATE:20270414", "RRULE:FREQ=DAILY;UNTIL=\(until)"]
                )
            ) == ["2027-04-14 09:00 A", "2027-04-15 09:00 A"]
        )
    }

    @Test(
        "A day is one without a time, whatever its zone is called",
        arguments: [
            "DTSTART;VALUE=DATE:20261222T000000",
            "DTSTART;VALUE=DATE;TZID=America/New_York:20261222",
            "DTSTART:20261222", "DTSTART;VALUE=DATE;TZID=Mars/Base:20261222T000000",
        ]
    )
    func aDay(start: String) throws {
        let read = try ReadCalendar(ReadCalendar.event("SUMMARY:A", start, "RRULE:FREQ=YEARLY"))
        #expect(try read.dates(1) == ["2027-12-22 09:00 A"])
    }

    @Test("An event that an earlier version read otherwise has changed")
    func digests() throws {
        let digests = try [":20270415T000000Z", ";VALUE=DATE:20270415"].map { date in
            try ReadCalendar(
                Self.event(Self.series),
                Self.event(["RECURRENCE-ID\(date)", "DTSTART;VALUE=DATE:20270420"])
            ).read.events.first?.requests.first?.digest
        }
        #expect(digests.first != digests.last)
    }
}
