import TerminalCommands
import Testing

/// The control sequences of terminals for notifications.
@Suite struct TerminalNoticeTests {
    private static let notice = TerminalNotice(
        identifier: "run-1",
        title: "Done: make; x",
        body: "a\nb",
        urgency: 2
    )

    private static let cases:
        [(TerminalNotice, TerminalNotice.Sequence, TerminalNotice.Wrapping, String)] = [
            (
                notice, .osc99, .none,
                "\u{1B}]99;i=run-1:d=0:u=2;Done: make; x\u{1B}\\\u{1B}]99;i=run-1:d=1:p=body;a b\u{1B}\\"
            ),
            (notice, .osc777, .none, "\u{1B}]777;notify;Done: make, x;a b\u{1B}\\"),
            (notice, .osc9, .none, "\u{1B}]9;Done: make; x: a b\u{1B}\\"),
            (
                notice, .osc9, .tmux,
                "\u{1B}Ptmux;\u{1B}\u{1B}]9;Done: make; x: a b\u{1B}\u{1B}\\\u{1B}\\"
            ),
            (
                notice, .osc777, .screen,
                "\u{1B}P\u{1B}]777;notify;Done: make, x;a b\u{07}\u{1B}\\"
            ),
            (
                TerminalNotice(identifier: "a b:c;d", title: "T", body: "", onlyUnfocused: true),
                .osc99, .none, "\u{1B}]99;i=abcd:d=1:u=1:o=unfocused;T\u{1B}\\"
            ),
            (
                TerminalNotice(identifier: "i", title: "4;1;50", body: ""), .osc9, .none,
                "\u{1B}]9; 4;1;50\u{1B}\\"
            ),
            (
                TerminalNotice(
                    identifier: "i",
                    title: "a\u{1B}]0;evil\u{7}\u{9C}b\u{0}\u{9B}",
                    body: "\u{1B}\\\u{1B}[2J"
                ), .osc777, .none, "\u{1B}]777;notify;a]0,evilb;\\[2J\u{1B}\\"
            ),
        ]

    @Test func theBytesAreExact() {
        for (notice, sequence, wrapping, bytes) in Self.cases {
            #expect(
                notice.bytes(sequence, wrapping: wrapping) == Array(bytes.utf8),
                "\(sequence) \(wrapping)"
            )
        }
    }

    /// kitty takes 2,048 bytes of a text.
    @Test func aLongTextIsCut() {
        let notice = TerminalNotice(
            identifier: "i",
            title: String(repeating: "語", count: 1_000),
            body: "e" + String(repeating: "\u{301}", count: 5_000)
        )
        let text = String(decoding: notice.bytes(.osc99), as: UTF8.self)
        let parts = text.split(separator: "\u{1B}\\")
        #expect(parts.count == 2)
        for part in parts {
            let payload = part.drop { $0 != ";" }.dropFirst()
            #expect((1_990...2_048).contains(payload.utf8.count))
        }
    }

    private static let answers:
        [(answer: String, names: [String], isComplete: Bool, chosen: TerminalNotice.Sequence?)] = [
            (
                "\u{1B}]99;i=notify-schedule:p=?;a=focus:p=title,body\u{1B}\\\u{1B}[?62;c",
                ["xterm-kitty"], true, .osc99
            ),
            ("\u{1B}P>|foot(1.16.2)\u{1B}\\\u{1B}[?62;4;22;29c", ["foot"], true, .osc777),
            (
                "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6;18;22c", ["xterm-256color"], true,
                .osc777
            ),
            ("\u{1B}[?1;2c", ["rxvt-unicode-256color"], true, .osc777),
            ("\u{1B}P>|iTerm2 3.5\u{1B}\\\u{1B}[?65;c", ["xterm-256color"], true, .osc9),
            ("\u{1B}[?64;1;2c", ["xterm-256color"], true, nil),
            ("\u{1B}[?6", ["xterm"], false, nil),
            ("", ["xterm"], false, nil), ("c\u{1B}[A", ["xterm"], false, nil),
            ("typed\u{1B}[?62;c", ["xterm"], true, nil),
            ("\u{1B}[?1;2h\u{1B}[?62c", ["xterm"], true, nil),
        ]

    @Test func theSequenceIsChosenByTheAnswer() {
        for (answer, names, isComplete, chosen) in Self.answers {
            let bytes = Array(answer.utf8)
            #expect(
                TerminalNotice.Sequence.isComplete(bytes) == isComplete,
                "\(answer.debugDescription)"
            )
            #expect(
                TerminalNotice.Sequence.chosen(by: bytes, names: names) == chosen,
                "\(answer.debugDescription)"
            )
        }
    }
}
