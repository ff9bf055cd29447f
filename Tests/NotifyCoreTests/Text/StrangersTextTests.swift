import NotifyCore
import Testing

/// Texts of strangers that would change the direction of what is around them.
@Suite struct StrangersTextTests {
    @Test("A pushed message steers nothing, by its texts or by their arguments")
    func pushedTextsAreCleaned() throws {
        let json = """
            {"aps": {"alert": {"title": "a\\u202Eb", "subtitle": "c\\u2066d", "body": "e\\u200Bf\\nשלום \\u200F(3)"}}}
            """
        let content = try PushPayload(parsing: Array(json.utf8)).content
        #expect(content.title == "ab")
        #expect(content.subtitle == "cd")
        #expect(Array(content.body.unicodeScalars) == Array("ef\nשלום \u{200F}(3)".unicodeScalars))
        let keyed = """
            {"aps": {"alert": {"loc-key": "%@ called", "loc-args": ["x\\u202Ey"]}}}
            """
        let body = try PushPayload(parsing: Array(keyed.utf8)).content.body
        #expect(!body.unicodeScalars.contains("\u{202E}"))
        #expect(
            try PushPayload(parsing: Array(#"{"aps": {"alert": "g\u202Dh"}}"#.utf8)).content.body
                == "gh"
        )
    }

    @Test(
        "Markup writes no override as a number",
        arguments: ["&#x202E;", "&#8238;", "&#x2066;", "&#X2069;"]
    )
    func noOverrideIsWrittenAsANumber(reference: String) throws {
        let error = #expect(throws: RequestError.self) {
            try BodyMarkup(parsing: "a\(reference)b")
        }
        #expect(error?.message.contains("is not an entity") == true)
        _ = try BodyMarkup(parsing: "a&#x200D;&#160;b")
    }
}
