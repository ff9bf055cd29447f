import NotifyCore
import TestSupport
import Testing

@Suite struct LaunchURLTests {
    struct Parts: Sendable, Equatable {
        var scheme = "x"
        var authority: String?
        var host = ""
        var path = ""
        var query: String?
        var opaque: String

        init(
            _ scheme: String = "x",
            authority: String? = nil,
            host: String = "",
            path: String = "",
            query: String? = nil,
            opaque: String
        ) {
            self.scheme = scheme
            self.authority = authority
            self.host = host
            self.path = path
            self.query = query
            self.opaque = opaque
        }

        init(_ url: LaunchURL) {
            self.init(
                url.scheme,
                authority: url.authority,
                host: url.host,
                path: url.path,
                query: url.query,
                opaque: url.opaque
            )
        }
    }

    static let table: [(String, Parts)] = [
        (
            "https://example.org/a/b?c=d#e",
            Parts(
                "https",
                authority: "example.org",
                host: "example.org",
                path: "/a/b",
                query: "c=d",
                opaque: "//example.org/a/b?c=d#e"
            )
        ),
        (
            "HTTPS://Example.ORG",
            Parts(
                "https",
                authority: "Example.ORG",
                host: "Example.ORG",
                opaque: "//Example.ORG"
            )
        ),
        (
            "x://user:pass@host:80/p",
            Parts(
                authority: "user:pass@host:80",
                host: "host",
                path: "/p",
                opaque: "//user:pass@host:80/p"
            )
        ),
        (
            "x://a@b@host",
            Parts(authority: "a@b@host", host: "host", opaque: "//a@b@host")
        ),
        (
            "x://u@[::1]:8080/p",
            Parts(authority: "u@[::1]:8080", host: "[::1]", path: "/p", opaque: "//u@[::1]:8080/p")
        ),
        ("x://[::1", Parts(authority: "[::1", host: "[", opaque: "//[::1")),
        ("x://host?q", Parts(authority: "host", host: "host", query: "q", opaque: "//host?q")),
        ("x://host#f?q", Parts(authority: "host", host: "host", opaque: "//host#f?q")),
        ("x://?q#f", Parts(authority: "", query: "q", opaque: "//?q#f")),
        ("x:///p?a?b", Parts(authority: "", path: "/p", query: "a?b", opaque: "///p?a?b")),
        (
            "tweetbot:///post?text=hi",
            Parts(
                "tweetbot",
                authority: "",
                path: "/post",
                query: "text=hi",
                opaque: "///post?text=hi"
            )
        ),
        ("prefs:root=WIFI", Parts("prefs", path: "root=WIFI", opaque: "root=WIFI")),
        (
            "mailto:a@example.org?subject=x",
            Parts(
                "mailto",
                path: "a@example.org",
                query: "subject=x",
                opaque: "a@example.org?subject=x"
            )
        ),
        ("x:", Parts(opaque: "")),
        ("x:?", Parts(query: "", opaque: "?")),
        ("x:#f", Parts(opaque: "#f")),
        ("x:/p", Parts(path: "/p", opaque: "/p")),
        ("x:a:b", Parts(path: "a:b", opaque: "a:b")),
        ("a+b-c.1:x", Parts("a+b-c.1", path: "x", opaque: "x")),
        (
            "file:///tmp/a%20b",
            Parts("file", authority: "", path: "/tmp/a%20b", opaque: "///tmp/a%20b")
        ),
        ("x://h\u{e4}/\u{1f600}", Parts(authority: "hä", host: "hä", path: "/😀", opaque: "//hä/😀")),
        // A delimiter with a combining mark after it still is one.
        (
            "x://a@\u{301}b:\u{301}1/\u{301}p?\u{301}q#\u{301}f",
            Parts(
                authority: "a@\u{301}b:\u{301}1",
                host: "\u{301}b",
                path: "/\u{301}p",
                query: "\u{301}q",
                opaque: "//a@\u{301}b:\u{301}1/\u{301}p?\u{301}q#\u{301}f"
            )
        ),
        (
            "x://[::1]\u{301}:1/",
            Parts(
                authority: "[::1]\u{301}:1",
                host: "[::1]",
                path: "/",
                opaque: "//[::1]\u{301}:1/"
            )
        ),
    ]

