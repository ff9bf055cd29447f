import AgentInterface
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Buttons that come from the category which the content names.
@Suite(.serialized) struct CategoryButtonTests {
    private static let app = "org.example.Mail"

    private static func request(
        _ identifier: String,
        in microseconds: Int64? = nil,
        category: String = "mail",
        actions: [NotificationAction] = []
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: identifier, categoryIdentifier: category),
            trigger: microseconds.map { .timeInterval(microseconds: $0, repeats: false) }
                ?? .immediate,
            actions: actions
        )
    }

    private static func category(_ actions: [String], hears: Bool = false) -> NotificationCategory {
        NotificationCategory(
            identifier: "mail",
            actions: actions.map { NotificationAction(identifier: $0, title: "The \($0)") },
            options: hears ? .customDismissAction : []
        )
    }

    private static func buttons(of received: ServerDouble.Received) -> [String] {
        received.call.actions.map { "\($0.key)=\($0.label)" }
    }

    @Test func theButtonsAreThoseOfTheCategoryInItsOrder() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        try await desk.setCategories([Self.category(["z", "a", "default", "z"])], of: Self.app)
        try await desk.add(Self.request("one"))
        let shown = try await server.next(within: 30)
        #expect(
            shown.call.withSortedHints
                == NotifyCall(
                    sender: try desk.sender().name,
                    appName: "notify-schedule",
                    icon: "org.notifyschedule.NotifySchedule",
                    summary: "one",
                    actions: [
                        NotifyCall.Action(key: "default", label: "Open"),
                        NotifyCall.Action(key: "z", label: "The z"),
                        NotifyCall.Action(key: "a", label: "The a"),
                        NotifyCall.Action(key: "action:default", label: "The default"),
                    ],
                    hints: [
                        NotifyCall.Hint(
                            name: "desktop-entry",
                            value: .string("org.notifyschedule.NotifySchedule")
                        ),
                        NotifyCall.Hint(name: "sender-pid", value: .int64(Int64(agent.id))),
                        NotifyCall.Hint(name: "suppress-sound", value: .boolean(true)),
                        NotifyCall.Hint(name: "urgency", value: .byte(1)),
                    ],
                    expireTimeout: -1
                )
        )
        await server.click(shown.id, "action:default")
        let response = try await desk.waitForSignals("Responded")[0]
        #expect(response.action == "default")
        let request = try NotificationRequest(record: response.details?["request"])
        #expect(request.actions.map(\.identifier) == ["z", "a", "default"])
    }

    @Test func whatWaitsHasTheButtonsOfALaterSet() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        try await desk.setCategories([Self.category(["old"])], of: Self.app)
        try await desk.add(Self.request("one", in: 3_000_000))
        try await desk.setCategories([Self.category(["new"], hears: true)], of: Self.app)
        // Whoever set them need not be there, nor the agent that was told.
        try await desk.endAgent(SIGTERM, id: agent.id)
        let later = try await desk.startAgent()
        let shown = try await server.call(titled: "one")
        #expect(Self.buttons(of: shown) == ["default=Open", "new=The new"])
        _ = try await desk.waitForSignals("Delivered")
        await server.close(shown.id, .dismissed)
        let response = try await desk.waitForSignals("Responded")[0]
        #expect(response.details?["request"]?["hearsDismissal"]?.boolean == true)
        withExtendedLifetime(later) {}
    }

    @Test func withoutACategoryThereAreNoButtonsAndOwnOnesStay() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        var shown: [String] = []
        /// Shown before the next set comes, which would count for it as well.
        func show(_ request: NotificationRequest) async throws {
            try await desk.add(request)
            let received = try await server.next(within: 30)
            shown.append("\(received.call.summary): \(Self.buttons(of: received).dropFirst())")
        }
        try await desk.setCategories([Self.category(["a"])], of: "org.example.Other")
        try await show(Self.request("of another app"))
        try await desk.setCategories([Self.category(["a"])], of: Self.app)
        try await show(Self.request("unknown", category: "Mail"))
        let own = [NotificationAction(identifier: "own", title: "Own")]
        try await show(Self.request("own", actions: own))
        try await show(Self.request("known"))
        try await desk.setCategories([], of: Self.app)
        try await show(Self.request("forgotten"))
        #expect(
            shown == [
                "of another app: []", "unknown: []", "own: [\"own=Own\"]",
                "known: [\"a=The a\"]", "forgotten: []",
            ]
        )
        withExtendedLifetime(agent) {}
    }

    @Test func whatDoesNotHoldLeavesTheEarlierSet() async throws {
        let desk = try await Desk()
        let agent = try await desk.startAgent()
        let set = [
            Self.category(["a", "a", ""], hears: true),
            NotificationCategory(identifier: "b", intentIdentifiers: ["i"]),
        ]
        try await desk.setCategories(set, of: Self.app)
        for (app, categories, name) in [
            ("", set, "InvalidIdentifier"), (Self.app, [set[0], set[0]], "InvalidContent"),
            (Self.app, [NotificationCategory(identifier: "")], "InvalidContent"),
        ] {
            let error = await #expect(throws: GLibError.self) {
                try await desk.setCategories(categories, of: app)
            }
            #expect(error?.remoteName == "org.notifyschedule.Error.\(name)")
        }
        let reply = try await desk.call("Categories", .string(Self.app))
        let kept = try (reply[0]?.children ?? []).map { try NotificationCategory(record: $0) }
        #expect(kept.sorted { $0.identifier > $1.identifier } == [set[0], set[1]])
        withExtendedLifetime(agent) {}
    }
}
