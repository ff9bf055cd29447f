import NotifyCore
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
}
