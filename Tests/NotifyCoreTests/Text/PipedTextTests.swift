import NotifyCore
import Testing

/// What programs write for terminals, as a text.
@Suite struct PipedTextTests {
    @Test(arguments: [
        ("plain\ntext\t.", "plain\ntext\t."), ("", ""), ("é ü 会議", "é ü 会議"),
        ("\u{1B}[1;31merror:\u{1B}[0m no", "error: no"), ("\u{1B}[38;5;208mx\u{1B}[m", "x"),
        ("\u{1B}[38:2:1:2:3mx\u{1B}[K\u{1B}[2J", "x"), ("\u{1B}[?25lx\u{1B}[?25h", "x"),
        ("\u{9B}31mred\u{9B}0m", "red"), ("\u{1B}(Bx\u{1B})0\u{1B}=\u{1B}7y\u{1B}8", "xy"),
        ("\u{1B}]0;a title\u{7}x", "x"), ("\u{1B}]0;a title\u{1B}\\x", "x"),
        ("\u{1B}]8;;https://a/b\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("\u{1B}Pq#0\u{1B}\\x", "x"), ("\u{9D}0;t\u{9C}x", "x"), ("\u{90}q\u{9C}x", "x"),
        ("\u{1B}]0;never ends\nx", "\nx"), ("x\u{1B}", "x"), ("x\u{1B}[", "x"), ("x\u{1B}[31", "x"),
        ("a\r\nb\r\nc", "a\nb\nc"), ("10%\r50%\r100%\n", "10%\n50%\n100%\n"), ("a\r\r\nb", "a\nb"),
        ("a\u{0}b\u{7}c\u{7F}d\u{84}e", "abcde"), ("a\u{C}b\u{B}c\u{85}d", "a\nb\nc\nd"),
        ("N\u{8}NA\u{8}AME\u{8}E _\u{8}x", "NAME x"), ("\u{8}a\n\u{8}b", "a\nb"),
        ("\u{1B}[31\u{7}mx", "mx"), ("\u{1B}[1mé\u{1B}[0m\u{301}", "é\u{301}"),
    ])
    func onlyWhatAPersonReadsIsLeft(text: String, expected: String) {
        let plain = PipedText.plain(text)
        #expect(Array(plain.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(PipedText.plain(plain) == plain)
    }
}
