import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// How requests are delivered whose apps may not show them, or that do-not-disturb holds.
@Suite struct DueRequestTests {
    private static let bubble = BubbleKey(owner: SchedulerFixture.owner, id: 7)

    private static func add(
        _ content: NotificationContent,
        in seconds: Int64? = nil,
        to fixture: SchedulerFixture
    ) async throws {
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: SchedulerFixture.app,
                identifier: "one",
                content: content,
                trigger: seconds.map {
                    .timeInterval(microseconds: $0 * 1_000_000, repeats: false)
                } ?? .immediate
            )
        )
    }

    /// The history, as `EVENT DETAIL`.
    private static func history(_ fixture: SchedulerFixture) async throws -> [String] {
        try await fixture.scheduler.history(HistorySelection(limit: 9)).reversed().map { line in
            [line.event.rawValue, line.detail].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    @Test("A request whose app was denied meanwhile is dropped when it is due")
    func denied() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add(NotificationContent(title: "one"), in: 60, to: fixture)
        try await fixture.scheduler.setAllowed(false, app: SchedulerFixture.app)
        await fixture.pass(60)
        #expect(fixture.shown == [])
        #expect(try await fixture.delivered() == [])
        #expect(try await fixture.pending() == [])
        #expect(try await Self.history(fixture) == ["notAllowed"])
    }

    @Test("A provisional app delivers to the list alone, and its earlier bubble is closed")
    func provisional() async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        try await fixture.show("one", as: Self.bubble)
        try fixture.store.set(permission: .provisional, of: SchedulerFixture.app)
        try await Self.add(NotificationContent(title: "one"), to: fixture)
        await fixture.scheduler.deliverDue()
        #expect(try await fixture.server.closings.next() == Self.bubble)
        #expect(try fixture.state(of: "one") == "listed")
        // It has nothing to list.
        try await Self.add(NotificationContent(title: "", sound: .standard), to: fixture)
        await fixture.scheduler.deliverDue()
        #expect(fixture.server.calls.elements.count == 1)
        #expect(fixture.server.sounds.elements == [])
        #expect(
            try await Self.history(fixture) == ["delivered", "delivered list", "delivered"]
        )
    }

    @Test("The number of the last of an app's late requests is at its icon")
    func numberOfTheSummary() async throws {
        let fixture = try await SchedulerFixture().begin()
        for number in 1...4 {
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: "\(number)",
                    content: NotificationContent(title: "\(number)", badge: number),
                    trigger: .timeInterval(microseconds: 60_000_000, repeats: false)
                )
            )
        }
        await fixture.sleep(7_200)
        #expect(fixture.shown.count == 1)
        #expect(fixture.badges.elements == ["\(SchedulerFixture.app) 4"])
    }

    /// A server that would lose everything, with do-not-disturb still off.
    private static func losing(
        _ earlier: SchedulerFixture? = nil
    ) async throws -> SchedulerFixture {
        var profile = ServerProfile()
        profile.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .dropped, .dropped)
        profile.forgetsGoneSenders = true
        guard let earlier else { return try .withManualServer(profile: profile) }
        return try await earlier.successor(profile: profile)
    }

    @Test("A bubble that returns while do-not-disturb is on is only listed")
    func returning() async throws {
        let earlier = try await Self.losing().begin()
        try await earlier.show("one", as: Self.bubble)
        let fixture = try await Self.losing(earlier)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.begin()
        #expect(try await fixture.server.closings.next() == Self.bubble)
        #expect(try fixture.state(of: "one") == "listed")
        // The user has seen it, so it does not come when do-not-disturb ends.
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.server.calls.elements.isEmpty)
        #expect(try await Self.history(fixture) == ["delivered"])
    }

    @Test("A bubble that a kill interrupted waits for the end of do-not-disturb")
    func interrupted() async throws {
        let earlier = try await Self.losing().begin()
        try await earlier.add("one")
        _ = try await earlier.server.next("one")
        let fixture = try await Self.losing(earlier)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.begin()
        #expect(try fixture.state(of: "one") == "listed")
        #expect(try await Self.history(fixture) == ["delivered quiet"])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        try await fixture.server.next("one").reply(
            .shown(owner: SchedulerFixture.owner, id: 1)
        )
    }

    @Test("The number of what do-not-disturb holds is at its app's icon at once, and set once")
    func numberOfWhatIsHeld() async throws {
        let fixture = try await Self.losing().begin()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("one", badge: 3, actions: [])
        await fixture.scheduler.deliverDue()
        #expect(try fixture.state(of: "one") == "listed")
        #expect(fixture.badges.elements == ["\(SchedulerFixture.app) 3"])
        try await fixture.answer("one", as: Self.bubble) {
            await fixture.scheduler.doNotDisturbChanged(to: false)
        }
        #expect(fixture.badges.elements == ["\(SchedulerFixture.app) 3"])
    }

    @Test("The sound of a critical notification is played while do-not-disturb holds it")
    func criticalSound() async throws {
        let fixture = try await Self.losing().begin()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        for level in InterruptionLevel.allCases {
            try await fixture.add(level.rawValue, .immediate, level: level)
        }
        #expect(fixture.server.sounds.elements == ["critical"])
        #expect(fixture.server.calls.elements.isEmpty)
    }

    @Test("A bubble that a kill interrupted is listed where its app was denied meanwhile")
    func interruptedAndDenied() async throws {
        let earlier = try await SchedulerFixture.withManualServer().begin()
        try await earlier.add("one")
        _ = try await earlier.server.next("one")
        let fixture = try await earlier.successor()
        try fixture.store.set(permission: .denied, of: SchedulerFixture.app, isOfUser: true)
        try await fixture.begin()
        #expect(try fixture.state(of: "one") == "listed")
        #expect(fixture.server.calls.elements.isEmpty)
    }
}
