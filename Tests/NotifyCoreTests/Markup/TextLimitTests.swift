import NotifyCore
import Testing

/// Texts that are longer than a bubble has room for.
@Suite struct TextLimitTests {
    @Test(
        "A text is cut between characters that people see, and says so",
        arguments: [
            ("four", 1, 4, "four"), ("fourteen", 1, 4, "four…"), ("a b  cd", 1, 4, "a b…"),
            ("aaaabbbbcccc", 2, 4, "aaaabbbb…"), ("a\nbbbbcccc", 2, 4, "a\nbbbb…"),
            ("one\ntwo\nthree", 2, 99, "one\ntwo…"), ("one\r\ntwo\r\nthree", 2, 99, "one\r\ntwo…"),
            ("one\n\n\nfour", 3, 99, "one…"), ("", 1, 1, ""), ("ab", 1, 0, "…"),
            // Two scalars each, and one letter for the user.
            ("e\u{301}e\u{301}e\u{301}", 1, 2, "e\u{301}e\u{301}…"),
            ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 1, 4, "👨‍👩‍👧👨‍👩‍👧…"), ("🇩🇪🇫🇷", 1, 3, "🇩🇪…"),
            // Chinese characters are twice as wide as Latin ones.
            ("提醒事项", 1, 5, "提醒…"), ("Việt Nam ‘x’", 1, 12, "Việt Nam ‘x’"),
        ]
    )
    func aTextIsCut(text: String, lines: Int, characters: Int, expected: String) {
        var cutter = TextCutter(TextLimit(lines: lines, characters: characters))
        #expect(cutter.cut(text) == expected)
        #expect(cutter.isFull == (text != expected))
    }

    @Test("Without a limit a text of any length stays") func noLimit() {
        let text = String(repeating: "line\n", count: 10_000)
        var cutter = TextCutter(nil)
        #expect(cutter.cut(text) == text)
    }

    @Test("Texts share the limit, and one ellipsis ends them") func textsShareTheLimit() {
        var cutter = TextCutter(TextLimit(lines: 2, characters: 4))
        #expect(cutter.cut("four") == "four")
        cutter.endLine()
        #expect(cutter.cut("more") == "more")
        #expect(cutter.cut("!") == "…")
        #expect(cutter.cut("!") == "")
        var lines = TextCutter(TextLimit(lines: 1, characters: 99))
        #expect(lines.cut("one") == "one")
        lines.endLine()
        #expect(lines.cut("two") == "…")
    }

    @Test(
        "Markup is cut in its text alone, and each element that is begun is ended",
        arguments: [
            (4, "<b>bold…</b>", "bold…"), (5, "<b>bold <i>…</i></b>", "bold …"),
            (7, "<b>bold <i>it…</i></b>", "bold it…"),
            (12, "<b>bold <i>italic</i></b> <a href=\"x:y\">…</a>", "bold italic …"),
            (15, "<b>bold <i>italic</i></b> <a href=\"x:y\">a &amp;…</a>", "bold italic a &…"),
        ]
    )
    func markupIsCut(characters: Int, marked: String, plain: String) throws {
        let markup = try BodyMarkup(
            parsing: "<b>bold <i>italic</i></b> <a href=\"x:y\">a &amp; b</a> <u>end</u>"
        )
        let limit = TextLimit(lines: 1, characters: characters)
        var cutter = TextCutter(limit)
        #expect(markup.text(for: .all, within: &cutter) == marked)
        cutter = TextCutter(limit)
        #expect(markup.text(for: nil, within: &cutter) == plain)
    }

    @Test("A cut body is valid markup, wherever the cut is", arguments: 0..<40)
    func everyCutIsValid(characters: Int) throws {
        let markup = try BodyMarkup(
            parsing: "a &lt; <b>b<i/><i>c &amp; <u>d</u></i></b> <a href=\"x:y\">e</a>"
                + "<img src=\"/p.png\" alt=\"p\"/> &quot;f&quot;"
        )
        for tags in [MarkupTags.all, .basic] {
            var cutter = TextCutter(TextLimit(lines: 1, characters: characters))
            let text = markup.text(for: tags, within: &cutter)
            #expect(throws: Never.self) { try BodyMarkup(parsing: text) }
            #expect(text.contains("…") == cutter.isFull)
        }
    }
}
