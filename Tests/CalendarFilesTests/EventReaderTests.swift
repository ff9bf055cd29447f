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
        return try CalendarFile.reader(of: Array(text.utf8), now: now, trusts: false).read
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
                [
                    "u: 15 min before each of: every week on Tuesday at 14:00, from 7 January 2020 in Europe/Berlin"
                ]
            ),
            (
                "DTSTART:20270112T140000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5",
                "TRIGGER;RELATED=END:-PT5M",
                [
                    "u: 55 min after each of: every week on Tuesday at 14:00, from 12 January 2027, 5 dates"
                ]
            ),
            (
                "DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;UNTIL=20270301T140000Z", "",
                [
                    "u: every week on Tuesday at 14:00, from 12 January 2027, until 2027-03-01 14:00 UTC in UTC"
                ]
            ),
            (
                "DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20270119T140000Z\nRDATE:20270120T100000Z",
                "",
                [
                    "u: every week on Tuesday at 14:00, from 12 January 2027, 3 dates, except on 19 January 2027, "
                        + "also on 20 January 2027 at 10:00 in UTC"
                ]
            ),
            // All that is left is past.
            ("DTSTART:20270104T140000Z\nRRULE:FREQ=WEEKLY;COUNT=2", "", []),
            // The start is a date of the event, also where the rule does not match it.
            (
                "DTSTART:20270120T140000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3", "",
                [
                    "u: every Tuesday at 14:00, from 20 January 2027, 2 dates, also on 20 January 2027 at 14:00 in UTC"
                ]
            ),
            (
                "DTSTART;VALUE=DATE:20270118\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20280118",
                "TRIGGER:-PT12H",
                [
                    "u: 12 h before each of: every year on 18 January at 00:00, from 18 January 2027, "
                        + "except on 18 January 2028"
                ]
            ),
            (
                "DTSTART:20270120T140000Z\nRDATE:20270122T140000Z,20270124T150000Z", "",
                [
                    "u: on 20 January 2027 at 14:00, also on 22 January 2027 at 14:00 and 24 January 2027 at 15:00 in UTC"
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
                "u: every week on Tuesday at 14:00, from 19 January 2027, 3 dates, except on 26 January 2027 in UTC",
                "u/20270126T140000Z: once, on 27 January 2027 at 15:00 in UTC",
            ]
        )
    }

    @Test func aSeriesWithoutAnEndIsOneRequestForEachAlarm() throws {
        let alarms = "TRIGGER:-PT15M\nEND:VALARM\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S"
        let read = try Self.read(
            Self.event(
                "DTSTART:20270112T140000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU\nEXDATE:20270126T140000Z",
                alarm: alarms
            )
        )
        #expect(read.requests.map(\.request.identifier) == ["u", "u/alarm 2"])
        #expect(read.remarks == [])
        let dates = try read.requests.map { entry in
            guard case .calendar(let trigger) = entry.request.trigger else { return [String]() }
            return try trigger.rule().next(count: 3, after: Self.now, in: FixedZone.utc)
                .map { WallTime($0, in: FixedZone.utc).description }
        }
        #expect(
            dates == [
                ["2027-01-25 13:45", "2027-02-08 13:45", "2027-02-09 13:45"],
                ["2027-01-25 14:00", "2027-02-08 14:00", "2027-02-09 14:00"],
            ]
        )
    }

    /// Past dates take no room, and what is too much is refused.
    @Test func excludedDatesHaveABound() throws {
        let past = (0..<1_100).map { number in
            let hour = number / 20 % 14 + 10
            return "EXDATE:202011\(number % 20 + 10)T\(hour > 23 ? 10 : hour)0000Z"
        }
        let many = past.joined(separator: "\n")
        let read = try Self.read(Self.event("DTSTART:20200112T140000Z\nRRULE:FREQ=DAILY\n" + many))
        #expect(read.requests.count == 1)
        let error = #expect(throws: RequestError.self) {
            try Self.read(
                Self.event(
                    "DTSTART:20200112T140000Z\nRRULE:FREQ=DAILY\n"
                        + many.replacing("EXDATE:2020", with: "EXDATE:2099")
                )
            )
        }
        #expect(
            error?.message
                == "line 4, \"T\": 1100 excluded dates are more than the 1000 of a series; leave out past ones"
        )
    }

    /// A reminder may have the start of its event; neither fires it really often nor wakes it the machine.
    @Test(arguments: [
        (#""content":{"title":"T","event":{"offset":600}}"#, true),
        (
            #""content":{"title":"T"},"trigger":{"type":"calendar","onCalendar":"*:0/10","repeats":true}"#,
            true
        ),
        (
            #""content":{"title":"T"},"trigger":{"type":"calendar","onCalendar":"*:*:0/10","repeats":true}"#,
            false
        ),
        (#""content":{"title":"T"},"wake":true"#, false),
    ])
    func aStoredRequestOfAStrangerIsHarmless(fields: String, isHarmless: Bool) {
        let line = #"{"list":"pending","request":{"identifier":"i",\#(fields)}}"#
        #expect(ExportedEvent.isHarmless(Array(line.utf8)) == isHarmless)
    }

    /// Nobody else's calendar fires more often than once a minute.
    @Test(arguments: ["FREQ=SECONDLY;INTERVAL=5", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0,30"])
    func whatFiresReallyOftenIsSkipped(rule: String) throws {
        let body = Self.event("DTSTART:20270301T090000Z\nRRULE:\(rule)")
        let error = #expect(throws: RequestError.self) { try Self.read(body) }
        #expect(
            error?.message
                == "line 8, \"T\": RRULE: it fires more often than once a minute, which needs --trust"
        )
        let text = "BEGIN:VCALENDAR\n\(body)\nEND:VCALENDAR\n"
        let trusted = try CalendarFile.reader(of: Array(text.utf8), now: Self.now, trusts: true)
        #expect(trusted.read.requests.count == 1)
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
            "line 7, \"T\": DTSTART: the time zone \"Mars/Base\" is unknown; write a "
                + "name such as Europe/Berlin, or the date in UTC"
        )
    ])
    func whatCannotBeHeldIsRefusedWithItsPart(lines: String, message: String) {
        let error = #expect(throws: RequestError.self) { try Self.read(Self.event(lines)) }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("", "the file has no calendar"),
        ("garbage", "line 1: a calendar must start with BEGIN:VCALENDAR"),
        (
            String(repeating: "BEGIN:X-A\n", count: 1_000),
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
        #expect(error?.message == "line 7, \"T\": DTSTART: \"\(date)\" is not a date")
    }

    @Test(arguments: [
        ("-P99999999999D", "longer than a century"), ("-PT3000000000S", "longer than a century"),
        ("-P5000000W", "longer than a century"), ("-PT", "not a duration"), ("P", "not a duration"),
    ])
    func aLengthThatIsNoneIsSaid(trigger: String, reason: String) throws {
        let read = try Self.read(
            Self.event("DTSTART:20270301T090000Z", alarm: "TRIGGER:\(trigger)")
        )
        #expect(
            read.remarks == [
                "line 10, \"T\": TRIGGER: \"\(trigger)\" is \(reason); it is shown at its start"
            ]
        )
    }

    @Test func anAlarmFarBeforeItsEventIsPast() throws {
        let read = try Self.read(Self.event("DTSTART:20270301T090000Z", alarm: "TRIGGER:-P25000D"))
        #expect(read.requests.isEmpty)
        #expect(read.past == 1)
    }

    @Test func aFileHasItsBound() {
        let large = [UInt8](repeating: 0x20, count: CheckedCalendar.maxBytes + 1)
        let other = #expect(throws: RequestError.self) { try CheckedCalendar(large) }
        #expect(other?.message == "the file has more than 32 MiB; split it")
    }
}
