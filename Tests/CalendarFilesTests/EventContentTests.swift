import NotifyCore
import Testing

@testable import CalendarFiles

/// The texts of reminders.
@Suite struct EventContentTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private static func content(_ lines: String, alarm: String) throws -> NotificationContent {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:u
            DTSTART:20270301T090000Z
            \(lines)
            BEGIN:VALARM
            \(alarm)
            TRIGGER:-PT10M
            END:VALARM
            END:VEVENT
            END:VCALENDAR
            """
        let read = try CalendarFile.reader(of: Array(text.utf8), now: now, trusts: false).read
        return try #require(read.requests.first).request.content
    }

    @Test(arguments: [
        ("SUMMARY:T\nDESCRIPTION:Body", "ACTION:DISPLAY\nDESCRIPTION:Pack", "T", "Pack\nBody"),
        ("SUMMARY:T\nDESCRIPTION:Body", "ACTION:DISPLAY\nDESCRIPTION:T", "T", "Body"),
        ("SUMMARY:T\nDESCRIPTION:Body", "ACTION:DISPLAY\nDESCRIPTION:Body", "T", "Body"),
        ("SUMMARY:T", "ACTION:DISPLAY\nDESCRIPTION:This is an event reminder", "T", ""),
        ("SUMMARY:T", "ACTION:EMAIL\nSUMMARY:Subject\nDESCRIPTION:Text", "T", "Subject\nText"),
        ("LOCATION:Room", "ACTION:DISPLAY\nDESCRIPTION:Pack", "Pack", ""),
        ("LOCATION:Room", "ACTION:DISPLAY", "Event", ""),
    ])
    func anAlarmsOwnTextIsUsed(
        lines: String,
        alarm: String,
        title: String,
        body: String
    ) throws {
        let content = try Self.content(lines, alarm: alarm)
        #expect(content.title == title)
        #expect(content.body == body)
        #expect(content.event == EventStart(.after(seconds: 600)))
    }

    @Test(
        "Control characters of a calendar are left out, and the event is taken",
        arguments: [
            "&#x9b;", "&#27;", "&#0;", "&#127;", "&#x202e;", "\u{202E}", "\u{9B}", "\u{1B}",
            "\u{7F}",
        ]
    )
    func controlCharacters(text: String) throws {
        let lines =
            "SUMMARY:<b>a\(text)b</b>\nDESCRIPTION:<p>c\(text)d</p>\nLOCATION:<i>e\(text)f</i>"
        let content = try Self.content(lines, alarm: "ACTION:DISPLAY\nDESCRIPTION:<u>g\(text)h</u>")
        #expect([content.title, content.subtitle, content.body] == ["ab", "ef", "gh\ncd"])
        let plain = try Self.content("SUMMARY:a\u{9B}b", alarm: "ACTION:DISPLAY")
        #expect(plain.title == "ab")
    }

    @Test("An identifier with control characters is used without them")
    func controlCharactersInIdentifiers() throws {
        let read = try ReadCalendar(
            ReadCalendar.event("SUMMARY:T", "DTSTART:20270701T090000Z", uid: "a\u{9B}b\\nc")
        )
        #expect(read.names == ["abc"])
        #expect(read.read.problems.isEmpty)
    }

    @Test(arguments: [
        ("plain < text & 1 > 0", "plain < text & 1 > 0"), ("a &amp; b", "a &amp; b"),
        ("one<br>two<br/>three", "one\ntwo\nthree"), ("a<b>b</b> &amp; c&nbsp;d", "ab & c d"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<ul><li>one</li><li>two</li></ul>", "• one\n• two"),
        (
            "Join <a href=\"https://a.example/x?y=1&amp;z=2\">here</a>",
            "Join here (https://a.example/x?y=1&z=2)"
        ),
        ("<a href=\"https://a.example/\">https://a.example/</a>", "https://a.example/"),
        ("<a href=\"javascript:alert(1)\">here</a>", "here"),
        (
            "<html><head><title>x</title><style>p { a }</style></head><body>Text</body></html>",
            "Text"
        ),
        ("<!-- no --><b>1 &lt; 2</b> &#8364; &#x20AC; &unknown;", "1 < 2 € € &unknown;"),
        ("<div>a</div>\n\n\n<div>b</div>", "a\nb"), ("a <b", "a <b"), ("<b>x <y z", "x <y z"),
    ])
    func textInHTMLIsPlain(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test func hostileHTMLTakesNoLongTime() {
        for text in ["<a ", "<a \"", "<!--", "<!-- <a ", "&#", "<b>x", "<a href=\"h:x\">x"] {
            #expect(!HTMLText.plain(String(repeating: text, count: 20_000)).isEmpty)
        }
    }

    @Test func aLongTextIsCutOff() throws {
        let long = String(repeating: "ä", count: 100_000)
        let content = try Self.content(
            "SUMMARY:\(long)\nDESCRIPTION:\(long)",
            alarm: "ACTION:DISPLAY"
        )
        #expect(content.title.utf8.count <= RequestLimits.title)
        #expect(content.title.hasSuffix("ä…"))
        #expect(content.body.utf8.count <= RequestLimits.body)
    }
}
