import NotifyCore
import TestSupport
import Testing

/// The specification's markup, for servers that understand all, some or none of it.
@Suite struct BodyMarkupTests {
    /// A body, and the body that is shown.
    struct Row: Sendable {
        let body: String
        let all: String
        let basic: String
        let plain: String

        init(_ body: String, all: String? = nil, basic: String? = nil, plain: String) {
            self.body = body
            self.all = all ?? body
            self.basic = basic ?? all ?? body
            self.plain = plain
        }
    }

    @Test(arguments: [
        Row("", plain: ""),
        Row("no tags", plain: "no tags"),
        Row("<b>bold</b> <i>it<u>a</u>lic</i>", plain: "bold italic"),
        Row("1 &lt; 2 &amp; 3 &gt; 2", plain: "1 < 2 & 3 > 2"),
        Row("a > b", all: "a &gt; b", plain: "a > b"),
        Row("&quot;&apos;&#65;&#x42;", all: "\"'AB", plain: "\"'AB"),
        Row(
            "see <a href=\"https://x.org/?a=1&amp;b=2\">the page</a>",
            basic: "see the page (https://x.org/?a=1&amp;b=2)",
            plain: "see the page (https://x.org/?a=1&b=2)"
        ),
        Row(
            "<a href='https://x.org'>https://x.org</a>",
            all: "<a href=\"https://x.org\">https://x.org</a>",
            basic: "https://x.org",
            plain: "https://x.org"
        ),
        Row(
            "<img src=\"/a.png\" alt=\"a &quot;cat&quot;\"/>!",
            basic: "a \"cat\"!",
            plain: "a \"cat\"!"
        ),
        Row(
            "<img src='file:///a.png'>",
            all: "<img src=\"file:///a.png\" alt=\"\"/>",
            basic: "",
            plain: ""
        ),
        Row("<b >x</b >", all: "<b>x</b>", plain: "x"),
        Row("two\nlines <b>é</b>", plain: "two\nlines é"),
    ])
    func aBodyIsReducedToWhatIsUnderstood(row: Row) throws {
        let markup = try BodyMarkup(parsing: row.body)
        #expect(markup.text(for: .all) == row.all)
        #expect(markup.text(for: .basic) == row.basic)
        #expect(markup.text(for: nil) == row.plain)
        // What comes out is read again as the same.
        #expect(try BodyMarkup(parsing: row.all).text(for: nil) == row.plain)
    }

    private static let start = "the markup of the body is invalid: "

    /// A body, and why it is refused.
    struct Refusal: Sendable {
        let body: String
        let message: String

        init(_ body: String, _ message: String) {
            self.body = body
            self.message = message
        }
    }

    private static let refusals: [Refusal] = [
        Refusal("<b>x", "<b> at line 1, column 1 is not closed; write </b>"),
        Refusal("a\n <i>x", "<i> at line 2, column 2 is not closed; write </i>"),
        Refusal("x</b>", "</b> at line 1, column 2 closes nothing; leave it out"),
        Refusal(
            "<b><i>x</b></i>",
            "</b> at line 1, column 8 comes before <i> at line 1, column 4 is closed; close that first"
        ),
        Refusal(
            "1 < 2",
            "\"<\" at line 1, column 3 is not a supported tag; use b, i, u, a and img, and write a < of the text as &lt;"
        ),
        Refusal(
            "<script>x</script>",
            "\"<script\" at line 1, column 1 is not a supported tag; use b, i, u, a and img, and write a < of the text as &lt;"
        ),
        Refusal(
            "A & B",
            "& at line 1, column 3 is not an entity; use &amp; &lt; &gt; &quot; &apos; and &#NUMBER;, and write an & of the text as &amp;"
        ),
        Refusal(
            "&nbsp;",
            "&nbsp at line 1, column 1 is not an entity; use &amp; &lt; &gt; &quot; &apos; and &#NUMBER;, and write an & of the text as &amp;"
        ),
        Refusal(
            "&#27;",
            "&#27 at line 1, column 1 is not an entity; use &amp; &lt; &gt; &quot; &apos; and &#NUMBER;, and write an & of the text as &amp;"
        ),
        Refusal(
            "<b style=\"x\">x</b>",
            "<b> at line 1, column 1 has the attribute \"style\"; it can have none"
        ),
        Refusal(
            "<a href=\"x:y\" href=\"x:z\">x</a>",
            "<a> at line 1, column 1 has the attribute \"href\"; it can have href, once"
        ),
        Refusal("<a>x</a>", "<a> at line 1, column 1 has no href; write href=\"https://…\""),
        Refusal(
            "<a href=x:y>x</a>",
            "the value of href of <a> at line 1, column 1 is not between quotes"
        ),
        Refusal(
            "<a href=\"x:y",
            "the value of href of <a> at line 1, column 1 is not between quotes"
        ),
        Refusal("<a href>", "href of <a> at line 1, column 1 has no value; write href=\"…\""),
        Refusal("<img alt=\"x\">", "<img> at line 1, column 1 has no src; write src=\"file:///…\""),
        Refusal(
            "<img src=\"http://x.org/a.png\">",
            "<img> at line 1, column 1 has the src \"http://x.org/a.png\", which is not a local file; write an absolute path or a file:// URL"
        ),
        Refusal("<b", "<b> at line 1, column 1 has no > at its end"),
        Refusal("<b>x</b", "</b> at line 1, column 5 has no > at its end"),
        Refusal(
            String(repeating: "<b>", count: 33),
            "<b> at line 1, column 97 lies deeper than 32 elements; flatten it"
        ),
    ]

    @Test(arguments: refusals)
    func whatDoesNotHoldIsRefusedWithItsPlace(row: Refusal) {
        expectRefusal(.invalidContent, Self.start + row.message) {
            try BodyMarkup(parsing: row.body)
        }
    }

    @Test func aLinkToNoURLIsRefused() {
        #expect(throws: RequestError.self) { try BodyMarkup(parsing: "<a href=\"nowhere\">x</a>") }
    }
}
