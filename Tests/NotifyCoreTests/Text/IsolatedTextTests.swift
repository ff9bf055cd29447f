import DesktopTexts
import Testing

/// A caller's text does not turn the words around it.
@Suite struct IsolatedTextTests {
    @Test(arguments: [
        ("", ""), ("Tea & cake", "Tea & cake"), ("Grüße 日本 🍵", "Grüße 日本 🍵"),
        ("\u{202E}exe.txt", "exe.txt"), ("a\u{2067}b\u{2069}c\u{202A}d\u{202C}", "abcd"),
        ("שלום", "\u{2068}שלום\u{2069}"), ("\u{202E}שלום", "\u{2068}שלום\u{2069}"),
        ("due مرحبا", "\u{2068}due مرحبا\u{2069}"),
    ])
    func aTextIsIsolatedWhereItsDirectionIsAnother(text: String, expected: String) {
        #expect(text.isolated == expected)
        #expect(Array(expected.isolated.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("An argument of a text is isolated, and keeps the isolates that it has")
    func arguments() {
        let added = tr("Added %1$s at %2$s", "שלום", "14:00")
        #expect(added == "Added \u{2068}שלום\u{2069} at 14:00")
        #expect(tr("%1$s %2$s", added, "Tea") == "\(added) Tea")
        #expect(
            tr("%1$s (%2$s)", "\(added) מחר", "2") == "\u{200E}\u{2068}\(added) מחר\u{2069} (2)"
        )
    }

    @Test("A line that begins with an isolate has a mark of its direction before it")
    func directedLines() {
        #expect(tr("“%1$s” has ended", "שלום") == "\u{200E}“\u{2068}שלום\u{2069}” has ended")
        #expect("14:00 \("שלום".isolated)".directed == "\u{200E}14:00 \u{2068}שלום\u{2069}")
        for line in ["14:00 Tea", "Tea \("שלום".isolated)", "", "“Tea”"] {
            #expect(line.directed == line)
        }
    }

    @Test(
        "An argument ends no isolate but its own, and overrides nothing",
        arguments: [
            ("a\u{2069}b", "ab"), ("\u{2068}a", "a"), ("\u{202E}abc", "abc"),
            ("\u{2067}a\u{2069}", "a"),
            ("\u{2069}\u{2068}שלום", "\u{200E}\u{2068}שלום\u{2069}"),
        ]
    )
    func hostileArguments(text: String, expected: String) {
        #expect(tr("%1$s, later", text) == "\(expected), later")
    }
}
