import NotifyCore
import Testing

@testable import RelayProgram
@testable import RelayServers

/// Plain messages as notifications, and notifications as plain messages.
struct InboxMessageTests {
    private static func message(_ title: String, _ text: String) -> ServerMessage {
        var message = ServerMessage(topic: "t", id: "abc", time: 1, text: text)
        message.title = title
        return message
    }

    @Test(arguments: [
        (1, InterruptionLevel.passive, false), (2, .passive, false), (3, .active, false),
        (4, .active, true), (5, .timeSensitive, true),
    ])
    func thePriorityIsALevel(priority: Int, level: InterruptionLevel, isAudible: Bool) {
        var message = Self.message("T", "B")
        message.priority = priority
        let content = InboxMessage.request(of: message, from: "t").request.content
        #expect(content.interruptionLevel == level)
        #expect((content.sound != nil) == isAudible)
    }

    @Test func theSourceCannotBeChanged() throws {
        var message = Self.message("desktop", "<b>B</b>\u{7}\u{0}\r\nnext")
        message.tags = ["warning", "x\ny\u{202E}"]
        let request = InboxMessage.request(of: message, from: "alerts").request
        #expect(request.appID == InboxMessage.app)
        #expect(request.content.title == "desktop")
        #expect(request.content.subtitle == "warning, x y<U+202E> · ntfy · alerts")
        #expect(request.content.body == "<b>B</b>\nnext")
        #expect(!request.bubble.hasMarkup)
        #expect(request.bubble.appName == "ntfy · alerts")
        #expect(request.idempotencyKey == "abc")
        try request.validate()
        let bare = InboxMessage.request(of: Self.message("\u{1}", ""), from: "alerts").request
        #expect(bare.content.title == "alerts")
        try bare.validate()
    }

    @Test func onlyPagesAndMailAreOpened() throws {
        var message = Self.message("T", "B")
        message.click = "javascript:alert(1)"
        message.links = [
            ("Open", "https://example.org/x"), ("File", "file:///etc/passwd"),
            ("", "mailto:a@example.org"), ("Bad", "https://a b"),
        ].map { ServerMessage.Link(label: $0.0, url: $0.1) }
        let (request, removed) = InboxMessage.request(of: message, from: "t")
        #expect(request.openURL == nil)
        #expect(request.actions.map(\.title) == ["Open", "Open"])
        #expect(request.actions.map(\.url) == ["https://example.org/x", "mailto:a@example.org"])
        #expect(removed == ["javascript:alert(1)", "file:///etc/passwd", "https://a b"])
        try request.validate()
        message.click = "https://example.org"
        #expect(
            InboxMessage.request(of: message, from: "t").request.openURL == "https://example.org"
        )
    }

    @Test func sizesAreBounded() throws {
        let long = String(repeating: "ä\u{300}", count: 60_000)
        var message = Self.message(long, long)
        message.id = String(repeating: "x", count: 64)
        message.tags = Array(repeating: long, count: 20)
        message.links = Array(
            repeating: ServerMessage.Link(label: long, url: "https://a"),
            count: 3
        )
        let request = InboxMessage.request(of: message, from: "t").request
        #expect(request.content.title.utf8.count <= 1_024)
        #expect(request.content.title.hasSuffix("…"))
        #expect(request.content.body.utf8.count <= 16_384)
        try request.validate()
        #expect(request.idempotencyKey?.utf8.count == 64)
    }

    @Test("Text that would be read the other way round is cleaned")
    func nothingSteers() {
        var message = Self.message("a\u{202E}b", "c\u{2066}d\u{200B}\ne \u{200D}👩\u{200D}🚀")
        message.links = [ServerMessage.Link(label: "x\u{202E}", url: "https://a")]
        let content = InboxMessage.request(of: message, from: "t").request.content
        #expect(content.title == "ab")
        #expect(content.body == "cd\ne 👩\u{200D}🚀")
    }

    @Test(arguments: [
        ("", 5, ""), ("abcde", 5, "abcde"), ("abcdef", 5, "ab…"), ("äöü", 5, "ä…"),
        ("a" + String(repeating: "\u{300}", count: 50), 9, "…"),
    ])
    func aTextIsShortened(text: String, limit: Int, short: String) {
        #expect(text.shortened(toBytes: limit) == short)
    }

    @Test func thePhoneGetsPlainText() {
        var content = NotificationContent(title: "Title", subtitle: "Sub", body: "<b>B</b> &amp; C")
        content.interruptionLevel = .critical
        var request = NotificationRequest(appID: "a", identifier: "i", content: content)
        request.bubble.hasMarkup = true
        request.openURL = "https://example.org"
        let post = PhonePost.post(of: request, to: "p", limit: 4_095)
        #expect(post.topic == "p")
        #expect(post.title == "Title")
        #expect(post.text == "Sub\nB & C")
        #expect(post.priority == 5)
        #expect(post.click == "https://example.org")
        #expect(post.wakesPhones)
        request.content = NotificationContent(title: "Only a title")
        request.openURL = "file:///etc/passwd"
        let bare = PhonePost.post(of: request, to: "p", limit: 6)
        #expect(bare.title.isEmpty)
        #expect(bare.text == "Onl…")
        #expect(bare.priority == 3)
        #expect(bare.click == nil)
    }
}
