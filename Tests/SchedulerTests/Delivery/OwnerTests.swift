import AgentTestSupport
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
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old.owner, bus: "the same bus")
        try await earlier.show("old", as: Self.old)
        let fixture = try await earlier.successor()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: bus)
        await fixture.scheduler.handle(
            .closed(owner: Self.old.owner, id: Self.old.id, reason: CloseReason.dismissed.rawValue)
        )
        #expect(try fixture.state(of: "old") == state)
        #expect(fixture.reports.elements.isEmpty == (state != nil))
    }

    @Test func aClickOnAnotherBusIsNotForTheBubbleOfTheSameNumber() async throws {
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await earlier.show("old", as: Self.old)
        let fixture = try await earlier.successor()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: "another bus")
        let again = try await fixture.server.next("old")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: Self.old.owner, id: Self.old.id + 1))
        try await fixture.show("new", as: Self.old)
        await fixture.scheduler.handle(
            .invoked(
                owner: Self.old.owner,
                id: Self.old.id,
                action: "default",
                activationToken: nil
            )
        )
        #expect(try fixture.state(of: "old") == "shown")
        #expect(try fixture.state(of: "new") == nil)
    }

    @Test func aBubbleRemovedBeforeItsNumberIsKnownIsClosedAtTheServerThatGaveIt() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await fixture.add("old")
        let call = try await fixture.server.next("old")
        await fixture.scheduler.handle(.ownerChanged(Self.new.owner))
        _ = try await fixture.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        call.reply(.shown(owner: Self.old.owner, id: Self.old.id))
        #expect(try await fixture.server.closings.next() == Self.old)
        // The new server's bubble of that number is another one.
        try await fixture.show("new", as: Self.new)
        #expect(try fixture.state(of: "new") == "shown")
        #expect(fixture.server.closings.elements == [Self.old])
    }

    @Test func aCallThatTimesOutAfterItsServerLeftIsMadeOnceToTheNext() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await fixture.add("slow")
        let call = try await fixture.server.next("slow")
        await fixture.scheduler.handle(.ownerChanged(Self.new.owner))
        call.reply(.timedOut(ticket: 1))
        try await Self.expectOnceOnTheNewServer(fixture)
    }

    @Test func aCallThatTimedOutBeforeItsServerLeftIsMadeOnceToTheNext() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await fixture.add("slow")
        fixture.server.answersQuestions = false
        try await fixture.server.next("slow").reply(.timedOut(ticket: 1))
        _ = try await fixture.server.questions.next()
        #expect(try fixture.state(of: "slow") == "unknown")
        fixture.server.answersQuestions = true
        await fixture.scheduler.handle(.ownerChanged(Self.new.owner))
        try await Self.expectOnceOnTheNewServer(fixture)
        for answer in fixture.server.questions.elements { answer() }
    }

    /// Shows it on the new server, and lets the old one answer after all.
    private static func expectOnceOnTheNewServer(_ fixture: SchedulerFixture) async throws {
        let again = try await fixture.server.next("slow")
        #expect(again.replaced == nil)
        again.reply(.shown(owner: new.owner, id: new.id))
        _ = try await fixture.reports.next()
        await fixture.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: old.owner, id: old.id))
        )
        await fixture.scheduler.handle(
            .closed(owner: old.owner, id: old.id, reason: CloseReason.dismissed.rawValue)
        )
        try await fixture.show("next", as: BubbleKey(owner: new.owner, id: 2))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["slow", "slow", "next"])
        #expect(try fixture.state(of: "slow") == "shown")
        fixture.clock.pass(1)
        await fixture.scheduler.handle(
            .closed(owner: new.owner, id: new.id, reason: CloseReason.dismissed.rawValue)
        )
        #expect(try fixture.state(of: "slow") == nil)
    }

    @Test func aLateReplyThatOvertakesItsTimeOutIsTaken() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await fixture.add("slow")
        let call = try await fixture.server.next("slow")
        await fixture.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: Self.old.owner, id: Self.old.id))
        )
        call.reply(.timedOut(ticket: 1))
        _ = try await fixture.reports.next()
        #expect(try fixture.state(of: "slow") == "shown")
        // The server has answered, so it is sent what comes next.
        try await fixture.show("next", as: BubbleKey(owner: Self.old.owner, id: 2))
    }

    @Test func aLateReplyOfAnEarlierServerDoesNotWakeTheOneThatHangs() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.new.owner, bus: "a bus")
        try await fixture.add("stuck")
        fixture.server.answersQuestions = false
        try await fixture.server.next("stuck").reply(.timedOut(ticket: 2))
        let answer = try await fixture.server.questions.next()
        await fixture.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: Self.old.owner, id: Self.old.id))
        )
        #expect(await fixture.scheduler.server.state == .hanging(owner: Self.new.owner))
        answer()
        try await fixture.show("next", as: Self.new)
    }

    @Test("A call that an earlier agent had no answer to is made again")
    func unansweredCallOfAnEarlierAgent() async throws {
        let earlier = try SchedulerFixture.withManualServer()
        try await earlier.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        earlier.server.answersQuestions = false
        try await earlier.show("shown", as: Self.old)
        try await earlier.add("slow")
        try await earlier.server.next("slow").reply(.timedOut(ticket: 1))
        let answer = try await earlier.server.questions.next()
        let fixture = try await earlier.successor()
        try await fixture.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        try await fixture.server.next("slow").reply(.shown(owner: Self.old.owner, id: 2))
        try await fixture.show("barrier", as: BubbleKey(owner: Self.old.owner, id: 3))
        #expect(fixture.server.calls.elements.map(\.identifier) == ["slow", "barrier"])
        answer()
    }

    @Test("A state that nobody heard of since an earlier agent is unknown, also to the next one")
    func unheardStates() async throws {
        let first = try SchedulerFixture.withManualServer()
        try await first.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        let keys = (1...2).map { BubbleKey(owner: Self.old.owner, id: $0) }
        try await first.show("heard", as: keys[0])
        try await first.show("unheard", as: keys[1])
        let second = try await first.successor()
        try await second.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        #expect(try await Self.states(second) == ["heard": "unknown", "unheard": "unknown"])
        try await second.show("heard", as: keys[0], title: "new")
        let states = ["heard": "shown", "unheard": "unknown"]
        #expect(try await Self.states(second) == states)
        await second.scheduler.end(isReplaced: true)
        let third = try await second.successor()
        try await third.scheduler.start(serverOwner: Self.old.owner, bus: "a bus")
        #expect(try await Self.states(third) == states)
    }

    /// The names of the states as callers get them, by identifier.
    private static func states(_ fixture: SchedulerFixture) async throws -> [String: String] {
        Dictionary(
            try await fixture.scheduler.delivered(app: nil)
                .map { (try $0.row.delivery().request.identifier, $0.state) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
