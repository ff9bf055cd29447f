import NotifyCore
import TestSupport
import Testing

/// What a request may say of its bubble.
@Suite struct BubbleOptionsTests {
    typealias Row = RequestValidationTests.Row

    private static func refused(
        _ message: String,
        _ change: @escaping @Sendable (inout BubbleOptions) -> Void
    ) -> Row {
        Row(.invalidContent, message) { change(&$0.bubble) }
    }

    private static let rows: [Row] = [
        refused("the icon is empty; write a name of the icon theme or a file, or leave it out") {
            $0.icon = ""
        },
        refused(
            "the icon \"../a.png\" is neither a name of the icon theme nor an absolute path; write the "
                + "whole path, or a name without /"
        ) { $0.icon = "../a.png" },
        refused(
            "the icon \"http://x/a.png\" is neither a name of the icon theme nor an absolute path; write "
                + "the whole path, or a name without /"
        ) { $0.icon = "http://x/a.png" },
        refused("the icon \"..\" is not a name of an icon theme; write one such as alarm-symbolic")
        {
            $0.icon = ".."
        },
        refused("the icon has 5000 bytes, more than the 4096 allowed; shorten it") {
            $0.icon = RequestValidationTests.text(5_000)
        },
        refused("the icon has the control character U+000A; leave it out") { $0.icon = "a\nb" },
        refused("the name of the program is empty; write one or leave it out") { $0.appName = "" },
        refused(
            "the expiry -2 is negative; write milliseconds, 0 for never, -1 for the server's default, or "
                + "leave it out"
        ) { $0.expiry = -2 },
        refused("33 hints are more than the 32 a bubble may have") {
            for number in 0..<33 { $0.hints["x-\(number)"] = .boolean(true) }
        },
        refused(
            "the hint \"a b\" is not a name; use letters, digits, -, _ and ., 255 at most"
        ) { $0.hints["a b"] = .boolean(true) },
        refused("the hint \"\" is not a name; use letters, digits, -, _ and ., 255 at most") {
            $0.hints[""] = .boolean(true)
        },
        refused("the hint value is of type string; the specification gives it int") {
            $0.hints["value"] = .string("42")
        },
        refused("the hint transient is of type byte; the specification gives it boolean") {
            $0.hints["transient"] = .byte(1)
        },
        refused("the hint urgency cannot be set; use the level (--level)") {
            $0.hints["urgency"] = .byte(2)
        },
        refused(
            "the hint desktop-entry cannot be set; it names the app that the request belongs to"
        ) { $0.hints["desktop-entry"] = .string("firefox") },
        refused("the hint x-a has the control character U+0007; leave it out") {
            $0.hints["x-a"] = .string("\u{7}")
        },
        refused("the hint x-a is not a number; write one") { $0.hints["x-a"] = .double(.nan) },
    ]

    @Test(arguments: rows) func whatDoesNotHoldIsRefused(row: Row) {
        var request = RequestValidationTests.request()
        row.change(&request)
        expectRefusal(row.code, row.message) { try request.validate() }
    }

    @Test func theBodyIsCheckedAsMarkupOnlyWhereItIsOne() throws {
        var request = RequestValidationTests.request()
        request.content.body = "1 < 2"
        try request.validate()
        request.bubble.hasMarkup = true
        #expect(throws: RequestError.self) { try request.validate() }
    }

    @Test(arguments: [
        "alarm-symbolic", "org.example.App", "/usr/share/a.png", "file:///usr/a%20b.png",
    ])
    func namesAndFilesAreIcons(icon: String) throws {
        try BubbleOptions.validate(icon: icon)
    }
}
