import NotifyCore
import TestSupport
import Testing

@Suite struct CategoryTests {
    private static func request(_ actions: [NotificationAction] = []) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.App",
            identifier: "id",
            content: NotificationContent(title: "Tea", categoryIdentifier: "C"),
            actions: actions
        )
    }

    private static func action(_ identifier: String, _ title: String = "T") -> NotificationAction {
        NotificationAction(identifier: identifier, title: title)
    }

    @Test(arguments: [
        ([], []),
        ([action("b"), action("a")], ["b:T", "a:T"]),
        ([action("a", ""), action("b")], ["a:a", "b:T"]),
        ([action("a", "1"), action("b"), action("a", "2")], ["a:1", "b:T"]),
        (
            [
                action(""), action(NotificationAction.defaultIdentifier),
                action(NotificationAction.dismissIdentifier), action("z"),
            ], ["z:T"]
        ),
        ((0..<12).map { action("\($0)") }, (0..<10).map { "\($0):T" }),
    ])
    func aRequestTakesTheButtonsOfItsCategory(actions: [NotificationAction], buttons: [String]) {
        var request = Self.request()
        request.adopt(NotificationCategory(identifier: "C", actions: actions))
        #expect(request.actions.map { "\($0.identifier):\($0.title)" } == buttons)
        #expect(!request.hearsDismissal)
        let expected = request
        request.adopt(nil)
        #expect(request == expected)
    }

    @Test func aRequestKeepsItsOwnButtons() {
        var request = Self.request([Self.action("own")])
        let category = NotificationCategory(
            identifier: "C",
            actions: [Self.action("a")],
            options: .customDismissAction
        )
        request.adopt(category)
        #expect(request == Self.request([Self.action("own")]))
        request.actions = []
        request.adopt(category)
        #expect(request.actions == category.actions)
        #expect(request.hearsDismissal)
    }

    @Test(arguments: [
        (
            [NotificationCategory(identifier: "")],
            "a category has no identifier; give it the one that the content names"
        ),
        (
            [NotificationCategory(identifier: "a"), NotificationCategory(identifier: "a")],
            "two categories have the identifier \"a\"; each needs its own"
        ),
        (
            (0...200).map { NotificationCategory(identifier: "\($0)") },
            "201 categories are more than the 200 that an app may have; leave out those that it does "
                + "not use"
        ),
        (
            [NotificationCategory(identifier: "a", actions: (0...32).map { action("\($0)") })],
            "the category \"a\" has 33 actions, more than the 32 that it may have"
        ),
        (
            [
                NotificationCategory(
                    identifier: "a",
                    intentIdentifiers: Array(repeating: "b", count: 33)
                )
            ], "the category \"a\" has 33 intent identifiers, more than the 32 that it may have"
        ),
        (
            [NotificationCategory(identifier: "a\0")],
            "the category identifier has the control character U+0000; leave it out"
        ),
        (
            [
                NotificationCategory(
                    identifier: "a",
                    actions: [NotificationAction(identifier: "b", title: "", icon: .theme("\0"))]
                )
            ], "the action icon has the control character U+0000; leave it out"
        ),
        (
            [
                NotificationCategory(
                    identifier: "a",
                    actions: [
                        NotificationAction(
                            identifier: "b",
                            title: "",
                            textInput: .init(placeholder: String(repeating: "a", count: 4_097))
                        )
                    ]
                )
            ], "the text input placeholder has 4097 bytes, more than the 4096 allowed; shorten it"
        ),
    ])
    func whatDoesNotHoldIsNamed(categories: [NotificationCategory], message: String) {
        expectRefusal(.invalidContent, message) {
            try NotificationCategory.validate(categories)
        }
    }

    @Test func whatIsNeverShownIsKept() throws {
        try NotificationCategory.validate([
            NotificationCategory(
                identifier: "a",
                actions: [Self.action("", ""), Self.action("b"), Self.action("b")]
            ), NotificationCategory(identifier: "b"),
        ])
    }
}
