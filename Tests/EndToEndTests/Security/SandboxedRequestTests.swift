import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// What a request of a program inside a sandbox may name.
@Suite struct SandboxedRequestTests {
    private static let app = "org.example.App"
    private static let words = "the Flatpak app org.example.App"

    private static func request(
        body: String = "B",
        _ change: (inout NotificationRequest) -> Void = { _ in }
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: app,
            identifier: "own",
            content: NotificationContent(title: "T", body: body)
        )
        request.bubble.hasMarkup = true
        change(&request)
        return request
    }

    /// Requests with the end of the message that refuses each.
    private static let refused: [(NotificationRequest, String)] = [
        (
            request { $0.content.sound = .named("/home/u/secret.wav") },
            "may not name files, and sound is \"/home/u/secret.wav\"; write a name of the theme, or "
                + "leave it out"
        ),
        (
            request { request in
                let center = Coordinate(latitude: 52.5, longitude: 13.4)
                request.trigger = .location(
                    LocationTrigger(region: CircularRegion(center: center, radius: 100))
                )
            },
            "may not wait for a place: when it fires would reveal where you are; give a date or an interval"
        ),
        (
            request { $0.run = "backup" },
            "may not run a command when a notification is due; leave run out"
        ),
        (
            request { $0.content.localized = LocalizedTexts(folder: "/home/u") },
            "may not name the folder \"/home/u\" in localized; leave it out and send the texts "
                + "themselves"
        ),
        (
            request { $0.bubble.icon = "/home/u/secret.png" },
            "may not name files, and icon is \"/home/u/secret.png\"; write a name of the theme, or "
                + "leave it out"
        ),
        (
            request { $0.bubble.icon = "file:///home/u/secret.png" },
            "may not name files, and icon is \"file:///home/u/secret.png\"; write a name of the theme, "
                + "or leave it out"
        ),
        (
            request { request in
                request.actions = [
                    NotificationAction(identifier: "a", title: "A", icon: .theme("/x.png"))
                ]
            },
            "may not name files, and the icon of an action is \"/x.png\"; write a name of the theme, "
                + "or leave it out"
        ),
        (
            request { request in
                request.content.attachments = [
                    NotificationAttachment(
                        identifier: "a",
                        name: "a.png",
                        type: "public.png",
                        source: .path("/a.png")
                    )
                ]
            },
            "may not name the attachment \"/a.png\"; open it and send the file (h)"
        ),
        (
            request(body: "<img src=\"/home/u/secret.png\" alt=\"\"/>"),
            "may not name the picture \"/home/u/secret.png\" in the body; attach it"
        ),
        (
            request(body: "<a href=\"run:editor\">x</a>"),
            "may have https, http and mailto URLs opened alone, not \"run:editor\""
        ),
        (
            request { $0.bubble.appName = "Your Bank" },
            "may not appear as \"Your Bank\"; leave appName out"
        ),
        (
            request { $0.bubble.hints = ["image-path": .string("/home/u/secret.png")] },
            "may not give the hint \"image-path\"; there are category, resident, transient, value, x, y"
        ),
        (
            request { $0.bubble.hints = ["x-kde-display-appname": .string("Your Bank")] },
            "may not give the hint \"x-kde-display-appname\"; there are category, resident, transient, "
                + "value, x, y"
        ),
    ]

    @Test(arguments: refused)
    func itNamesNoFileAndNobodyElse(request: NotificationRequest, reason: String) async throws {
        let error = await #expect(throws: RequestError.self) {
            try await ServiceFixture.flatpak.check(request)
        }
        #expect(error?.code == .notAllowed)
        #expect(error?.message == "\(Self.words) \(reason)")
        await #expect(throws: RequestError.self) { try await Caller.unknown.check(request) }
        // A program of the user's may.
        try await ServiceFixture.user.check(request)
    }

    @Test func whatNamesNoneIsAllowed() async throws {
        let body = "<a href=\"https://example.org\">x</a> <b>y</b>"
        let request = Self.request(body: body) { request in
            request.content.sound = .named("bell")
            request.bubble.icon = "mail-unread"
            request.bubble.appName = AppName.of(Self.app)
            request.bubble.hints = ["category": .string("im.received"), "value": .integer(3)]
            request.openURL = "mailto:a@example.org"
            request.actions = [
                NotificationAction(identifier: "a", title: "A", icon: .theme("mail-reply"))
            ]
        }
        try await ServiceFixture.flatpak.check(request)
    }

    /// The checks are made for what comes over the bus, and nothing of a refused one is kept.
    @Test func theAgentRefusesIt() async throws {
        let service = try await ServiceFixture()
        let app = try await service.client(ServiceFixture.flatpak)
        for (request, reason) in Self.refused {
            #expect(try await service.refusal(of: request, by: app) == "\(Self.words) \(reason)")
        }
        let pending = try await service.call("List", .string("pending"), .string(""), by: app)
        #expect(pending[0]?.children.isEmpty == true)
        let category = NotificationCategory(
            identifier: "c",
            actions: [NotificationAction(identifier: "a", title: "A", icon: .theme("/x.png"))]
        )
        await #expect(throws: (any Error).self) {
            try await service.call(
                "SetCategories",
                .string(Self.app),
                .array(of: "a{sv}", [category.record]),
                by: app
            )
        }
    }

    @Test(
        "A sandboxed app without a desktop file is labelled with what the sandbox says of it",
        arguments: [
            (Caller.Confinement.flatpak("org.example.App"), "org.example.App (Flatpak)"),
            (.snap("tool_app"), "tool_app (snap)"), (.unknown, "unknown program"),
        ]
    )
    func itIsLabelled(confinement: Caller.Confinement, label: String) async throws {
        let service = try await ServiceFixture()
        let app = try await service.client(Caller(confinement: confinement, program: "/app/x"))
        let name = "new\u{202E}"
        var request = NotificationRequest(
            appID: Self.app,
            identifier: "new",
            content: NotificationContent(title: name, body: "a\u{2066}b")
        )
        request.actions = [NotificationAction(identifier: "a", title: "A\u{202E}")]
        try await service.call("Add", request.record, by: app)
        let call = try await service.fixture.server.next("new")
        call.reply(.shown(owner: ServiceFixture.owner, id: 5))
        _ = try await service.fixture.reports.wait(30, "the delivery") { $0.first }
        let row = try service.fixture.store.delivered(app: nil).first
        let shown = try #require(try row?.delivery()).request
        #expect(shown.bubble.appName == label)
        #expect(shown.content.title == "new")
        #expect(shown.content.body == "ab")
        #expect(shown.actions.map(\.title) == ["A"])
        let history = try service.fixture.store.history(HistorySelection(events: [.delivered]))
        #expect(history.first?.requester == label)
        let user = try await service.client(ServiceFixture.user)
        var own = request
        own.identifier = "own"
        own.content.title = "own"
        try await service.call("Add", own.record, by: user)
        _ = try await service.fixture.server.next("own")
        let rows = try service.fixture.store.delivered(app: Self.app)
        let others = try rows.map { try $0.delivery().request }
        #expect(others.first { $0.identifier == "own" }?.bubble.appName == .some(nil))
    }

    private static func request(
        _ identifier: String,
        replacing number: UInt32
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: identifier)
        )
        request.bubble.replaces = number
        return request
    }

    @Test func itReplacesBubblesOfItsOwnAlone() async throws {
        let service = try await ServiceFixture()
        let app = try await service.client(ServiceFixture.flatpak)
        let user = try await service.client(ServiceFixture.user)
        var others = Self.request("others", replacing: 0)
        others.appID = "org.example.Test"
        try await service.show(others, as: 7, by: user)
        // One of another app, and one that the agent did not show.
        for number: UInt32 in [7, 8] {
            #expect(
                try await service.refusal(of: Self.request("new", replacing: number), by: app)
                    == "replaces is \(number), which is no bubble of org.example.App on the screen; "
                    + "leave it out"
            )
        }
        #expect(try service.fixture.state(of: "others") == "shown")
        try await service.show(Self.request("own", replacing: 0), as: 9, by: app)
        try await service.show(Self.request("new", replacing: 9), as: 9, by: app)
        #expect(service.fixture.server.calls.elements.map(\.replaced?.id) == [nil, nil, 9])
    }

    /// By the time it fires the number may be somebody else's.
    @Test func whatItsOwnBubbleWasIsLookedAtWhenItFires() async throws {
        let service = try await ServiceFixture()
        let app = try await service.client(ServiceFixture.flatpak)
        try await service.show(Self.request("own", replacing: 0), as: 9, by: app)
        var later = Self.request("later", replacing: 9)
        later.trigger = .timeInterval(microseconds: 60_000_000, repeats: false)
        try await service.call("Add", later.record, by: app)
        let selection = Variant.dictionary([("identifiers", .strings(["own"]))])
        try await service.call("Remove", selection, by: app)
        service.fixture.clock.pass(60)
        await service.fixture.scheduler.deliverSoon()
        #expect(try await service.fixture.server.next("later").replaced == nil)
    }
}
