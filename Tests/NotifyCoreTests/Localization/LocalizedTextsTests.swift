import Testing

@testable import NotifyCore

@Suite("Texts of the app's own tables")
struct LocalizedTextsTests {
    @Test(
        "tables",
        arguments: [
            (#""a" = "b";"#, ["a": "b"]), ("", [:]),
            ("/* c */ \"a\\\"\" = \"x\\ny\"; // end", ["a\"": "x\ny"]),
            ("key.one = two ;\n\"only\";", ["key.one": "two", "only": "only"]),
            (#""u" = "\U00e4";"#, ["u": "ä"]), ("\u{FEFF}\"a\"=\"ü\";", ["a": "ü"]),
        ] as [(String, [String: String])]
    )
    func tables(text: String, table: [String: String]) {
        #expect(StringsTable.read(Array(text.utf8)) == table)
    }

    @Test("a table in UTF-16", arguments: [true, false])
    func wide(isBig: Bool) {
        let units = Array("\u{FEFF}\"a\" = \"ü\";".utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? pair : pair.reversed()
        }
        #expect(StringsTable.read(bytes) == ["a": "ü"])
    }

    @Test(
        "what is no table",
        arguments: [
            "\"a\"", "\"a\" = ;", "\"a\" = \"b\"", "\"a", "/* no end", "= \"b\";",
            "\"\\U12\"=\"x\";",
            "bplist00",
        ]
    )
    func damaged(text: String) {
        #expect(StringsTable.read(Array(text.utf8)) == nil)
    }

    @Test(
        "languages",
        arguments: [
            (["LANG": "de_DE.UTF-8"], ["de_DE", "de-DE", "de"]),
            (["LANG": "de", "LC_ALL": "fr_FR"], ["fr_FR", "fr-FR", "fr"]),
            (["LANG": "en_US", "LANGUAGE": "sv:de"], ["sv", "de", "en_US", "en-US", "en"]),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], []), ([:], []),
            (["LANG": "../x_Y"], []), (["LC_MESSAGES": "", "LANG": "it@euro"], ["it"]),
        ] as [([String: String], [String])]
    )
    func languages(variables: [String: String], languages: [String]) {
        #expect(LocalizedTexts.languages { variables[$0] } == languages)
        let files = LocalizedTexts(folder: "/r").files { variables[$0] }
        #expect(
            files == (languages + ["Base", "en"]).map { "/r/\($0).lproj/Localizable.strings" }
        )
    }

    @Test("arguments fill the text, or the key where the table lacks it")
    func filled() {
        let text = LocalizedTexts.Text(key: "%@ left", arguments: ["3"])
        #expect(text.filled(by: ["%@ left": "noch %1$@"]) == "noch 3")
        #expect(text.filled(by: [:]) == "3 left")
        #expect(LocalizedTexts.Text(key: "100 %").filled(by: [:]) == "100 %")
    }
}
