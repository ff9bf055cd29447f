import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What was undismissed when the server or the agent went comes back once.
@Suite struct ReturnTests {
    private static let old = ":1.1"
    private static let new = ":1.2"
    private static let forgetful: SchedulerAgent.ServerProfile = {
        var profile = SchedulerAgent.ServerProfile()
        profile.forgetsGoneSenders = true
        return profile
    }()

    @Test func aNewServerGetsItOnceAndItsButtonsWork() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await fixture.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        let date = try fixture.date(of: "tea")
        fixture.clock.pass(60)
        await fixture.scheduler.handle(.ownerChanged(nil))
        #expect(try fixture.state(of: "tea") == "returning")
        await fixture.scheduler.handle(.ownerChanged(Self.new))
        let again = try await fixture.server.next("tea")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: Self.new, id: 1))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.new, id: 2))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["tea", "tea", "barrier"])
        // It was delivered when it was first there, and is not reported twice.
        #expect(try fixture.date(of: "tea") == date)
        #expect(fixture.reports.elements.count == 2)
        await fixture.scheduler.handle(
            .invoked(owner: Self.new, id: 1, action: "default", activationToken: nil)
        )
        #expect(try fixture.state(of: "tea") == nil)
    }

    @Test func whatItsUserDeniedMeanwhileStaysInTheList() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await fixture.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        try await fixture.scheduler.setAllowed(false, app: "org.example.Test")
        await fixture.scheduler.handle(.ownerChanged(Self.new))
        // What comes back is dealt with after the first, and before the second is due.
        for number in 1...2 {
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "barrier",
                    content: NotificationContent(title: "T"),
                    trigger: .immediate
                )
            )
            await fixture.scheduler.deliverSoon()
            try await fixture.server.next("barrier")
                .reply(.shown(owner: Self.new, id: UInt32(number)))
        }
        #expect(fixture.server.calls.elements.map(\.identifier) == ["tea", "barrier", "barrier"])
        #expect(try fixture.state(of: "tea") == "listed")
    }

    @Test(arguments: [CloseReason.expired, .dismissed, .closed, .undefined])
    func whatWasClosedDoesNotComeBack(reason: CloseReason) async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await fixture.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        await fixture.scheduler.handle(.closed(owner: Self.old, id: 7, reason: reason.rawValue))
        await fixture.scheduler.handle(.ownerChanged(Self.new))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.new, id: 1))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
    }

    @Test func aServerThatForgetsGoneSendersGetsItAgainInPlace() async throws {
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await earlier.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        let fixture = try await earlier.successor(profile: Self.forgetful)
        try await fixture.scheduler.start(serverOwner: Self.old, bus: "a bus")
        let again = try await fixture.server.next("tea")
        #expect(again.replaced == BubbleKey(owner: Self.old, id: 7))
        // A click that is quicker is for it still.
        #expect(try fixture.state(of: "tea") == "returning")
        again.reply(.shown(owner: Self.old, id: 7))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.old, id: 8))
        #expect(try fixture.state(of: "tea") == "shown")
        #expect(fixture.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
    }

    @Test func whereReplacingCostsTheButtonsTheOldBubbleGoesFirst() async throws {
        var profile = Self.forgetful
        profile.keepsButtonsInPlace = false
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        let bubble = BubbleKey(owner: Self.old, id: 7)
        try await earlier.show("tea", as: bubble)
        let fixture = try await earlier.successor(profile: profile)
        try await fixture.scheduler.start(serverOwner: Self.old, bus: "a bus")
        #expect(try await fixture.server.closings.next() == bubble)
        // Its end is not the end of the notification.
        await fixture.scheduler.handle(
            .closed(owner: Self.old, id: 7, reason: CloseReason.closed.rawValue)
        )
        let again = try await fixture.server.next("tea")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: Self.old, id: 8))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.old, id: 9))
        #expect(try fixture.state(of: "tea") == "shown")
        #expect(fixture.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
        // It is not reported twice.
        #expect(fixture.reports.elements.count == 1)
    }

    @Test func aServerThatTellsEverybodyKeepsItAsItIs() async throws {
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await earlier.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        let fixture = try await earlier.successor()
        try await fixture.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await fixture.show("barrier", as: BubbleKey(owner: Self.old, id: 8))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["barrier"])
        #expect(try fixture.state(of: "tea") == "shown")
    }

    @Test func ofManyTheNewestComeBackAfterWhatIsDue() async throws {
        let limit = Screen.maxReturning
        let names = (1...limit + 2).map { "old \($0)" }
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        for (index, name) in names.enumerated() {
            try await earlier.show(name, as: BubbleKey(owner: Self.old, id: UInt32(index + 1)))
        }
        await earlier.scheduler.handle(.ownerChanged(nil))
        try await earlier.add("due")
        // The agent ends, too, before there is a new server.
        let fixture = try await earlier.successor()
        try await fixture.scheduler.start(serverOwner: nil, bus: "a bus")
        await fixture.scheduler.handle(.ownerChanged(Self.new))
        for (index, name) in (["due"] + names.suffix(limit)).enumerated() {
            try await fixture.server.next(name)
                .reply(.shown(owner: Self.new, id: UInt32(index + 1)))
        }
        try await fixture.show("barrier", as: BubbleKey(owner: Self.new, id: 99))
        #expect(fixture.server.calls.elements.count == limit + 2)
        #expect(try names.prefix(2).map { try fixture.state(of: $0) } == ["listed", "listed"])
    }
}
