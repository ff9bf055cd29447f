import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// A number names a bubble of one server on one bus, and nothing else.
@Suite struct OwnerTests {
    private static let old = BubbleKey(owner: ":1.1", id: 1)
    private static let new = BubbleKey(owner: ":1.2", id: 1)

    @Test(arguments: [("the same bus", nil), ("another bus", "returning")] as [(String, String?)])
    func aBubbleOfAnEarlierRunIsKnownOnItsOwnBusAlone(bus: String, state: String?) async throws {
        let earlier = try Stage()
        try await earlier.scheduler.start(serverOwner: Self.old.owner, bus: "the same bus")
        try await earlier.show("old", as: Self.old)
        let stage = try Stage(earlier)
        try await stage.scheduler.start(serverOwner: Self.old.owner, bus: bus)
        await stage.scheduler.handle(
            .closed(owner: Self.old.owner, id: Self.old.id, reason: CloseReason.dismissed.rawValue)
        )
        #expect(try stage.state(of: "old") == state)
        #expect(stage.told.elements.isEmpty == (state != nil))
    }

    @Test func aClickOnAnotherBusIsNotForTheBubbleOfTheSameNumber() async throws {
        let earlier = try Stage()
        try await earlier.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await earlier.show("old", as: Self.old)
        let stage = try Stage(earlier)
        try await stage.scheduler.start(serverOwner: Self.old.owner, bus: "another bus")
        let again = try await stage.server.next("old")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: Self.old.owner, id: Self.old.id + 1))
        try await stage.show("new", as: Self.old)
        await stage.scheduler.handle(
            .invoked(
                owner: Self.old.owner,
                id: Self.old.id,
                action: "default",
                activationToken: nil
            )
        )
        #expect(try stage.state(of: "old") == "shown")
        #expect(try stage.state(of: "new") == nil)
    }

    @Test func aBubbleRemovedBeforeItsNumberIsKnownIsClosedAtTheServerThatGaveIt() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await stage.add("old")
        let call = try await stage.server.next("old")
        await stage.scheduler.handle(.ownerChanged(Self.new.owner))
        _ = try await stage.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        call.reply(.shown(owner: Self.old.owner, id: Self.old.id))
        #expect(try await stage.server.closings.next() == Self.old)
        // The new server's bubble of that number is another one.
        try await stage.show("new", as: Self.new)
        #expect(try stage.state(of: "new") == "shown")
        #expect(stage.server.closings.elements == [Self.old])
    }

    @Test func aCallThatTimesOutAfterItsServerLeftIsMadeOnceToTheNext() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await stage.add("slow")
        let call = try await stage.server.next("slow")
        await stage.scheduler.handle(.ownerChanged(Self.new.owner))
        call.reply(.timedOut(ticket: 1))
        try await Self.expectOnceOnTheNewServer(stage)
    }

    @Test func aCallThatTimedOutBeforeItsServerLeftIsMadeOnceToTheNext() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await stage.add("slow")
        stage.server.answersQuestions = false
        try await stage.server.next("slow").reply(.timedOut(ticket: 1))
        _ = try await stage.server.questions.next()
        #expect(try stage.state(of: "slow") == "unknown")
        stage.server.answersQuestions = true
        await stage.scheduler.handle(.ownerChanged(Self.new.owner))
        try await Self.expectOnceOnTheNewServer(stage)
        for answer in stage.server.questions.elements { answer() }
    }

    /// Shows it on the new server, and lets the old one answer after all.
    private static func expectOnceOnTheNewServer(_ stage: Stage) async throws {
        let again = try await stage.server.next("slow")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: new.owner, id: new.id))
        _ = try await stage.told.next()
        await stage.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: old.owner, id: old.id))
        )
        await stage.scheduler.handle(
            .closed(owner: old.owner, id: old.id, reason: CloseReason.dismissed.rawValue)
        )
        try await stage.show("next", as: BubbleKey(owner: new.owner, id: 2))
        #expect(stage.server.calls.elements.map(\.identifier) == ["slow", "slow", "next"])
        #expect(try stage.state(of: "slow") == "shown")
        await stage.scheduler.handle(
            .closed(owner: new.owner, id: new.id, reason: CloseReason.dismissed.rawValue)
        )
        #expect(try stage.state(of: "slow") == nil)
    }

    @Test func aLateReplyThatOvertakesItsTimeOutIsTaken() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await stage.add("slow")
        let call = try await stage.server.next("slow")
        await stage.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: Self.old.owner, id: Self.old.id))
        )
        call.reply(.timedOut(ticket: 1))
        _ = try await stage.told.next()
        #expect(try stage.state(of: "slow") == "shown")
        // The server has answered, so it is sent what comes next.
        try await stage.show("next", as: BubbleKey(owner: Self.old.owner, id: 2))
    }

    @Test func aLateReplyOfAnEarlierServerDoesNotWakeTheOneThatHangs() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.new.owner, bus: "a bus")
        try await stage.add("stuck")
        stage.server.answersQuestions = false
        try await stage.server.next("stuck").reply(.timedOut(ticket: 2))
        let answer = try await stage.server.questions.next()
        await stage.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: Self.old.owner, id: Self.old.id))
        )
        #expect(await stage.scheduler.server == .hanging(owner: Self.new.owner))
        answer()
        try await stage.show("next", as: Self.new)
    }
}
