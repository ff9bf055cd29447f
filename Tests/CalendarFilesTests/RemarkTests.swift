import NotifyCore
import Testing

@testable import CalendarFiles

/// What an import says: one line for each kind of remark.
@Suite struct RemarkTests {
    private static func days(_ count: Int, _ more: String = "X-A:b") -> String {
        (0..<count).map { number in
            ReadCalendar.event(
                "SUMMARY:Day \(number)",
                "DTSTART;VALUE=DATE:\(20_270_301 + number)",
                more,
                uid: "\(number)"
            )
        }.joined(separator: "\n")
    }

    @Test("What is said of many events is one line with their number")
    func counts() throws {
        #expect(
            try ReadCalendar(Self.days(20)).remarks == [
                "20 events have no alarm and no time; they are shown at 09:00"
            ]
        )
        #expect(
            try ReadCalendar(Self.days(3, "STATUS:CANCELLED")).remarks == [
                "3 events are cancelled; left out"
            ]
        )
        #expect(
            try ReadCalendar(Self.days(1)).remarks == [
                "line 2, \"Day 0\": it has no alarm and no time; it is shown at 09:00"
            ]
        )
    }

    @Test("What is skipped of many events is one line with the first and the lines of the others")
    func problems() throws {
        let read = try ReadCalendar(
            Self.days(5, "EXDATE:soon"),
            ReadCalendar.event("SUMMARY:T", "DTSTART:20270301T090000Z", "EXDATE:x,y")
        )
        #expect(
            read.remarks.first
                == "line 6, \"Day 0\": EXDATE: \"soon\" cannot be read; the line is skipped "
                + "(and 6 more like it: lines 12, 18, 24, …)"
        )
        #expect(read.remarks.count == 2)
        #expect(read.read.problems == Array(read.remarks.prefix(1)))
    }

    @Test("What is said with the line of another event is one line as well")
    func numbers() throws {
        let same = Array(repeating: Self.days(1, "RRULE:FREQ=DAILY"), count: 1_000)
        let repeated = try ReadCalendar(same.joined(separator: "\n"))
        #expect(repeated.remarks.count == 2, "\(repeated.remarks.prefix(9))")
        let older = (0..<1_000).map { Self.days(1, "SEQUENCE:\($0)") }
        let newest = try ReadCalendar(older.joined(separator: "\n"))
        #expect(newest.remarks.count == 2, "\(newest.remarks.prefix(9))")
    }

    @Test(
        "What the registry of iCalendar has, and what programs add, is no warning",
        arguments: [
            "LINK;LINKREL=SOURCE;VALUE=URI:https://example.org", "CONCEPT:https://example.org",
            "REFID:a", "STRUCTURED-DATA;VALUE=URI:https://example.org", "COLOR:red",
            "IMAGE;VALUE=URI:https://example.org", "CONFERENCE;VALUE=URI:https://example.org",
            "STYLED-DESCRIPTION;VALUE=TEXT:<b>x</b>", "PROXIMITY:ARRIVE", "GEO:here", "GEO:",
            "RELATED-TO;RELTYPE=FINISHTOSTART;GAP=PT1H:b",
            "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
            "X-ANY", "X-ANY;A=\"b", "X-NOTHING:", "ATTACH:x", "PRIORITY:high",
            "SHOW-WITHOUT-TIME:TRUE",
        ]
    )
    func standardNames(line: String) throws {
        let read = try ReadCalendar(
            ReadCalendar.event("SUMMARY:T", "DTSTART:20270301T090000Z", line)
        )
        #expect(try read.dates() == ["2027-03-01 09:00 T"])
        #expect(read.remarks == [])
    }

    @Test(
        "What months and years do not have is said, once for each event",
        arguments: [
            (
                "DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY",
                "it fires only in leap years (29 February)"
            ),
            (
                "DTSTART:20270131T090000Z", "RRULE:FREQ=MONTHLY",
                "it skips months without a day 31; for the last day of these write FREQ=MONTHLY;BYMONTHDAY=-1"
            ),
            (
                "DTSTART:20270130T090000Z", "RRULE:FREQ=MONTHLY",
                "it skips months without a day 30; for the last day of these write "
                    + "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
            ),
        ]
    )
    func skippedDays(start: String, rule: String, remark: String) throws {
        let alarm = ReadCalendar.alarm("TRIGGER:-PT5M\nREPEAT:2\nDURATION:PT1M")
        let read = try ReadCalendar(ReadCalendar.event("SUMMARY:T", start, rule, alarm))
        #expect(read.remarks == ["line 2, \"T\": \(remark)"])
        let two = ["a", "b"].map { ReadCalendar.event("SUMMARY:T", start, rule, alarm, uid: $0) }
        #expect(try ReadCalendar(two.joined(separator: "\n")).remarks.count == 1)
    }
}
