import AgentInterface
import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import CalendarFiles

/// What is invalid in a calendar is skipped, and the rest is imported.
///
/// It is 08:00 UTC on Friday 2027-01-15.
@Suite struct SkippedPartTests {
    private static let now = Instant(seconds: 1_800_000_000)
    private static let good = """
        BEGIN:VEVENT
        UID:good
        SUMMARY:Good
        DTSTART:20270301T090000Z
        END:VEVENT
        """

    private static func read(_ bytes: [UInt8]) throws -> ReadEvents {
        try CalendarFile.reader(
            of: Array("BEGIN:VCALENDAR\n".utf8) + bytes + Array("\nEND:VCALENDAR\n".utf8),
            now: now,
            trusts: false
        ).read
    }

    private static func read(_ body: String) throws -> ReadEvents { try read(Array(body.utf8)) }

    private static func alarm(_ lines: String) -> String {
        "BEGIN:VALARM\n\(lines)\nEND:VALARM\n"
    }

    private static func event(_ lines: String, uid: String = "u") -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:T\n\(lines)\nEND:VEVENT\n"
    }

    private static func names(_ read: ReadEvents) -> [String] {
        read.requests.map(\.request.identifier)
    }

    /// The event begins at line 7.
    @Test(
        arguments: [
            (
                "DTSTART:garbage",
                "line 10, \"T\": DTSTART: \"garbage\" cannot be read; the event is skipped",
                ["#"]
            ),
            (
                "DTSTART;TZID=Mars/Base:20270301T090000",
                "line 10, \"T\": DTSTART: the time zone \"Mars/Base\" is unknown; write a name such as "
                    + "Europe/Berlin, or the date in UTC; the event is skipped", ["#"]
            ),
            (
                "DTSTART:20270301T090000Z\nRECURRENCE-ID:x",
                "line 11, \"T\": RECURRENCE-ID: \"x\" cannot be read; the event is skipped", [""]
            ),
            (
                "DTSTART:x\nRECURRENCE-ID:20270228T090000Z",
                "line 10, \"T\": DTSTART: \"x\" cannot be read; the event is skipped",
                ["20270228T090000Z#"]
            ),
        ] as [(String, String, [String])]
    )
    func aBadEventIsSkipped(lines: String, remark: String, kept: [String]) throws {
        let read = try Self.read(Self.good + "\n" + Self.event(lines))
        #expect(Self.names(read) == ["good"])
        #expect(read.remarks == [remark])
        let event = try #require(read.events.first { $0.uid == "u" })
        #expect(event.kept == kept)
        #expect(event.present == [])
        #expect(read.events.first { $0.uid == "good" }?.present == ["#"])
    }

    @Test func anEventThatIsThereTwiceIsReadOnce() throws {
        let twice = try Self.read(Self.good + "\n" + Self.good)
        #expect(Self.names(twice) == ["good"])
        #expect(
            twice.remarks == [
                "line 2, \"Good\": its UID is that of the event at line 7; the event is skipped"
            ]
        )
    }

    /// The size is known before the file is read.
    @Test func aFileThatIsTooLargeIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/large.ics"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 1 << 33) == 0)
        let error = #expect(throws: RequestError.self) { try CalendarFileProgram.bytes(of: path) }
        #expect(error?.message == "the file has more than 32 MiB; split it")
    }

    /// A bad line without which the event can be understood.
    @Test(arguments: [
        ("garbage", "\"garbage\" is not iCalendar"),
        ("PRIORITIES:7", "PRIORITIES: \"7\" cannot be read"),
        ("DTEND:x", "DTEND: \"x\" cannot be read"), ("EXDATE:x", "EXDATE: \"x\" cannot be read"),
    ])
    func aBadLineIsSkipped(line: String, reason: String) throws {
        let read = try Self.read(Self.event("DTSTART:20270301T090000Z\n\(line)\nLOCATION:"))
        #expect(Self.names(read) == ["u"])
        #expect(read.remarks == ["line 6, \"T\": \(reason); the line is skipped"])
        #expect(read.events.first?.kept == [])
    }

    private struct BadText: Sendable {
        let name: String
        let bytes: [UInt8]
        let reason: String
    }

    private static let badTexts = [
        BadText(
            name: "DESCRIPTION:a",
            bytes: [0],
            reason: "it has the control character U+0000"
        ),
        BadText(
            name: "DESCRIPTION:",
            bytes: [UInt8](repeating: 0x78, count: 1 << 20),
            reason: "a property is longer than 1 MiB"
        ),
    ]

    @Test(arguments: 0..<2)
    func aLineThatIsNoTextIsSkipped(number: Int) throws {
        let bad = Self.badTexts[number]
        let line = Array(bad.name.utf8) + bad.bytes
        let event = Array("BEGIN:VEVENT\nUID:u\nDTSTART:20270301T090000Z\nSUMMARY:T\n".utf8)
        let read = try Self.read(event + line + Array("\nEND:VEVENT".utf8))
        #expect(Self.names(read) == ["u"])
        #expect(read.remarks == ["line 6, \"T\": \(bad.reason); the line is skipped"])
    }

    @Test func aLineIsFoldedAnywhere() throws {
        let head = Array("BEGIN:VEVENT\r\nUID:u\r\nDTSTART:20270301T0".utf8)
        let tail = Array("\r\n 90000Z\r\nSUMMARY:Caf".utf8) + [0xC3] + Array("\r\n ".utf8) + [0xA9]
        let read = try Self.read(head + tail + Array("\r\nEND:VEVENT\r\n".utf8))
        #expect(read.requests.map(\.request.content.title) == ["Café"])
        #expect(read.remarks == [])
    }

    @Test func aBadAlarmIsSkippedAndKeepsItsNumber() throws {
        let read = try Self.read(
            Self.event(
                "DTSTART:20270301T090000Z\n"
                    + Self.alarm("ACTION:DISPLAY\nTRIGGER:x")
                    + Self.alarm("ACTION:DISPLAY\nTRIGGER:-PT5M").dropLast()
            )
        )
        #expect(Self.names(read) == ["u/alarm 2"])
        #expect(
            read.remarks == ["line 8, \"T\": TRIGGER: \"x\" cannot be read; the alarm is skipped"]
        )
        #expect(read.events.first?.kept == ["#1#"])
        #expect(read.events.first?.present == ["#"])
        #expect(read.events.first?.requests.map(\.part) == ["#2#"])
    }

    @Test func theZoneOfAnEndMattersWhereAnAlarmCountsFromIt() throws {
        let lines = "DTSTART:20270301T090000Z\nDTEND;TZID=Mars/Base:20270301T100000\n"
        let ignored = try Self.read(
            Self.event(lines + Self.alarm("ACTION:DISPLAY\nTRIGGER:-PT5M").dropLast())
        )
        #expect(Self.names(ignored) == ["u"])
        #expect(ignored.remarks == [])
        let both = try Self.read(
            Self.event(
                lines + Self.alarm("ACTION:DISPLAY\nTRIGGER;RELATED=END:-PT5M")
                    + Self.alarm("ACTION:DISPLAY\nTRIGGER:-PT5M").dropLast()
            )
        )
        #expect(Self.names(both) == ["u/alarm 2"])
        #expect(both.remarks.first?.contains("the time zone \"Mars/Base\" is unknown") == true)
        #expect(both.remarks.first?.hasSuffix("; the alarm is skipped") == true)
    }

    @Test(arguments: [
        ("DISPLAY", 1, 0), ("AUDIO", 1, 0), ("EMAIL", 1, 0), ("PROCEDURE", 1, 0), ("NONE", 0, 0),
        ("X-LIGHTS", 0, 1),
    ])
    func alarmsOfAllActionsRemind(action: String, count: Int, remarks: Int) throws {
        let read = try Self.read(
            Self.event(
                "DTSTART:20270301T090000Z\n"
                    + Self.alarm("ACTION:\(action)\nTRIGGER:-PT5M").dropLast()
            )
        )
        #expect(read.requests.count == count)
        #expect(read.remarks.count == remarks)
    }

    /// The date of a moved one may be written in another zone than that of its series.
    @Test(arguments: ["20270119T130000Z", "20270119T140000", "20270119"])
    func theOriginalOfAMovedDateDoesNotFire(date: String) throws {
        let value =
            date.count == 8 ? ";VALUE=DATE" : date.hasSuffix("Z") ? "" : ";TZID=Europe/Berlin"
        let read = try Self.read(
            Self.event("DTSTART;TZID=Europe/Berlin:20270112T140000\nRRULE:FREQ=WEEKLY;COUNT=3")
                + Self.event("RECURRENCE-ID\(value):\(date)\nDTSTART:20270120T100000Z")
        )
        let days = try read.requests.flatMap { entry in
            guard case .calendar(let trigger) = entry.request.trigger else { return [String]() }
            return try trigger.rule().next(count: 5, after: .distantPast, in: FixedZone.utc)
                .map { "\(WallTime($0, in: FixedZone.utc).date)" }
        }
        #expect(days.sorted() == ["2027-01-12", "2027-01-20", "2027-01-26"])
    }

    @Test func aDigestIsAboutWhatAnEventSays() throws {
        func digest(_ lines: String) throws -> String? {
            try Self.read(Self.event(lines)).events.first?.requests.first?.digest
        }
        let first = try digest("DTSTART:20270301T090000Z\nDTSTAMP:20260101T000000Z\nLOCATION:A")
        #expect(first != nil)
        #expect(
            try digest("LOCATION:A\nDTSTART:20270301T090000Z\nDTSTAMP:20270101T000000Z\nSEQUENCE:2")
                == first
        )
        for other in [
            "DTSTART:20270301T090000Z\nLOCATION:B", "DTSTART:20270301T100000Z\nLOCATION:A",
        ] {
            #expect(try digest(other) != first)
        }
    }
}
