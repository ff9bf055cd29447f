import NotifyCore
import Testing

@Suite struct JSONValueTests {
    private static func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
        JSONValue.Member(key: key, value: value)
    }

    @Test(
        arguments: [
            ("null", .null), (" true ", .boolean(true)), ("false", .boolean(false)),
            ("0", .integer(0)),
            ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", .number(1)),
            ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
            ("99999999999999999999", .number(1e20)),
            ("-1.5e2", .number(-150)), ("1E+2", .number(100)), ("\"\"", .string("")),
            ("\"ä\\n\\\"\\\\\\/\\u00e4\\ud83d\\ude00\"", .string("ä\n\"\\/ä😀")), ("[]", .array([])),
            ("[1,[2] , \"x\"]", .array([.integer(1), .array([.integer(2)]), .string("x")])),
            ("{}", .object([])),
            (
                "{ \"b\":1, \"a\":{\"c\":null} }",
                .object([member("b", .integer(1)), member("a", .object([member("c", .null)]))])
            ),
        ] as [(String, JSONValue)]
    )
    func aTextIsReadWhole(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test(arguments: [
        ("", 1, "the text ends before a value"), ("tru", 1, "this is not a value"),
        ("nul", 1, "this is not a value"), ("+1", 1, "this is not a value"),
        ("01", 1, "this is not a number"), ("-", 1, "this is not a number"),
        ("1.", 3, "a digit must follow the point"), ("1e", 3, "the exponent needs a digit"),
        ("1e999", 1, "the number is too large"), ("1 2", 3, "nothing may follow the value"),
        ("[1", 3, "a comma or ] is expected here"), ("[1,]", 4, "this is not a value"),
        ("{\"a\":1,}", 8, "a name in double quotes is expected here"),
        ("{\"a\" 1}", 6, "a colon must follow the name \"a\""),
        ("{\"a\":1,\"a\":2}", 8, "the object has \"a\" twice"),
        ("\"a", 1, "the text that begins here has no closing quote"),
        ("\"a\u{1}\"", 3, "a control character in a text must be escaped"),
        ("\"\\x\"", 2, "this is not an escape sequence"),
        ("\"\\u12g4\"", 2, "four hexadecimal digits must follow \\u"),
        ("\"\\ud800\"", 2, "this is half of a surrogate pair"),
        ("\"\\ud800\\u0041\"", 2, "this is half of a surrogate pair"),
        ("\"\\", 2, "the text ends after a backslash"),
    ])
    func whatDoesNotHoldIsNamedWithItsColumn(text: String, column: Int, message: String) {
        #expect(throws: JSONFault(column: column, message: message)) {
            try JSONValue(parsing: Array(text.utf8))
        }
    }

    /// Names are compared one by one as long as they are few.
    @Test(arguments: [2, 15, 16, 17, 18, 40])
    func noNameComesTwiceAmongMany(count: Int) {
        let names = (0..<count).map { "\"\($0)\":0" }
        for repeated in [0, count / 2, count - 1] {
            let text = "{" + (names + ["\"\(repeated)\":1"]).joined(separator: ",") + "}"
            let fault = #expect(throws: JSONFault.self) {
                try JSONValue(parsing: Array(text.utf8))
            }
            #expect(fault?.message == "the object has \"\(repeated)\" twice")
        }
        let whole = "{" + names.joined(separator: ",") + "}"
        #expect((try? JSONValue(parsing: Array(whole.utf8)))?["\(count - 1)"] == .integer(0))
    }

    @Test func bytesThatAreNoTextAndDeepNestingAreRefused() {
        #expect(
            throws: JSONFault(column: 2, message: "the text that begins here is not valid UTF-8")
        ) { try JSONValue(parsing: [0x22, 0x61, 0xFF, 0x22]) }
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(throws: JSONFault.self) { try JSONValue(parsing: Array(deep.utf8)) }
    }

    @Test func whatIsWrittenIsRead() throws {
        var text = JSONText()
        text.open("[")
        for scalar in (0..<0x300).compactMap({ Unicode.Scalar($0 as UInt32) }) {
            text.string("a\(scalar)b😀")
        }
        for number in [0, -0.0, 1e300, .leastNonzeroMagnitude, 0.1] { text.number(number) }
        text.seconds(-1_500_000)
        text.seconds(60_000_001)
        text.open("{")
        text.key("k")
        text.open("[")
        text.close("]")
        text.close("}")
        text.boolean(true)
        text.close("]")
        guard case .array(let values) = try JSONValue(parsing: text.bytes) else {
            Issue.record("no array")
            return
        }
        #expect(values.count == 0x300 + 9)
        #expect(values[65] == .string("aAb😀"))
        #expect(values[0] == .string("a\u{0}b😀"))
        #expect(values.suffix(5)[0x300 + 4] == .number(0.1))
        #expect(values[0x300 + 5] == .number(-1.5))
        #expect(values[0x300 + 6] == .number(60.000001))
    }

    @Test(
        arguments: [
            ([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"),
            ([0, 255, 254, 253], "AP/+/Q=="),
        ] as [([UInt8], String)]
    )
    func bytesComeBackFromBase64(bytes: [UInt8], text: String) {
        #expect(String(decoding: Base64.encoded(bytes), as: UTF8.self) == text)
        #expect(Base64.decoded(text) == bytes)
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==Zg==", "Z===", "====", "Zm 9", "Zm9ä"])
    func whatIsNotBase64IsRefused(text: String) {
        #expect(Base64.decoded(text) == nil)
    }
}
