import AgentInterface
import NotifyCore
import Testing

@testable import CalendarFiles

/// Versions of events, answers to invitations, and what was dismissed elsewhere, as files have them.
///
/// It is 08:00 UTC on Friday 2027-01-15.
@Suite struct EventVersionTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private static func calendar(_ events: String..., method: String = "") -> String {
        let method = method.isEmpty ? "" : "METHOD:\(method)\n"
        return "BEGIN:VCALENDAR\nVERSION:2.0\n\(method)\(events.joined())END:VCALENDAR\n"
    }

    private static func event(_ title: String, _ lines: String..., uid: String = "u") -> String {
        (["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(title)", "DTSTART:20270301T090000Z"] + lines
            + ["END:VEVENT", ""]).joined(separator: "\n")
    }

    private static func read(_ text: String, _ addresses: [String] = []) throws -> ReadEvents {
        try CalendarFile.reader(
            of: Array(text.utf8),
            now: now,
            trusts: false,
            addresses: addresses
        ).read
    }

    private static func titles(_ read: ReadEvents) -> [String] {
        read.requests.map(\.request.content.title)
    }

    @Test(
        "Of two versions in a file the newer one counts, in any order",
        arguments: [
            ("SEQUENCE:1", "SEQUENCE:2"), ("X-A:b\nDTSTAMP:20270101T000000Z", "SEQUENCE:1"),
            ("SEQUENCE:9", "SEQUENCE:10"), ("X-A:b", "SEQUENCE:1"),
            ("DTSTAMP:20270101T000000Z", "DTSTAMP:20270101T000001Z"),
            (
                "SEQUENCE:1\nDTSTAMP:20270102T000000Z", "SEQUENCE:2\nDTSTAMP:20270101T000000Z"
            ),
            (
                "DTSTAMP:20270101T000000Z\nLAST-MODIFIED:20270101T000000Z",
                "DTSTAMP:20270101T000000Z\nLAST-MODIFIED:20270102T000000Z"
            ),
        ],
        [false, true]
    )
    func theNewerVersionCounts(lines: (String, String), isOlderFirst: Bool) throws {
        let (old, new) = (Self.event("Old", lines.0), Self.event("New", lines.1))
        let read = try Self.read(
            isOlderFirst ? Self.calendar(old, new) : Self.calendar(new, old)
        )
        #expect(Self.titles(read) == ["New"])
        #expect(read.remarks.count == 1)
        #expect(
            read.remarks.first?.contains("it is an older version of the event at line") == true,
            "\(read.remarks)"
        )
    }

    @Test("A message that cancels an event is one of its versions") func cancellationsAreVersions()
        throws
    {
        let request = Self.calendar(Self.event("T", "SEQUENCE:1"), method: "REQUEST")
        let cancel = Self.calendar(Self.event("T", "SEQUENCE:2"), method: "CANCEL")
        let late = Self.calendar(Self.event("T", "SEQUENCE:3"), method: "REQUEST")
        #expect(Self.titles(try Self.read(request + cancel)) == [])
        #expect(Self.titles(try Self.read(cancel + request)) == [])
        #expect(Self.titles(try Self.read(late + cancel)) == ["T"])
    }

    @Test(
        "The answer to an invitation is no event",
        arguments: ["REPLY", "reply", "COUNTER", "DECLINECOUNTER", "REFRESH"]
    )
    func answersAreNoEvents(method: String) throws {
        let read = try Self.read(Self.calendar(Self.event("T"), method: method))
        #expect(read.requests.isEmpty)
        #expect(read.events.isEmpty)
        #expect(read.remarks.count == 1)
        #expect(read.remarks.first?.hasSuffix(", and no event; left out") == true)
    }

    @Test(
        "An event that the user has declined is left out",
        arguments: [
            ("ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org", []),
            ("ATTENDEE;PARTSTAT=declined:MAILTO:Me@Example.org", []),
            ("ATTENDEE;PARTSTAT=DECLINED;EMAIL=me@example.org:urn:uuid:1", []),
            ("ATTENDEE;PARTSTAT=DECLINED:mailto:you@example.org", ["T"]),
            ("ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org", ["T"]),
            ("ATTENDEE:mailto:me@example.org", ["T"]),
            (
                "ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org\nATTENDEE;PARTSTAT=ACCEPTED:mailto:i@b.example",
                ["T"]
            ),
        ] as [(String, [String])]
    )
    func declinedEventsAreLeftOut(line: String, titles: [String]) throws {
        let text = Self.calendar(Self.event("T", line))
        let read = try Self.read(text, ["me@example.org", "i@b.example"])
        #expect(Self.titles(read) == titles)
        #expect(Self.titles(try Self.read(text)) == ["T"])
    }

    @Test("A date of a series that the user has declined is left out") func aDeclinedDateIsLeftOut()
        throws
    {
        let text = Self.calendar(
            Self.event("T", "RRULE:FREQ=DAILY;COUNT=3"),
            Self.event(
                "T",
                "RECURRENCE-ID:20270302T090000Z",
                "ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org"
            )
        )
        let read = try Self.read(text, ["me@example.org"])
        #expect(read.requests.map(\.request.identifier) == ["u"])
        #expect(
            read.requests.first?.request.words(in: FixedZone.utc, after: .distantPast)
                .contains("except on 2 March 2027") == true
        )
    }

    @Test("What other programs note of dismissed alarms is about those parts") func dismissals()
        throws
    {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\n"
        let text = Self.calendar(
            Self.event(
                "T",
                "X-MOZ-LASTACK:20270110T000000Z",
                "\(alarm)ACKNOWLEDGED:20270111T000000Z\nEND:VALARM",
                "\(alarm)END:VALARM"
            )
        )
        let read = try Self.read(text)
        let entry = try #require(read.events.first?.entry)
        #expect(
            entry.acknowledged == [
                EventAcknowledgement(part: "", date: Instant(seconds: 1_799_539_200)),
                EventAcknowledgement(part: "#1#", date: Instant(seconds: 1_799_625_600)),
            ]
        )
        // It is no change of the event.
        let later = text.replacing("ACKNOWLEDGED:20270111", with: "ACKNOWLEDGED:20270112")
        let other = try Self.read(later)
        #expect(other.events.first?.entry.requests == entry.requests)
    }

    private static func parts(_ name: String, _ events: String...) throws -> EventParts {
        let read = try read("BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n")
        var parts = try #require(read.events.first)
        parts.setFile(name)
        return parts
    }

    @Test("Of an event in several files each date is the newest one, in any order")
    func filesAreMerged() throws {
        let rule = "RRULE:FREQ=DAILY;COUNT=5"
        let moved = { (sequence: Int, day: Int) in
            Self.event("M", "RECURRENCE-ID:2027030\(day)T090000Z", "SEQUENCE:\(sequence)")
        }
        let files = [
            try Self.parts("a", Self.event("S", rule, "SEQUENCE:2"), moved(2, 2)),
            // An older series, with a date that the newer one does not have, and one that is newer.
            try Self.parts("b", Self.event("S", rule, "SEQUENCE:1"), moved(1, 3), moved(5, 2)),
            // An invitation to one date.
            try Self.parts("c", moved(3, 4)),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
            let merged = EventParts.merged(order.map { files[$0] })
            let requests = merged.entry.requests.map { "\($0.part) \(merged.file(of: $0.part))" }
            #expect(
                requests.sorted() == [
                    "#1# a", "20270302T090000Z#1# b", "20270304T090000Z#1# c",
                ],
                "\(order)"
            )
            #expect(merged.entry.scope == [])
        }
    }

    @Test("Of two events that are equally new the last one in the file counts")
    func theLastOneCounts() throws {
        let read = try Self.read(Self.calendar(Self.event("One"), Self.event("Two")))
        #expect(Self.titles(read) == ["Two"])
        let cancelled = Self.calendar(Self.event("One"), Self.event("One", "STATUS:CANCELLED"))
        #expect(Self.titles(try Self.read(cancelled)) == [])
    }

    /// The series is at 10:00 in Berlin, which is 09:00 in UTC in winter.
    private static let zoned = [
        "SUMMARY:S", "DTSTART;TZID=Europe/Berlin:20270301T100000", "RRULE:FREQ=DAILY;COUNT=3",
    ]

    @Test(
        "A date of a series has one name, however a file writes it",
        arguments: [
            "RECURRENCE-ID;TZID=Europe/Berlin:20270302T100000", "RECURRENCE-ID:20270302T090000Z",
            "RECURRENCE-ID;TZID=Europe/London:20270302T090000",
            "RECURRENCE-ID;TZID=W. Europe Standard Time:20270302T100000",
            "RECURRENCE-ID;VALUE=DATE:20270302",
        ]
    )
    func oneNameOfADate(line: String) throws {
        let newer = ReadCalendar.event(
            "SUMMARY:New",
            "RECURRENCE-ID:20270302T090000Z",
            "DTSTART:20270305T090000Z",
            "SEQUENCE:2"
        )
        let older = ReadCalendar.event(
            "SUMMARY:Old",
            line,
            "DTSTART:20270306T090000Z",
            "SEQUENCE:1"
        )
        let series = ReadCalendar.event(Self.zoned.joined(separator: "\n"))
        for order in [[series, older, newer], [newer, older, series]] {
            let read = try ReadCalendar(order.joined(separator: "\n"))
            #expect(Set(read.names) == ["u", "u/20270302T090000Z"])
            #expect(
                try read.dates() == [
                    "2027-03-01 10:00 S", "2027-03-03 10:00 S", "2027-03-05 09:00 New",
                ]
            )
        }
    }

    @Test("A copy of one version without a date that was moved does not bring the date back")
    func anEqualCopyIsNoUndoing() throws {
        let series = Self.event(
            "S",
            "RRULE:FREQ=DAILY;COUNT=5",
            "SEQUENCE:1",
            "DTSTAMP:20270101T000000Z"
        )
        let moved = Self.event(
            "M",
            "RECURRENCE-ID:20270302T090000Z",
            "SEQUENCE:2",
            "DTSTAMP:20270101T000000Z"
        )
        let files = [try Self.parts("a", series, moved), try Self.parts("b", series)]
        for order in [files, files.reversed()] {
            let merged = EventParts.merged(order)
            let requests = merged.entry.requests.map { "\($0.part) \(merged.file(of: $0.part))" }
            #expect(requests.sorted() == ["#1# a", "20270302T090000Z#1# a"])
        }
    }
}
