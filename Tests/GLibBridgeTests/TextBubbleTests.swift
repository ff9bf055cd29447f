import Testing

@testable import NotificationServer

@Suite struct TextBubbleTests {
    private static func lines(
        _ call: NotifyCall,
        width: Int = 30,
        isUnicode: Bool = true,
        isBold: Bool = false
    ) -> [String] {
        let style = TextStyle(width: width, isUnicode: isUnicode, isBold: isBold)
        return TextBubble(style: style).lines(of: call)
    }

    private static let actions = [
        NotifyCall.Action(key: "default", label: "Open"),
        NotifyCall.Action(key: "t", label: "Timer"), NotifyCall.Action(key: "w", label: "Wi-Fi"),
    ]

    @Test(arguments: [
        (
            NotifyCall(appName: "Demo", summary: "Tea", body: "It is ready.", actions: actions),
            [
                "┌─ Demo ─────────────────────┐",
                "│ Tea                        │",
                "│ It is ready.               │",
                "│                            │",
                "│ [1] Timer  [2] Wi-Fi       │",
                "└────────────────────────────┘",
            ]
        ),
        (
            NotifyCall(summary: "No body, no buttons"),
            [
                "┌────────────────────────────┐",
                "│ No body, no buttons        │",
                "└────────────────────────────┘",
            ]
        ),
        (
            NotifyCall(
                summary: "A title that is longer than the box",
                body: "one two three four five six seven\n\nanunbrokenwordthatislongerthanthebox"
            ),
            [
                "┌────────────────────────────┐",
                "│ A title that is longer     │",
                "│ than the box               │",
                "│ one two three four five    │",
                "│ six seven                  │",
                "│                            │",
                "│ anunbrokenwordthatislonger │",
                "│ thanthebox                 │",
                "└────────────────────────────┘",
            ]
        ),
        (
            NotifyCall(summary: "東京の天気予報は晴れのち曇りです", body: "👨‍👩‍👧 ❤️ 🇩🇪 é"),
            [
                "┌────────────────────────────┐",
                "│ 東京の天気予報は晴れのち曇 │",
                "│ りです                     │",
                "│ 👨 ❤ 🇩🇪 é                  │",
                "└────────────────────────────┘",
            ]
        ),
        (
            NotifyCall(
                appName: "a\u{1B}]0;x\u{7}b",
                summary: "red\u{1B}[31m \u{9B}2J\r\nnext",
                body: "a\u{202E}b\u{2066}c\u{200F}d\u{0}e\tf\u{2028}g"
            ),
            [
                "┌─ a]0;xb ───────────────────┐",
                "│ red[31m 2J next            │",
                "│ abcde f                    │",
                "│ g                          │",
                "└────────────────────────────┘",
            ]
        ),
        (
            NotifyCall(
                summary: "Many",
                actions: (1...4).map { NotifyCall.Action(key: "\($0)", label: "Button \($0)") }
                    + [NotifyCall.Action(key: "l", label: "A label that does not fit at all")]
            ),
            [
                "┌────────────────────────────┐",
                "│ Many                       │",
                "│                            │",
                "│ [1] Button 1  [2] Button 2 │",
                "│ [3] Button 3  [4] Button 4 │",
                "│ [5] A label that does not… │",
                "└────────────────────────────┘",
            ]
        ),
    ])
    func draws(call: NotifyCall, expected: [String]) {
        #expect(Self.lines(call) == expected)
    }

    @Test func drawsInASCII() {
        let call = NotifyCall(
            appName: "Kalender",
            summary: "Grüße",
            body: "→ 東京",
            actions: Self.actions
        )
        #expect(
            Self.lines(call, isUnicode: false) == [
                "+- Kalender -----------------+",
                "| Gr??e                      |",
                "| ? ??                       |",
                "|                            |",
                "| [1] Timer  [2] Wi-Fi       |",
                "+----------------------------+",
            ]
        )
    }

    @Test func theTitleAloneIsBold() {
        #expect(
            Self.lines(NotifyCall(summary: "Tea", body: "ready"), width: 20, isBold: true) == [
                "┌──────────────────┐",
                "│ \u{1B}[1mTea\u{1B}[0m              │",
                "│ ready            │",
                "└──────────────────┘",
            ]
        )
    }

    @Test func noTextBreaksTheFrame() {
        let samples = [
            "", " ", "\n", "\u{301}\u{301}\u{301}", "e" + String(repeating: "\u{301}", count: 50),
            "한국어 텍스트", "ᄒᆞᆫ글", "שלום עולם", "\u{202E}olleh", "नमस्ते दुनिया", "ﷺﷺﷺ", "👩🏽‍🚀🏳️‍🌈1️⃣",
            "\u{FFFE}\u{E000}\u{AD}\u{200B}", String(repeating: "界", count: 99), "a\u{7F}b",
        ]
        for text in samples {
            let call = NotifyCall(
                appName: text,
                summary: text,
                body: text,
                actions: [NotifyCall.Action(key: "k", label: text)]
            )
            for width in [20, 21, 60] {
                for line in Self.lines(call, width: width) {
                    #expect(DisplayWidth.of(line) == width, "\(text) as \(line)")
                }
            }
            for line in Self.lines(call, isUnicode: false) {
                #expect(line.utf8.count == 30)
                #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            }
        }
    }

    @Test(arguments: [
        ("", TextChoice.bubble), ("  ", .bubble), ("0", .dismiss), ("d", .dismiss),
        ("D", .dismiss), (" 2 ", .button(2)), ("12", .button(12)), ("x", nil), ("-1", nil),
        ("1.5", nil), ("99999999999999999999", nil), ("\u{1B}[A", nil),
    ])
    func typedLines(line: String, expected: TextChoice?) {
        #expect(TextChoice(line: line) == expected)
    }
}
