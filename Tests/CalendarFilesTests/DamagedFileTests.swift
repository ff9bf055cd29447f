import NotifyCore
import Testing

@testable import CalendarFiles

/// Files whose lines are not quite iCalendar.
@Suite struct DamagedFileTests {
    private static let first = ReadCalendar.event("SUMMARY:A", "DTSTART:20270301T090000Z", uid: "a")
    private static let second = ReadCalendar.event(
        "SUMMARY:B",
        "DTSTART:20270302T090000Z",
        uid: "b"
    )
    private static let whole = "BEGIN:VCALENDAR\n\(first)\n\(second)\nEND:VCALENDAR\n"

    private static func read(_ text: String) throws -> ReadCalendar {
        try ReadCalendar(bytes: Array(text.utf8))
    }

    @Test(
        "A file is read with any ends of lines, marks and folds",
        arguments: [
            whole.replacing("\n", with: "\r"), whole.replacing("\n", with: "\r\n"),
            whole.replacing("\n", with: "\r\r\n"), whole.replacing("\n", with: "\n\n"),
            whole.replacing("\n", with: "\r\n\r\n"), "\u{FEFF}" + whole, "\n\n" + whole,
            whole.replacing("BEGIN:VEVENT", with: "\u{FEFF}BEGIN:VEVENT"), whole + "\u{1A}",
            whole.replacing("0301T", with: "0\n\t301T"), String(whole.dropLast()),
            whole.replacing("0301T", with: "0\n\n 301T"),
            whole.replacing("0301T", with: "0\r\n 301T"),
            whole.lowercased().replacing("summary:a", with: "summary:A")
                .replacing("summary:b", with: "summary:B"),
            whole.replacing("END:VEVENT", with: "END:VEVENT "),
            whole.replacing(
                "\nEND:VCALENDAR",
                with: "\nEND:VCALENDAR\nBEGIN:VCALENDAR\nEND:VCALENDAR"
            ),
            "\(first)\n\(second)\n",
        ]
    )
    func endsOfLines(text: String) throws {
        let read = try Self.read(text)
        #expect(try read.dates() == ["2027-03-01 09:00 A", "2027-03-02 09:00 B"])
        #expect(read.remarks == [])
        #expect(!read.read.hasUnknown)
    }

    @Test("What is outside of the calendar is left out with a warning")
    func outside() throws {
        let read = try Self.read("From: a@example.org\n" + Self.whole + "--\n Sent from my phone\n")
        #expect(read.names == ["a", "b"])
        #expect(
            read.remarks == [
                "line 1: 2 lines are outside of BEGIN:VCALENDAR and END:VCALENDAR; left out"
            ]
        )
    }

    @Test(
        "What a file has before it breaks off is read, and its earlier events stay",
        arguments: [
            ("\nEND:VCALENDAR\n", "\n", ["a", "b"], "VCALENDAR"),
            ("\nEND:VEVENT\nEND:VCALENDAR\n", "\n", ["a", "b"], "VEVENT"),
            ("0302T090000Z\nEND:VEVENT\nEND:VCALENDAR\n", "03", ["a"], "VEVENT"),
        ]
    )
    func cut(end: String, rest: String, names: [String], open: String) throws {
        let text = Self.whole.replacing(end, with: rest)
        let read = try Self.read(text)
        #expect(read.names == names)
        let last = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(
            read.remarks.first
                == "line \(last): the file ends before END:\(open); what it has up to there is read"
        )
        #expect(read.read.hasUnknown)
        #expect(!read.read.problems.isEmpty)
    }

    @Test("Ends that are missing or too many do not lose the events")
    func nesting() throws {
        let missing = try Self.read(
            Self.whole.replacing("T090000Z\nEND:VEVENT\nBEGIN", with: "T090000Z\nBEGIN")
        )
        #expect(missing.names == ["a", "b"])
        #expect(missing.remarks == ["line 2: BEGIN:VEVENT has no END:VEVENT"])
        let many = try Self.read(
            Self.whole.replacing("END:VEVENT\nBEGIN", with: "END:VEVENT\nEND:VEVENT\nBEGIN")
        )
        #expect(many.names == ["a", "b"])
        #expect(many.remarks == ["line 7: END:VEVENT has no BEGIN:VEVENT; the line is skipped"])
    }

    @Test("Text that is not UTF-8 is read as Windows-1252, each byte by itself")
    func western() throws {
        let event = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:u\nDTSTART:20270301T090000Z\n".utf8)
        let title = Array("SUMMARY:Caf".utf8) + [0xE9, 0x20, 0x80, 0x20] + Array("é\n".utf8)
        let end = Array("END:VEVENT\nEND:VCALENDAR\n".utf8)
        let read = try ReadCalendar(bytes: event + title + end)
        #expect(read.read.requests.map(\.request.content.title) == ["Café € é"])
        #expect(
            read.remarks == [
                "line 5, \"Café € é\": the text is not valid UTF-8; it is read as Windows-1252"
            ]
        )
    }

    @Test("Several calendars in one file keep their events, also without an end between them")
    func severalCalendars() throws {
        let read = try Self.read(
            "BEGIN:VCALENDAR\n\(Self.first)\nBEGIN:VCALENDAR\n\(Self.second)\nEND:VCALENDAR\n"
        )
        #expect(read.names == ["a", "b"])
        #expect(read.remarks == ["line 1: BEGIN:VCALENDAR has no END:VCALENDAR"])
    }
}
