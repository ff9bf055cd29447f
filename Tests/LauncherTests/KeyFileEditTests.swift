import ConfigurationFiles
import GLibBridge
import Testing

/// What GLib skips around a key or a group is skipped when the file is changed, too.
@Suite struct KeyFileEditTests {
    @Test(arguments: [
        "[Action x]\nEnabled=1\n\u{0C}Enabled=2\n",
        "[Action x]\nEnabled=1\nEnabled\u{0C}=2\n",
        "[Action x]\nEnabled=1\nEnabled\r=2\n",
        "\u{0C}[Action x]\nEnabled=1\n",
        "[Action x]\nEnabled=1\n\u{0C}[Action y]\nEnabled=2\n",
        "[Action x]\nEnabled=1\n \r\t[Action y] \t\r\nEnabled=2\n",
        "[Action x]\r\nEnabled=1\r\n[Action x]\r\nEnabled=2\r\n",
        "[Action x]\n\0Enabled=2\nEnabled=1\n",
        "[Action x]\nEnabled=1\n[Action y]\t\0\t\nEnabled=2\n",
        "[Action x]\nEnabled=1\n[Action y]\0 \0=\nEnabled=2\n",
        "[Action y]\nEnabled=2",
        "# [Action x]\n[Action y]\n#Enabled=1",
        "",
    ])
    func aKeyIsSetHoweverItIsWritten(text: String) throws {
        let before = try KeyFile(parsing: text)
        var edit = KeyFileEdit(text)
        edit.set("Enabled", in: "Action x", to: " a b\\c\t")
        let file = try KeyFile(parsing: edit.text)
        #expect(file["Action x"]?["Enabled"] == " a b\\c\t")
        #expect(file["Action y"] == before["Action y"])
    }

    @Test(
        arguments: [
            ("\u{0C}[A]\nkey\u{0C}=1\nkey=2\n", 1, 3, nil),
            ("  [A] \t\n\r key=1\n", 1, 2, nil),
            ("[A]x]\nkey=1\n", nil, nil, 1),
            ("key=1\n[A]\n", 2, nil, 1),
            ("[A]\n=1\n", 1, nil, 2),
        ] as [(String, Int?, Int?, Int?)]
    )
    func linesAreThoseOfTheParser(text: String, group: Int?, key: Int?, stray: Int?) {
        let lines = KeyFileLines(text)
        #expect(lines.line(of: "A") == group)
        #expect(lines.line(of: "key", in: "A") == key)
        #expect(lines.stray == stray)
        #expect((try? KeyFile(parsing: text)) == nil || stray == nil)
    }
}
