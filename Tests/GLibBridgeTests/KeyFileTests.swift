import GLibBridge
import Testing

@Suite struct KeyFileTests {
    @Test(
        arguments: [
            ("", [:]),
            ("# only a comment\n", [:]),
            ("[G]\n", ["G": [:]]),
            ("[G]\nkey=value\n", ["G": ["key": "value"]]),
            ("[G]\nkey = value \n", ["G": ["key": "value "]]),
            ("[G]\nkey=a=b\n", ["G": ["key": "a=b"]]),
            ("[G]\nkey=a;b\n", ["G": ["key": "a;b"]]),
            ("[G]\nkey=\\sa\\tb\\n\\\\\n", ["G": ["key": " a\tb\n\\"]]),
            ("[G]\nkey=first\nkey=second\n", ["G": ["key": "second"]]),
            ("[G]\na=1\n[H]\nb=2\n[G]\nc=3\n", ["G": ["a": "1", "c": "3"], "H": ["b": "2"]]),
            ("[G]\r\nkey=value\r\n", ["G": ["key": "value"]]),
            ("[Scheme x-app]\nExec=run \"%u\"\n", ["Scheme x-app": ["Exec": "run \"%u\""]]),
            ("[G]\nName=Grüße\n", ["G": ["Name": "Grüße"]]),
        ] as [(String, [String: [String: String]])]
    )
    func parses(text: String, expected: [String: [String: String]]) throws {
        let file = try KeyFile(parsing: text)
        #expect(Set(file.groups.map(\.name)) == Set(expected.keys))
        for (name, entries) in expected {
            #expect(file[name]?.entries.count == entries.count)
            for (key, value) in entries { #expect(file[name]?[key] == value) }
        }
    }

    @Test(arguments: [
        "key=value\n", "[G\nkey=value\n", "[G]\nno equals sign\n", "[G]\n=value\n",
        "[G]\nkey=\\q\n", "[G]\nkey=\\\n", "[G]\nkey\u{1}=x\n[[H]]\n",
    ])
    func refusesWithASentence(text: String) {
        do {
            let file = try KeyFile(parsing: text)
            Issue.record("parsed as \(file.groups)")
        } catch {
            #expect(error.domain == "g-key-file-error-quark")
            #expect(!error.message.isEmpty)
        }
    }

    @Test func keepsTheFilesOrder() throws {
        let file = try KeyFile(parsing: "[Z]\nz=1\na=2\n[A]\n")
        #expect(file.groups.map(\.name) == ["Z", "A"])
        #expect(file["Z"]?.entries.map(\.key) == ["z", "a"])
        #expect(file["missing"] == nil)
        #expect(file["Z"]?["missing"] == nil)
    }
}
