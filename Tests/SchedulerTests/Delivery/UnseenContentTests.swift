import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// Notifications that have a sound or a number alone, and nothing to show.
@Suite struct UnseenContentTests {
    private static let owner = ":1.5"
    private static let app = "org.example.Test"

    private static func fixture() async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: owner, bus: "a bus")
        return fixture
    }

    private static func add(
        _ identifier: String,
        _ content: NotificationContent,
        to fixture: SchedulerFixture
    ) async throws {
        _ = try await fixture.scheduler.add(
            NotificationRequest(appID: app, identifier: identifier, content: content)
        )
        await fixture.scheduler.deliverSoon()
    }

    /// Waits until the agent has told of a number.
    private static func badge(_ count: Int, of fixture: SchedulerFixture) async throws {
        _ = try await fixture.badges.wait(10, "the number") { badges in
            badges.contains("\(app) \(count)") ? true : nil
        }
    }

    @Test func theyAreHeardAndCountedWithoutABubble() async throws {
        let fixture = try await Self.fixture()
        let content = NotificationContent(title: "", sound: .standard, badge: 4)
        try await Self.add("one", content, to: fixture)
        try await Self.badge(4, of: fixture)
        #expect(fixture.server.sounds.elements == ["one"])
        #expect(fixture.server.calls.elements.isEmpty)
        #expect(try fixture.state(of: "one") == nil)
        let events = try await fixture.scheduler.history(HistorySelection("one", app: "", limit: 9))
        #expect(events.map(\.event) == [.delivered])
    }

    @Test func anAttachmentAloneHasABubble() async throws {
        let content = NotificationContent(
            title: "",
            attachments: [
                NotificationAttachment(
                    identifier: "a",
                    name: "a.png",
                    type: "public.png",
                    source: .path("/a.png")
                )
            ]
        )
        #expect(content.isVisible)
        let bubble = BubbleMapping(profile: ServerProfile(), looks: .built)
            .bubble(
                for: NotificationRequest(appID: Self.app, identifier: "one", content: content),
                replacing: 0
            )
        #expect(bubble.summary == AppLooks.built.name)
    }

    @Test func theyTakeTheEarlierBubbleOfTheirNameAway() async throws {
        let fixture = try await Self.fixture()
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await fixture.show("one", as: bubble)
        try await Self.add("one", NotificationContent(title: "", badge: 2), to: fixture)
        #expect(try await fixture.server.closings.next() == bubble)
        #expect(fixture.server.calls.elements.count == 1)
        #expect(try fixture.state(of: "one") == nil)
    }

    @Test(arguments: [.sound, [.banner, .list], []] as [PresentationOptions])
    func theirAppIsAsked(options: PresentationOptions) async throws {
        let fixture = try await Self.fixture()
        fixture.apps.holdsQuestions.withLock { $0 = true }
        try await fixture.scheduler.attach(":1.7", to: Self.app)
        let content = NotificationContent(title: "", sound: .standard, badge: 4)
        try await Self.add("one", content, to: fixture)
        try await fixture.apps.questions.next().answer(.success(options.union(.badge)))
        try await Self.badge(4, of: fixture)
        #expect(fixture.server.calls.elements.isEmpty)
        #expect(try fixture.state(of: "one") == nil)
    }

    @Test func whatIsLateIsInNoSummary() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["A", "B", "C"] {
            try await fixture.add(name, .timeInterval(microseconds: 60_000_000, repeats: false))
        }
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "number",
                content: NotificationContent(title: "", badge: 3),
                trigger: .timeInterval(microseconds: 60_000_000, repeats: false)
            )
        )
        await fixture.sleep(7_200)
        // Three late ones have a bubble each.
        #expect(fixture.shown.count == 3)
        #expect(try await fixture.pending() == [])
    }
}
