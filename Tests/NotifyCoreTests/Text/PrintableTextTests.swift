import NotifyCore
import Testing

/// What strangers wrote, as it reaches a terminal or a log.
@Suite struct PrintableTextTests {
    @Test(arguments: [
        ("plain ASCII ~!@#", "plain ASCII ~!@#"), ("", ""), ("two\nlines\tand a tab", nil),
        ("\u{1B}[31mred\u{1B}[0m", "<U+001B>[31mred<U+001B>[0m"),
        ("\u{1B}]0;title\u{7}", "<U+001B>]0;title<U+0007>"), ("a\rb", "a<U+000D>b"),
        ("a\u{0}b\u{7F}c", "a<U+0000>b<U+007F>c"), ("\u{9B}31m", "<U+009B>31m"),
        ("\u{90}q\u{9C}", "<U+0090>q<U+009C>"), ("a\u{85}b", "a<U+0085>b"),
        ("evil\u{202E}fdp.exe", "evil<U+202E>fdp.exe"), ("\u{202A}a\u{202C}", "<U+202A>a<U+202C>"),
        ("\u{2066}a\u{2069}", "<U+2066>a<U+2069>"), ("\u{2068}a\u{2069}", "<U+2068>a<U+2069>"),
        ("a\u{200B}b", "a<U+200B>b"), ("a\u{200D}b", "a<U+200D>b"), ("a\u{FEFF}b", "a<U+FEFF>b"),
        ("a\u{2060}b", "a<U+2060>b"), ("a\u{AD}b", "a<U+00AD>b"), ("a\u{200F}b", "a<U+200F>b"),
        ("a\u{E0041}b", "a<U+E0041>b"), ("1\u{FE0F}", "1<U+FE0F>"), ("a\u{FE0F}", "a<U+FE0F>"),
        ("a\u{2028}b\u{2029}c", "a<U+2028>b<U+2029>c"), ("\u{3164}", "<U+3164>"),
        ("\u{FFF9}a\u{FFFA}b\u{FFFB}", "<U+FFF9>a<U+FFFA>b<U+FFFB>"),
        ("👩\u{200D}\u{200D}🚀", "👩\u{200D}<U+200D>🚀"),
    ])
    func whatIsNotSeenIsShownByItsCodePoint(text: String, expected: String?) {
        let printed = text.printable
        #expect(Array(printed.unicodeScalars) == Array((expected ?? text).unicodeScalars))
        #expect(printed.printable == printed)
        let shown = text.withoutUnseen
        #expect(shown.withoutUnseen == shown)
        #expect(!shown.printable.contains("<U+"))
    }

    /// What a script, or an emoji, consists of.
    @Test(arguments: [
        "👩🏽\u{200D}🚀 🏳\u{FE0F}\u{200D}🌈 1\u{FE0F}\u{20E3} ❤\u{FE0F} ©\u{FE0F}", "会議の予定",
        "می\u{200C}خواهم", "क्\u{200D}ष", "ภาษา\u{200B}ไทย", "שלום\u{200F} (3)",
        "a \u{2068}שלום\u{2069} b", "e\u{301}", "葛\u{E0100}", "é ü ß – “ ” …",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    ])
    func whatAScriptNeedsStays(text: String) {
        #expect(Array(text.printable.unicodeScalars) == Array(text.unicodeScalars))
        #expect(Array(text.withoutUnseen.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("a\nb\r\nc\td", "a b c d"), ("a\u{2028}b\u{85}c", "a b c"), ("a\n\n b", "a  b"),
        ("\u{1B}[1mx\n", "<U+001B>[1mx"),
    ])
    func aLineIsOne(text: String, expected: String) {
        #expect(text.printableLine == expected)
    }

    /// No control character, override or embedding passes, whatever stands around it.
    @Test func nothingThatSteersEverPasses() {
        let neighbours = ["", "a", "é", "ש", "क", "👩", "\u{200D}", "\u{FE0F}", "\u{2068}", "\n"]
        let steering = Array(0...0x1F) + [0x7F] + Array(0x80...0x9F) + Array(0x202A...0x202E)
        for value in steering where value != 0x0A && value != 0x09 {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            for before in neighbours {
                for after in neighbours {
                    let text = before + String(Character(scalar)) + after
                    #expect(!text.printable.unicodeScalars.contains(scalar), "\(value)")
                    #expect(!text.quoted.unicodeScalars.contains(scalar), "\(value)")
                    #expect(!text.withoutUnseen.unicodeScalars.contains(scalar), "\(value)")
                }
            }
        }
    }

    @Test func quotedTextIsOnOneLine() {
        #expect("a\nb\u{202E}c\td".quoted == "\"a<U+000A>b<U+202E>c<U+0009>d\"")
    }
}
