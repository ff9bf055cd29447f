import NotifyCore
import Testing

/// What stands for the texts of a notification.
@Suite struct HiddenTextsTests {
    @Test(
        "A category names the body, and has the title and the subtitle shown",
        arguments: [
            ("", [], "Bank", "", "Notification"), ("%u payments", [], "Bank", "", "1 payments"),
            ("100%", [], "Bank", "", "100%"), ("%d%%u", [], "Bank", "", "%d%1"),
            ("New", .hiddenPreviewsShowTitle, "Bill", "", "New"),
            (
                "New", [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle], "Bill", "Rent",
                "New"
            ),
        ] as [(String, NotificationCategory.Options, String, String, String)]
    )
    func category(
        placeholder: String,
        options: NotificationCategory.Options,
        title: String,
        subtitle: String,
        body: String
    ) {
        let category = NotificationCategory(
            identifier: "bills",
            options: options,
            hiddenPreviewsBodyPlaceholder: placeholder
        )
        var request = NotificationRequest(
            appID: "org.example.Bank",
            identifier: "one",
            content: NotificationContent(title: "Bill", subtitle: "Rent", body: "1,000"),
            trigger: .immediate,
            actions: [NotificationAction(identifier: "pay", title: "Pay 1,000")]
        )
        request.bubble.icon = "/home/ann/bill.png"
        request.bubble.appName = "Ann's rent"
        request.openURL = "https://example.org/bill"
        request.bubble.hasMarkup = true
        request.bubble.hints = ["transient": .boolean(true), "image-path": .string("/bill.png")]
        let hidden = request.hiding(HiddenTexts(category), from: "Bank")
        #expect(hidden.content.title == title)
        #expect(hidden.content.subtitle == subtitle)
        #expect(hidden.content.body == body)
        #expect(hidden.actions == [])
        #expect(hidden.bubble.icon == nil)
        #expect(hidden.bubble.appName == nil)
        #expect(hidden.openURL == nil)
        #expect(hidden.bubble.hasMarkup == false)
        #expect(hidden.bubble.hints == ["transient": .boolean(true)])
    }

    @Test("Without a category the app's name stands for the title")
    func noCategory() {
        let request = NotificationRequest(
            appID: "org.example.Bank",
            identifier: "one",
            content: NotificationContent(title: "Bill", body: "1,000"),
            trigger: .immediate
        )
        let hidden = request.hiding(HiddenTexts(), from: "Bank").content
        #expect(hidden == NotificationContent(title: "Bank", body: "Notification"))
    }
}
