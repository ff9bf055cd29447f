import NotifyCore
import TestSupport
import Testing

/// What a URL may bring along: each arrives as exactly one inert argument, or nothing is started.
@Suite struct HostileURLTests {
    /// A value as it stands in the query, and what the program gets; `nil` where it is refused.
    static let values: [(String, String?)] = [
        (";touch%20/tmp/y", ";touch /tmp/y"), ("$(touch%20/tmp/y)", "$(touch /tmp/y)"),
        ("`touch%20/tmp/y`", "`touch /tmp/y`"), ("a|b", "a|b"), ("a||b", "a||b"),
        ("%26%26b", "&&b"), ("%3E/tmp/y", ">/tmp/y"), ("<x", "<x"), ("'", "'"), ("''", "''"),
        ("%22", "\""), ("%22%20b%20%22", "\" b \""), ("\"a\"b\"", "\"a\"b\""), ("\\", "\\"),
        ("%5C%22", "\\\""), ("a%20b%20c", "a b c"), ("%20", " "), ("%20-rf", " -rf"),
        ("*", "*"), ("~", "~"), ("~root/x", "~root/x"), ("${HOME}", "${HOME}"), ("$HOME", "$HOME"),
        ("$'%5Cn'", "$'\\n'"), ("{a,b}", "{a,b}"), ("!!", "!!"), ("a=b=c", "a=b=c"),
        ("%23x", "#x"), ("%25s", "%s"), ("%25%7Bm%7D", "%{m}"), ("%25u%25%25", "%u%%"),
        ("%2525", "%25"), ("%252e%252e/", "%2e%2e/"), ("%2500", "%00"), ("%250a", "%0a"),
        ("%E2%80%AEtxt.exe", "\u{202e}txt.exe"), ("%E2%80%8B", "\u{200b}"),
        ("%EF%BB%BFx", "\u{feff}x"), ("%E2%80%A8x", "\u{2028}x"), ("%CC%81x", "\u{301}x"),
        ("\u{202e}x", "\u{202e}x"), ("%C2%A0-x", "\u{a0}-x"), ("+", "+"), ("a+b", "a+b"),
        ("%2Fetc%2Fpasswd", "/etc/passwd"), ("javascript:alert(1)", "javascript:alert(1)"),
        ("", ""), ("%5B%5D%28%29", "[]()"), ("@file", "@file"), ("%EF%BC%8Dx", "\u{ff0d}x"),
        ("-rf", nil), ("--help", nil), ("%2drf", nil), ("%2D%2Dexec=x", nil), ("-", nil),
        ("-%CC%81", nil), ("-%E2%80%8D", nil), ("a%00b", nil), ("%00", nil), ("a%0Ab", nil),
        ("a%0Db", nil), ("%0D%0A", nil), ("a%09b", nil), ("%1B[31m", nil), ("%7F", nil),
        ("%C2%9B31m", nil), ("%FF", nil), ("%C0%80", nil), ("%C0%AF..", nil),
        ("%ED%A0%80", nil), ("%F8%88%80%80%80", nil), ("a b", nil), ("a\nb", nil), ("a\tb", nil),
        ("a\0b", nil), ("%", nil), ("%2", nil), ("%zz", nil), ("%u0041", nil), ("100%", nil),
    ]

    private static let line = #"run first %{m} "mid %{m} dle" last"#

    @Test(arguments: values)
    func aValueIsOneArgumentOrRefused(value: String, argument: String?) throws {
        let template = try CommandTemplate(parsing: Self.line)
        func fill() throws -> [String] {
            try template.arguments(for: try LaunchURL("x://h/?m=\(value)"))
        }
        guard let argument else {
            let error = #expect(throws: RequestError.self) { try fill() }
            #expect(error?.code == .invalidURL)
            return
        }
        let arguments = try fill()
        // Bytes, not characters: that is what the program gets.
        let expected = ["run", "first", argument, "mid \(argument) dle", "last"]
        #expect(arguments.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(arguments: values)
    func aWholeURLKeepsItsBytesOrIsRefused(value: String, argument: String?) throws {
        let text = "x://h/?m=\(value)"
        let template = try CommandTemplate(parsing: "run %u")
        guard let url = try? LaunchURL(text) else {
            #expect(argument == nil)
            return
        }
        #expect(try template.arguments(for: url) == ["run", text])
    }

    @Test func theTableIsLong() {
        #expect(Self.values.count >= 40)
    }

    @Test(arguments: ["a", "%41", "%00", "ä", "\u{301}", "&m=", "../", ";"])
    func tooMuchIsRefusedWithoutBeingRead(piece: String) {
        let text = "x:?m=" + String(repeating: piece, count: 100_000 / piece.utf8.count)
        let message =
            "the URL has \(text.utf8.count) bytes, more than the 8192 allowed; shorten it"
        expectRefusal(.invalidURL, message) { try LaunchURL(text) }
    }

    @Test func everyASCIICharacterIsOneArgumentOrRefused() throws {
        let template = try CommandTemplate(parsing: "run %{m} end")
        for code in UInt8.min...0x7F {
            let digits = String(code, radix: 16)
            let url = try LaunchURL("x:?m=%\(digits.count < 2 ? "0" : "")\(digits)")
            let character = String(UnicodeScalar(code))
            if code < 0x20 || code == 0x7F || character == "-" {
                #expect(throws: RequestError.self) { try template.arguments(for: url) }
            } else {
                #expect(try template.arguments(for: url) == ["run", character, "end"])
            }
        }
    }
}
