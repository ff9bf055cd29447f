import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Notifications that are shown again until they are acknowledged.
@Suite struct NagTests {
    private static let minutes: Int64 = 60

    private static func add(
        _ identifier: String,
        times: Int = 3,
        actions: [NotificationAction] = [],
        isResident: Bool = false,
        to fixture: SchedulerFixture
    ) async throws {
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(title: identifier),
            actions: actions,
            isResident: isResident,
            options: ScheduleOptions(
                nag: NagRule(interval: 5 * minutes * 1_000_000, times: times)
            )
        )
        _ = try await fixture.scheduler.add(request)
        await fixture.scheduler.deliverDue()
    }

    private static func bubble(_ fixture: SchedulerFixture) throws -> BubbleKey {
        BubbleKey(owner: SchedulerFixture.owner, id: try #require(fixture.server.shown.last).id)
    }

    private static func close(_ fixture: SchedulerFixture, _ reason: CloseReason) async throws {
        let bubble = try bubble(fixture)
        fixture.clock.pass(1)
        await fixture.scheduler.handle(
            .closed(owner: bubble.owner, id: bubble.id, reason: reason.rawValue)
        )
    }

    @Test func itIsShownAgainSoOften() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add("t", to: fixture)
        #expect(fixture.shown == ["t"])
        for count in 2...4 {
            await fixture.pass(5 * Self.minutes)
            #expect(fixture.shown.count == count)
        }
        await fixture.pass(60 * Self.minutes)
        #expect(fixture.shown.count == 4)
    }

    @Test func anExpiredBubbleIsNotAcknowledged() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add("t", to: fixture)
        try await Self.close(fixture, .expired)
        await fixture.pass(5 * Self.minutes)
        #expect(fixture.shown.count == 2)
    }

    @Test func whatTheUserDismissedOrAnsweredStays() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add("dismissed", to: fixture)
        try await Self.close(fixture, .dismissed)
        try await Self.add("clicked", to: fixture)
        await fixture.click(try Self.bubble(fixture))
        let again = NotificationAction(identifier: "x", title: "X")
        try await Self.add("resident", actions: [again], isResident: true, to: fixture)
        await fixture.click(try Self.bubble(fixture), "x")
        await fixture.scheduler.deliverDue()
        let count = fixture.shown.count
        await fixture.pass(5 * Self.minutes)
        #expect(fixture.shown.count == count)
    }

    @Test func whatIsRemovedIsNotShownAgain() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add("t", to: fixture)
        let selection = RemovalSelection(choice: .all, appID: AgentNames.app)
        try await fixture.scheduler.remove(selection)
        await fixture.pass(5 * Self.minutes)
        #expect(fixture.shown.count == 1)
    }

    @Test func itGoesOnAfterARestart() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add("t", times: 2, to: fixture)
        try await Self.close(fixture, .expired)
        await fixture.pass(5 * Self.minutes)
        try await Self.close(fixture, .expired)
        let later = try await fixture.restarted(fixture.clock)
        try await later.begin()
        #expect(later.shown == [])
        await later.pass(5 * Self.minutes)
        #expect(later.shown == ["t"])
        try await Self.close(later, .expired)
        await later.pass(60 * Self.minutes)
        #expect(later.shown == ["t"])
    }

    @Test func doNotDisturbPutsItOff() async throws {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        profile.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .shown, .shown)
        fixture.server.profile = profile
        try await fixture.begin()
        try await Self.add("t", to: fixture)
        try await Self.close(fixture, .expired)
        await fixture.scheduler.run { await $0.round.doNotDisturbChanged(to: true) }
        await fixture.pass(5 * Self.minutes)
        #expect(fixture.shown.count == 1)
        await fixture.scheduler.run { await $0.round.doNotDisturbChanged(to: false) }
        await fixture.pass(5 * Self.minutes)
        #expect(fixture.shown.count == 2)
    }

    @Test func aClockThatIsSetBackDoesNotDelayIt() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await Self.add("t", to: fixture)
        try await Self.close(fixture, .expired)
        await fixture.set(by: -86_400)
        await fixture.pass(5 * Self.minutes)
        #expect(fixture.shown.count == 2)
    }
}