    @Test(arguments: table)
    func partsAreTakenApart(text: String, parts: Parts) throws {
        let url = try LaunchURL(text)
        #expect(Parts(url) == parts)
        #expect(url.text == text)
        #expect(url.description == text)
    }

    @Test(
        arguments: [
            ("x://h?a=1&b=2", "a", "1"), ("x://h?a=1&b=2", "b", "2"), ("x://h?a=1&b=2", "c", nil),
            ("x://h?a", "a", ""), ("x://h?a=", "a", ""), ("x://h?a=1&a=2", "a", "1"),
            ("x://h?a==b", "a", "=b"), ("x://h?=b", "", "b"), ("x://h?%61=1", "a", "1"),
            ("x://h?a=%41", "a", "%41"), ("x://h?&&a=1", "a", "1"), ("x://h?A=1", "a", nil),
            ("x://h?%FF=1&a=2", "a", "2"), ("x://h?a+b=1", "a+b", "1"), ("x://h/a=1", "a", nil),
            ("x://h#?a=1", "a", nil), ("prefs:root=WIFI", "root", "WIFI"),
            ("prefs:root=General&path=About", "path", "About"),
            ("prefs:root=A?root=B", "root", "B"),
            ("mailto:a@b.c?subject=x", "subject", "x"),
            ("x://h?a=1&\u{301}b=2", "a", "1"), ("x://h?m=\u{301}x", "m", "\u{301}x"),
        ] as [(String, String, String?)]
    )
    func itemsAreFound(text: String, name: String, value: String?) throws {
        #expect(try LaunchURL(text).item(name) == value)
    }

    static let refusals: [(String, String)] = [
        ("", "the URL \"\" has no scheme; write one before a colon, as in https://example.org"),
        (
            "example.org",
            "the URL \"example.org\" has no scheme; write one before a colon, as in https://example.org"
        ),
        (
            "://x",
            "the URL \"://x\" has no scheme; write one before a colon, as in https://example.org"
        ),
        (
            "1x:y",
            "the URL \"1x:y\" has no scheme; write one before a colon, as in https://example.org"
        ),
        (
            "a_b:y",
            "the URL \"a_b:y\" has no scheme; write one before a colon, as in https://example.org"
        ),
        (
            "ä:y",
            "the URL \"ä:y\" has no scheme; write one before a colon, as in https://example.org"
        ),
        (
            "-a:y",
            "the URL \"-a:y\" has no scheme; write one before a colon, as in https://example.org"
        ),
        ("x:a b", "the URL \"x:a b\" has the character U+0020; write it as %20"),
        ("x:a\nb", "the URL \"x:a<U+000A>b\" has the character U+000A; write it as %0A"),
        ("x:\0", "the URL \"x:<U+0000>\" has the character U+0000; write it as %00"),
        ("x:\u{7f}", "the URL \"x:<U+007F>\" has the character U+007F; write it as %7F"),
        ("x:\r\n", "the URL \"x:<U+000D><U+000A>\" has the character U+000D; write it as %0D"),
        (
            "x:%",
            "the URL \"x:%\" has a % without two hexadecimal digits after it; write it as %25"
        ),
        (
            "x:%4",
            "the URL \"x:%4\" has a % without two hexadecimal digits after it; write it as %25"
        ),
        (
            "x:%zz",
            "the URL \"x:%zz\" has a % without two hexadecimal digits after it; write it as %25"
        ),
        (
            "x:" + String(repeating: "a", count: 8_191),
            "the URL has 8193 bytes, more than the 8192 allowed; shorten it"
        ),
    ]

    @Test(arguments: refusals)
    func refusalsSayWhatToWrite(text: String, message: String) {
        expectRefusal(.invalidURL, message) { try LaunchURL(text) }
    }

    @Test func theLongestURLIsAllowed() throws {
        let text = "x:" + String(repeating: "a", count: 8_190)
        #expect(try LaunchURL(text).path.utf8.count == 8_190)
    }
}
