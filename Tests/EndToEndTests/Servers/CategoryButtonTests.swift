import AgentInterface
import AgentTestSupport
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

    private static func buttons(of received: FakeNotificationServer.Received) -> [String] {
        received.call.actions.map { "\($0.key)=\($0.label)" }
    }

    @Test func theButtonsAreThoseOfTheCategoryInItsOrder() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        try await fixture.setCategories([Self.category(["z", "a", "default", "z"])], of: Self.app)
        try await fixture.add(Self.request("one"))
        let shown = try await server.next(within: 30)
        #expect(
            shown.call.withSortedHints
                == NotifyCall(
                    sender: try fixture.sender().name,
                    appName: "Notify Schedule",
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
        let response = try await fixture.waitForResponses()[0]
        #expect(response.action == "default")
        // The one of the category, by its own identifier.
        #expect(response.actionTitle == "The default")
    }

    @Test func whatWaitsHasTheButtonsOfALaterSet() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        try await fixture.setCategories([Self.category(["old"])], of: Self.app)
        try await fixture.add(Self.request("one", in: 3_000_000))
        try await fixture.setCategories([Self.category(["new"], hears: true)], of: Self.app)
        // Neither the app that set them nor the agent that received them needs to be running.
        try await fixture.endAgent(SIGTERM, id: agent.id)
        let later = try await fixture.startAgent()
        let shown = try await server.call(titled: "one")
        #expect(Self.buttons(of: shown) == ["default=Open", "new=The new"])
        try await fixture.waitForDeliveries()
        await server.close(shown.id, .dismissed)
        _ = try await fixture.waitForResponses()
        // Its app hears of the dismissal, as the later set wants.
        let peer = try await BusPeer.attachable(on: fixture.bus)
        _ = try await peer.connection.call(
            "Attach",
            on: AgentNames.destination,
            .tuple([.string(Self.app)])
        )
        let heard = try await peer.calls.next(30)
        #expect(heard.method == "DidReceive")
        #expect(
            heard.parameters[0]?["action"]?.string == NotificationAction.dismissIdentifier
        )
        withExtendedLifetime(later) {}
    }

    @Test func withoutACategoryThereAreNoButtonsAndOwnOnesStay() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        var shown: [String] = []
        /// Shown before the next set comes, which would count for it as well.
        func show(_ request: NotificationRequest) async throws {
            try await fixture.add(request)
            let received = try await server.next(within: 30)
            shown.append("\(received.call.summary): \(Self.buttons(of: received).dropFirst())")
        }
        try await fixture.setCategories([Self.category(["a"])], of: "org.example.Other")
        try await show(Self.request("of another app"))
        try await fixture.setCategories([Self.category(["a"])], of: Self.app)
        try await show(Self.request("unknown", category: "Mail"))
        let own = [NotificationAction(identifier: "own", title: "Own")]
        try await show(Self.request("own", actions: own))
        try await show(Self.request("known"))
        try await fixture.setCategories([], of: Self.app)
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
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let set = [
            Self.category(["a", "a", ""], hears: true),
            NotificationCategory(identifier: "b", intentIdentifiers: ["i"]),
        ]
        try await fixture.setCategories(set, of: Self.app)
        for (app, categories, name) in [
            ("", set, "InvalidIdentifier"), (Self.app, [set[0], set[0]], "InvalidContent"),
            (Self.app, [NotificationCategory(identifier: "")], "InvalidContent"),
        ] {
            let error = await #expect(throws: GLibError.self) {
                try await fixture.setCategories(categories, of: app)
            }
            #expect(error?.remoteName == "org.notifyschedule.Error.\(name)")
        }
        let reply = try await fixture.call("Categories", .string(Self.app))
        let kept = try (reply[0]?.children ?? []).map { try NotificationCategory(record: $0) }
        #expect(kept.sorted { $0.identifier > $1.identifier } == [set[0], set[1]])
        withExtendedLifetime(agent) {}
    }
}
