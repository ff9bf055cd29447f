import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Events and to-dos as requests.
///
/// It is 08:00 UTC on Friday 2027-01-15.
@Suite struct EventReaderTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private static func read(_ body: String) throws -> ReadEvents {
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(body)\nEND:VCALENDAR\r\n"
        let checked = try CheckedCalendar(Array(text.utf8))
        let calendar = try #require(try CalendarNode.reading(checked).first)
        return try EventReader(calendar, now: now).read
    }

    private static func event(_ lines: String, alarm: String = "") -> String {
        let alarm =
            alarm.isEmpty ? "" : "BEGIN:VALARM\nACTION:DISPLAY\n\(alarm)\nEND:VALARM\n"
        return "BEGIN:VEVENT\nUID:u\nSUMMARY:T\n\(lines)\n\(alarm)END:VEVENT"
    }

    private static func words(_ read: ReadEvents) -> [String] {
        read.requests.map {
            "\($0.request.identifier): \($0.request.words(in: FixedZone.utc, after: .distantPast))"
        }
    }

    @Test(
        arguments: [
            ("DTSTART:20270301T090000Z", "", ["u: once, on 1 March 2027 at 09:00 in UTC"]),
            ("DTSTART:20270301T090000", "", ["u: once, on 1 March 2027 at 09:00"]),
            (
                "DTSTART;TZID=Europe/Berlin:20270301T090000", "TRIGGER:-PT15M",
                ["u: once, on 1 March 2027 at 08:45 in Europe/Berlin"]
            ),
            (
                "DTSTART;TZID=W. Europe Standard Time:20270301T090000", "TRIGGER:-P1D",
                ["u: once, on 28 February 2027 at 09:00 in Europe/Berlin"]
            ),
            (
                "DTSTART:20270301T090000Z\nDTEND:20270301T103000Z", "TRIGGER;RELATED=END:-PT5M",
                ["u: once, on 1 March 2027 at 10:25 in UTC"]
            ),
            (
                "DTSTART:20270301T090000Z\nDURATION:PT1H", "TRIGGER;RELATED=END:PT0S",
                ["u: once, on 1 March 2027 at 10:00 in UTC"]
            ),
            (
                "DTSTART:20270301T090000Z", "TRIGGER;VALUE=DATE-TIME:20270228T200000Z",
                ["u: once, on 28 February 2027 at 20:00 in UTC"]
            ),
            (
                "DTSTART:20270301T090000Z", "TRIGGER:-PT10M\nREPEAT:2\nDURATION:PT5M",
                [
                    "u: once, on 1 March 2027 at 08:50 in UTC",
                    "u/alarm 2: once, on 1 March 2027 at 08:55 in UTC",
                    "u/alarm 3: once, on 1 March 2027 at 09:00 in UTC",
                ]
            ),
            (
                "DTSTART;VALUE=DATE:20270301", "TRIGGER:-PT12H",
                ["u: once, on 28 February 2027 at 12:00"]
            ),
            ("DTSTART;VALUE=DATE:20270301", "", ["u: once, on 1 March 2027 at 09:00"]),
            ("DTSTART:20200101T090000Z", "", []),
            (
                "DTSTART;TZID=Europe/Berlin:20200107T140000\nRRULE:FREQ=WEEKLY", "TRIGGER:-PT15M",
                ["u: every Tuesday at 13:45 in Europe/Berlin"]
            ),
            (
                "DTSTART:20270112T140000\nRRULE:FREQ=WEEKLY;COUNT=5", "",
                ["u: every Tuesday at 14:00, 4 times"]
            ),
            (
                "DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;UNTIL=20270301T140000Z", "",
                ["u: every Tuesday at 14:00 in UTC, until 2027-03-01 14:00"]
            ),
            (
                "DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20270119T140000Z\nRDATE:20270120T100000Z",
                "",
                [
                    "u/2027-01-20 10:00: once, on 20 January 2027 at 10:00 in UTC",
                    "u/2027-01-26 14:00: once, on 26 January 2027 at 14:00 in UTC",
                ]
            ),
            (
                "DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3", "",
                [
                    "u/2027-01-26 14:00: once, on 26 January 2027 at 14:00 in UTC",
                    "u/2027-02-09 14:00: once, on 9 February 2027 at 14:00 in UTC",
                ]
            ),
            // It begins later than the rule's next date.
            (
                "DTSTART:20270202T140000Z\nRRULE:FREQ=WEEKLY;COUNT=2", "",
                [
                    "u/2027-02-02 14:00: once, on 2 February 2027 at 14:00 in UTC",
                    "u/2027-02-09 14:00: once, on 9 February 2027 at 14:00 in UTC",
                ]
            ),
        ] as [(String, String, [String])]
    )
    func anEventIsUnderstood(lines: String, alarm: String, expected: [String]) throws {
        #expect(Self.words(try Self.read(Self.event(lines, alarm: alarm))) == expected)
    }

    @Test func allThatAnEventSaysIsShown() throws {
        let read = try Self.read(
            """
            BEGIN:VTODO
            UID:todo
            SUMMARY:Tax\\, at last
            DESCRIPTION:one\\ntwo
            LOCATION:Room 2
            URL:https://example.org/a
            DUE:20270301T090000Z
            BEGIN:VALARM
            ACTION:AUDIO
            TRIGGER:-PT1H
            END:VALARM
            END:VTODO
            """
        )
        let request = try #require(read.requests.first?.request)
        #expect(read.requests.map(\.line) == [4])
        #expect(request.content.title == "Tax, at last")
        #expect(request.content.body == "one\ntwo")
        #expect(request.content.subtitle == "Room 2")
        #expect(request.content.sound == .standard)
        #expect(request.openURL == "https://example.org/a")
        #expect(request.appID == AgentNames.app)
    }

    @Test func oneDateOfManyIsReplaced() throws {
        let read = try Self.read(
            Self.event("DTSTART:20270119T140000Z\nRRULE:FREQ=WEEKLY;COUNT=3") + "\n"
                + Self.event("RECURRENCE-ID:20270126T140000Z\nDTSTART:20270127T150000Z")
        )
        #expect(
            Self.words(read) == [
                "u/2027-01-19 14:00: once, on 19 January 2027 at 14:00 in UTC",
                "u/2027-02-02 14:00: once, on 2 February 2027 at 14:00 in UTC",
                "u/20270126T140000Z: once, on 27 January 2027 at 15:00 in UTC",
            ]
        )
    }

    @Test func whatIsEndlessAndNoRuleOfOursIsTakenForAWhileAndSaidSo() throws {
        let read = try Self.read(
            Self.event("DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2")
        )
        #expect(read.requests.count == 100)
        #expect(
            read.remarks == [
                "line 4, \"T\": RRULE \"FREQ=WEEKLY;INTERVAL=2\" cannot be stored as one rule; its next 100 "
                    + "dates are imported, up to 2030-11-12: import it again before then"
            ]
        )
    }

    @Test func whatBeginsLaterIsOneRequestFromTheNextYearOn() throws {
        let read = try Self.read(
            Self.event(
                "DTSTART;TZID=Europe/Berlin:20271221T140000\nRRULE:FREQ=WEEKLY",
                alarm: "TRIGGER:-PT15M"
            )
        )
        #expect(read.remarks == [])
        #expect(
            read.requests.map(\.request.identifier) == [
                "u/2027-12-21 14:00", "u/2027-12-28 14:00", "u",
            ]
        )
        #expect(
            read.requests.last?.request.trigger
                == .calendar(
                    CalendarTrigger(
                        spec: .onCalendar("Tue 2028..9999-*-* 13:45:0"),
                        timeZone: "Europe/Berlin",
                        repeats: true
                    )
                )
        )
    }

    @Test(arguments: [
        ("STATUS:CANCELLED", "it is cancelled; left out"), ("X-A:b", "it has no date; left out"),
    ])
    func whatIsLeftOutIsSaid(line: String, remark: String) throws {
        let read = try Self.read(Self.event(line))
        #expect(read.requests.isEmpty)
        #expect(read.remarks == ["line 4, \"T\": \(remark)"])
    }

    @Test(arguments: [
        (
            "DTSTART;TZID=Mars/Base:20270301T090000",
            "line 4, \"T\": DTSTART: the time zone \"Mars/Base\" is unknown; write a "
                + "name such as Europe/Berlin, or the date in UTC"
        ),
        (
            "DTSTART:20270301T090000Z\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=5000",
            "line 4, \"T\": RRULE \"FREQ=DAILY;INTERVAL=2;COUNT=5000\" has more than 1000 dates and cannot be "
                + "stored as one rule; let it end earlier"
        ),
        (
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20270126T140000Z\nDTSTART:20270127T150000Z",
            "line 4, \"T\": RECURRENCE-ID with RANGE changes all later dates, which is not supported; end the "
                + "rule there and write a new event"
        ),
    ])
    func whatCannotBeHeldIsRefusedWithItsPart(lines: String, message: String) {
        let error = #expect(throws: RequestError.self) { try Self.read(Self.event(lines)) }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("", "the file has no calendar"),
        ("garbage", "line 1: a calendar must start with BEGIN:VCALENDAR"),
        ("BEGIN:VCALENDAR\nEND:VEVENT\n", "line 2: END:VEVENT has no BEGIN:VEVENT"),
        ("BEGIN:VCALENDAR\nVERSION:2.0\n", "line 3: the file ends before END:VCALENDAR"),
        ("BEGIN:VCALENDAR\nX:\u{0}\n", "line 2: it has the control character U+0000"),
        (
            String(repeating: "BEGIN:VEVENT\n", count: 1_000),
            "line 9: components are nested deeper than 8 levels"
        ),
    ])
    func whatIsNoCalendarIsRefusedWithItsLine(text: String, message: String) {
        let error = #expect(throws: RequestError.self) { try CheckedCalendar(Array(text.utf8)) }
        #expect(error?.message == message)
    }

    /// libical moves a date that is not there, and counts lengths in 32 bits.
    @Test(arguments: [
        "20261301T090000", "20270230T090000", "20261201T250000Z", "20261201T236000",
        "20260229", "00000101",
    ])
    func aDateThatIsNotThereIsRefused(date: String) {
        let error = #expect(throws: RequestError.self) {
            try Self.read(Self.event("DTSTART:\(date)"))
        }
        #expect(error?.message == "line 4, \"T\": DTSTART: \"\(date)\" is not a date")
    }

    @Test(arguments: [
        ("-P99999999999D", "longer than a century"), ("-PT3000000000S", "longer than a century"),
        ("-P5000000W", "longer than a century"), ("-PT", "not a duration"), ("P", "not a duration"),
    ])
    func aLengthThatIsNoneIsRefused(trigger: String, reason: String) {
        let error = #expect(throws: RequestError.self) {
            try Self.read(Self.event("DTSTART:20270301T090000Z", alarm: "TRIGGER:\(trigger)"))
        }
        #expect(
            error?.message.contains("\"\(trigger)\" is \(reason)") == true,
            "\(error?.message ?? "")"
        )
    }

    @Test func anAlarmFarBeforeItsEventIsPast() throws {
        let read = try Self.read(Self.event("DTSTART:20270301T090000Z", alarm: "TRIGGER:-P25000D"))
        #expect(read.requests.isEmpty)
        #expect(read.past == 1)
    }

    @Test func aPropertyHasItsBound() {
        let long = "BEGIN:VCALENDAR\nX:" + String(repeating: "x\n ", count: 600_000)
        let error = #expect(throws: RequestError.self) { try CheckedCalendar(Array(long.utf8)) }
        #expect(error?.message.contains("a property is longer than 1 MiB") == true)
    }

    @Test func bytesThatAreNoTextAndTooManyAreRefused() {
        let bad = Array("BEGIN:VCALENDAR\nX:".utf8) + [0xFF, 0x0A]
        let error = #expect(throws: RequestError.self) { try CheckedCalendar(bad) }
        #expect(error?.message == "line 2: the text is not valid UTF-8")
        let large = [UInt8](repeating: 0x20, count: CheckedCalendar.maxBytes + 1)
        let other = #expect(throws: RequestError.self) { try CheckedCalendar(large) }
        #expect(other?.message == "the file has more than 32 MiB; split it")
    }
}
