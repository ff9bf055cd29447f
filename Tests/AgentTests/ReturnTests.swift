import AgentInterface
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
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await stage.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        let date = try stage.date(of: "tea")
        stage.clock.pass(60)
        await stage.scheduler.handle(.ownerChanged(nil))
        #expect(try stage.state(of: "tea") == "returning")
        await stage.scheduler.handle(.ownerChanged(Self.new))
        let again = try await stage.server.next("tea")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: Self.new, id: 1))
        try await stage.show("barrier", as: BubbleKey(owner: Self.new, id: 2))
        #expect(stage.server.calls.elements.map(\.identifier) == ["tea", "tea", "barrier"])
        // It was delivered when it was there first, and nobody hears of it twice.
        #expect(try stage.date(of: "tea") == date)
        #expect(stage.told.elements.count == 2)
        await stage.scheduler.handle(
            .invoked(owner: Self.new, id: 1, action: "default", activationToken: nil)
        )
        #expect(try stage.state(of: "tea") == nil)
    }

    @Test func whatItsUserDeniedMeanwhileStaysInTheList() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await stage.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        try await stage.scheduler.setAllowed(false, app: "org.example.Test")
        await stage.scheduler.handle(.ownerChanged(Self.new))
        // What comes back is dealt with after the first, and before the second is due.
        for number in 1...2 {
            _ = try await stage.scheduler.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "barrier",
                    content: NotificationContent(title: "T"),
                    trigger: .immediate
                )
            )
            await stage.scheduler.deliverSoon()
            try await stage.server.next("barrier")
                .reply(.shown(owner: Self.new, id: UInt32(number)))
        }
        #expect(stage.server.calls.elements.map(\.identifier) == ["tea", "barrier", "barrier"])
        #expect(try stage.state(of: "tea") == "listed")
    }

    @Test(arguments: [CloseReason.expired, .dismissed, .closed, .undefined])
    func whatWasClosedDoesNotComeBack(reason: CloseReason) async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await stage.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        await stage.scheduler.handle(.closed(owner: Self.old, id: 7, reason: reason.rawValue))
        await stage.scheduler.handle(.ownerChanged(Self.new))
        try await stage.show("barrier", as: BubbleKey(owner: Self.new, id: 1))
        #expect(stage.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
    }

    @Test func aServerThatForgetsGoneSendersGetsItAgainInPlace() async throws {
        let earlier = try Stage()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await earlier.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        let stage = try Stage(earlier, profile: Self.forgetful)
        try await stage.scheduler.start(serverOwner: Self.old, bus: "a bus")
        let again = try await stage.server.next("tea")
        #expect(again.replaced == BubbleKey(owner: Self.old, id: 7))
        // A click that is quicker is for it still.
        #expect(try stage.state(of: "tea") == "returning")
        again.reply(.shown(owner: Self.old, id: 7))
        try await stage.show("barrier", as: BubbleKey(owner: Self.old, id: 8))
        #expect(try stage.state(of: "tea") == "shown")
        #expect(stage.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
    }

    @Test func whereReplacingCostsTheButtonsTheOldBubbleGoesFirst() async throws {
        var profile = Self.forgetful
        profile.keepsButtonsInPlace = false
        let earlier = try Stage()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        let bubble = BubbleKey(owner: Self.old, id: 7)
        try await earlier.show("tea", as: bubble)
        let stage = try Stage(earlier, profile: profile)
        try await stage.scheduler.start(serverOwner: Self.old, bus: "a bus")
        #expect(try await stage.server.closings.next() == bubble)
        // Its end is not the end of the notification.
        await stage.scheduler.handle(
            .closed(owner: Self.old, id: 7, reason: CloseReason.closed.rawValue)
        )
        let again = try await stage.server.next("tea")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: Self.old, id: 8))
        try await stage.show("barrier", as: BubbleKey(owner: Self.old, id: 9))
        #expect(try stage.state(of: "tea") == "shown")
        #expect(stage.server.calls.elements.map(\.identifier) == ["tea", "barrier"])
        // Nobody hears of it twice.
        #expect(stage.told.elements.count == 1)
    }

    @Test func aServerThatTellsEverybodyKeepsItAsItIs() async throws {
        let earlier = try Stage()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await earlier.show("tea", as: BubbleKey(owner: Self.old, id: 7))
        let stage = try Stage(earlier)
        try await stage.scheduler.start(serverOwner: Self.old, bus: "a bus")
        try await stage.show("barrier", as: BubbleKey(owner: Self.old, id: 8))
        #expect(stage.server.calls.elements.map(\.identifier) == ["barrier"])
        #expect(try stage.state(of: "tea") == "shown")
    }

    @Test func ofManyTheNewestComeBackAfterWhatIsDue() async throws {
        let most = Scheduler.mostReturning
        let names = (1...most + 2).map { "old \($0)" }
        let earlier = try Stage()
        try await earlier.scheduler.start(serverOwner: Self.old, bus: "a bus")
        for (index, name) in names.enumerated() {
            try await earlier.show(name, as: BubbleKey(owner: Self.old, id: UInt32(index + 1)))
        }
        await earlier.scheduler.handle(.ownerChanged(nil))
        try await earlier.add("due")
        // The agent ends, too, before there is a new server.
        let stage = try Stage(earlier)
        try await stage.scheduler.start(serverOwner: nil, bus: "a bus")
        await stage.scheduler.handle(.ownerChanged(Self.new))
        for (index, name) in (["due"] + names.suffix(most)).enumerated() {
            try await stage.server.next(name)
                .reply(.shown(owner: Self.new, id: UInt32(index + 1)))
        }
        try await stage.show("barrier", as: BubbleKey(owner: Self.new, id: 99))
        #expect(stage.server.calls.elements.count == most + 2)
        #expect(try names.prefix(2).map { try stage.state(of: $0) } == ["listed", "listed"])
    }
}
