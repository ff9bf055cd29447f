import NotifyCore
import TestSupport
import Testing

@Suite struct ExecLineTests {
    @Test(arguments: [
        ("a", ["a"]), ("a b", ["a", "b"]), ("  a \t b  ", ["a", "b"]),
        (#""a b" c"#, ["a b", "c"]), (#"a "" b"#, ["a", "", "b"]), (#"a"b c"d"#, ["ab cd"]),
        (#""/opt/my app/run" --x=%u"#, ["/opt/my app/run", "--x=%u"]),
        (#"a "\"""#, ["a", "\""]), (#"a "\$x""#, ["a", "$x"]), (#"a "\`x\`""#, ["a", "`x`"]),
        (#"a "\\""#, ["a", "\\"]), (#"a "\n""#, ["a", "\\n"]), (#"a "\\\\""#, ["a", "\\\\"]),
        (#"a "$x;y|z&'<>~*?#()`""#, ["a", "$x;y|z&'<>~*?#()`"]), ("a ä😀", ["a", "ä😀"]),
        ("a \"\u{301}x\"", ["a", "\u{301}x"]), (#"a "%u""#, ["a", "%u"]), ("a %%", ["a", "%%"]),
        ("a \u{a0}b", ["a", "\u{a0}b"]), (#"a "b"" ""#, ["a", "b "]),
    ])
    func linesAreSplit(line: String, arguments: [String]) throws {
        #expect(try ExecLine(parsing: line).arguments == arguments)
    }

    @Test(arguments: Array("'\\><~|&;$*?#()`\n\u{1b}\u{7f}\r".unicodeScalars).map(String.init))
    func reservedCharactersNeedQuotes(character: String) {
        let error = #expect(throws: RequestError.self) { try ExecLine(parsing: "a b\(character)") }
        #expect(error?.code == .invalidContent)
        #expect(
            error?.message
                == "column 4: \(character.quoted) must be inside double quotes; "
                + "no shell reads this line"
        )
    }

    @Test(arguments: [
        (
            #"a "b c" d;e"#,
            #"column 10: ";" must be inside double quotes; no shell reads this line"#
        ),
        (
            #"a "\"" $x"#,
            "column 8: no shell reads this line, so \"$\" is not replaced; write the whole path, such as "
                + "/home/me/bin/backup.sh"
        ),
        (
            "~/bin/backup.sh",
            "column 1: no shell reads this line, so \"~\" is not replaced; write the whole path, such as "
                + "/home/me/bin/backup.sh"
        ),
        (
            #""~/bin/backup.sh""#,
            "no shell reads this line, so \"~\" is not replaced; write the whole path, such as "
                + "/home/me/bin/backup.sh"
        ),
        (
            #""\$HOME/bin/backup.sh""#,
            "no shell reads this line, so \"$\" is not replaced; write the whole path, such as "
                + "/home/me/bin/backup.sh"
        ),
        (
            "a ä😀|",
            #"column 5: "|" must be inside double quotes; no shell reads this line"#
        ),
        // A combining mark does not hide what stands before it.
        (
            "a ;\u{301}",
            #"column 3: ";" must be inside double quotes; no shell reads this line"#
        ),
        (#"a "b"#, "column 3: the double quote is never closed"),
        (#"a ""#, "column 3: the double quote is never closed"),
        (#"a "b\"#, "column 3: the double quote is never closed"),
        (#"a "b" c "d\""#, "column 9: the double quote is never closed"),
        ("", "the line names no program"), (" \t ", "the line names no program"),
        (#""""#, "the line names no program"), (#""" a"#, "the line names no program"),
    ])
    func refusalsNameTheColumn(line: String, message: String) {
        expectRefusal(.invalidContent, message) { try ExecLine(parsing: line) }
    }
}
