import NotifyCore
import TestSupport
import Testing

@Suite struct RequestValidationTests {
    struct Row: Sendable, CustomStringConvertible {
        let change: @Sendable (inout NotificationRequest) -> Void
        let code: RequestError.Code
        let message: String

        init(
            _ code: RequestError.Code,
            _ message: String,
            _ change: @escaping @Sendable (inout NotificationRequest) -> Void
        ) {
            self.change = change
            self.code = code
            self.message = message
        }

        var description: String { message }
    }

    static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    static func request() -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.App",
            identifier: "id",
            content: NotificationContent(title: "Tea")
        )
    }

    static let names: [Row] = [
        Row(.invalidIdentifier, "the identifier is empty; omit it to have one generated") {
            $0.identifier = ""
        },
        Row(
            .invalidIdentifier,
            "the identifier has 10240 bytes, more than the 255 allowed; shorten it"
        ) { $0.identifier = text(10_240) },
        Row(
            .invalidIdentifier,
            "the identifier has 256 bytes, more than the 255 allowed; shorten it"
        ) { $0.identifier = String(repeating: "ä", count: 128) },
        Row(.invalidIdentifier, "the identifier has the control character U+000A; leave it out") {
            $0.identifier = "a\nb"
        },
        Row(.invalidIdentifier, "the identifier has the control character U+0000; leave it out") {
            $0.identifier = "\0"
        },
        Row(.invalidIdentifier, "the app id has 256 bytes, more than the 255 allowed; shorten it") {
            $0.appID = text(256)
        },
        Row(.invalidIdentifier, "the app id has the control character U+0085; leave it out") {
            $0.appID = "a\u{85}"
        },
    ]

    static let contents: [Row] = [
        Row(
            .invalidContent,
            "the title and the body are both empty; write at least one of them"
        ) {
            $0.content.title = ""
        },
        Row(.invalidContent, "the title has 4097 bytes, more than the 4096 allowed; shorten it") {
            $0.content.title = text(4_097)
        },
        Row(.invalidContent, "the subtitle has 4097 bytes, more than the 4096 allowed; shorten it")
        {
            $0.content.subtitle = text(4_097)
        },
        Row(.invalidContent, "the body has 131073 bytes, more than the 131072 allowed; shorten it")
        {
            $0.content.body = text(131_073)
        },
        Row(.invalidContent, "the title has the control character U+001B; leave it out") {
            $0.content.title = "\u{1b}[31m"
        },
        Row(.invalidContent, "the body has the control character U+001B; leave it out") {
            $0.content.body = "a\n\u{1b}"
        },
        Row(.invalidContent, "the body has the control character U+000D; leave it out") {
            $0.content.body = "a\r\nb"
        },
        Row(.invalidContent, "the body has the control character U+007F; leave it out") {
            $0.content.body = "\u{7f}"
        },
        Row(.invalidContent, "the subtitle has the control character U+0000; leave it out") {
            $0.content.subtitle = "\0"
        },
        Row(.invalidContent, "the thread identifier has the control character U+000A; leave it out")
        {
            $0.content.threadIdentifier = "\n"
        },
        Row(
            .invalidContent,
            "the category identifier has 4097 bytes, more than the 4096 allowed; shorten it"
        ) { $0.content.categoryIdentifier = text(4_097) },
        Row(
            .invalidContent,
            "the sound is empty; write default, none or a name of the sound theme"
        ) { $0.content.sound = .named("") },
        Row(.invalidContent, "the sound has the control character U+0009; leave it out") {
            $0.content.sound = .named("\t")
        },
        Row(.invalidContent, "the badge -1 is not between 0 and 2147483647; 0 hides it") {
            $0.content.badge = -1
        },
        Row(.invalidContent, "the badge 2147483648 is not between 0 and 2147483647; 0 hides it") {
            $0.content.badge = 2_147_483_648
        },
        Row(.invalidContent, "userInfo is nested deeper than 12 levels; flatten it") {
            $0.content.userInfo = ["a": nested(12)]
        },
    ]

    static let actions: [Row] = [
        Row(.invalidContent, "33 actions are more than the 32 a bubble may have") {
            $0.actions = many(33)
        },
        Row(
            .invalidContent,
            "the action \"A\" has no identifier; give it one of its own"
        ) { $0.actions = [action("")] },
        Row(.invalidContent, "two actions have the identifier \"a\"; each needs its own") {
            $0.actions = [action("a"), action("b"), action("a")]
        },
        Row(
            .invalidContent,
            "an action has no label; write it before the first =, as in \"Timer=clock://start\""
        ) { $0.actions = [NotificationAction(identifier: "a", title: "")] },
        Row(
            .invalidContent,
            "the action label has 257 bytes, more than the 256 allowed; shorten it"
        ) {
            $0.actions = [NotificationAction(identifier: "a", title: text(257))]
        },
        Row(.invalidContent, "the action label has the control character U+000A; leave it out") {
            $0.actions = [NotificationAction(identifier: "a", title: "a\n")]
        },
        Row(
            .invalidContent,
            "the action identifier has 256 bytes, more than the 255 allowed; shorten it"
        ) { $0.actions = [action(text(256))] },
        Row(
            .invalidURL,
            "the URL \"example\" has no scheme; write one before a colon, as in https://example.org"
        ) { $0.actions = [NotificationAction(identifier: "a", title: "A", url: "example")] },
        Row(.invalidURL, "the URL \"x: \" has the character U+0020; write it as %20") {
            $0.openURL = "x: "
        },
    ]

    static func action(_ identifier: String) -> NotificationAction {
        NotificationAction(identifier: identifier, title: "A")
    }

    static func many(_ count: Int) -> [NotificationAction] {
        (0..<count).map { action("\($0)") }
    }

    static func nested(_ levels: Int) -> PropertyValue {
        (0..<levels).reduce(.integer(1)) { value, level in
            level.isMultiple(of: 2) ? .array([value]) : .dictionary(["k": value])
        }
    }

    @Test func aSubtitleAloneIsShown() throws {
        var request = Self.request()
        request.content.title = ""
        request.content.subtitle = "x"
        try request.validate()
    }

    @Test(arguments: names + contents + actions)
    func aFieldThatDoesNotHoldIsNamed(row: Row) {
        var request = Self.request()
        row.change(&request)
        expectRefusal(row.code, row.message) { try request.validate() }
    }

    static let allowed: [Row] = [
        Row(.invalidContent, "tab and newline in body") { $0.content.body = "a\tb\nc" },
        Row(.invalidContent, "tab and newline in title") { $0.content.title = "a\tb\nc" },
        Row(.invalidContent, "body alone") {
            $0.content.title = ""
            $0.content.body = "b"
        },
        Row(.invalidContent, "longest texts") {
            $0.identifier = text(255)
            $0.appID = text(255)
            $0.content.title = text(4_096)
            $0.content.subtitle = text(4_096)
            $0.content.body = text(131_072)
        },
        Row(.invalidContent, "32 actions") { $0.actions = many(32) },
        Row(.invalidContent, "badge 0") { $0.content.badge = 0 },
        Row(.invalidContent, "greatest badge") { $0.content.badge = 2_147_483_647 },
        Row(.invalidContent, "12 levels") { $0.content.userInfo = ["a": nested(11)] },
        Row(.invalidContent, "other scripts") { $0.content.title = "\u{202e}é 😀 مرحبا" },
        Row(.invalidContent, "URLs") {
            $0.openURL = "prefs:root=WIFI"
            $0.actions = [NotificationAction(identifier: "a", title: "A", url: "tweetbot:///post?")]
        },
    ]

    @Test(arguments: allowed)
    func aFieldAtItsBoundHolds(row: Row) throws {
        var request = Self.request()
        row.change(&request)
        try request.validate()
    }
}
