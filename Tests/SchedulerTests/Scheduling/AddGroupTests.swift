import AgentInterface
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Requests that share a commit.
@Suite struct AddGroupTests {
    private let fixture: ComponentFixture
    private let intake: RequestIntake

    init() throws {
        fixture = try ComponentFixture()
        intake = RequestIntake(fixture.context)
    }

    private func accepted(
        _ request: NotificationRequest
    ) throws -> (request: AcceptedRequest, reply: AddReply) {
        let conditions = RequestIntake.Conditions(
            isServerPresent: false,
            profile: nil,
            isClockTrusted: true
        )
        return try intake.accept(request, under: conditions)
    }

    @Test func whoGetsNoAnswerGetsAnError() throws {
        var group = AddGroup(count: 2)
        let reply = try accepted(fixture.request("a")).reply
        group.answer(1, .success(reply))
        #expect(try group.replies[1].get() == reply)
        let error = #expect(throws: RequestError.self) { try group.replies[0].get() }
        #expect(error?.code == .storage)
    }

    @Test func membersAreKnownByTheirNamesUntilTheyAreStored() throws {
        var group = AddGroup(count: 2)
        var request = fixture.request("a")
        request.idempotencyKey = "k"
        let (member, reply) = try accepted(request)
        group.add(member, reply, 1)
        var again = fixture.request("b")
        again.idempotencyKey = "k"
        var ofAnother = fixture.request("b", app: "org.example.Other")
        ofAnother.idempotencyKey = "k"
        #expect(group.has(request.key))
        #expect(!group.has(again.key))
        #expect(group.hasCall(of: again))
        #expect(!group.hasCall(of: ofAnother))
        #expect(!group.hasCall(of: fixture.request("b")))
        #expect(group.takeMembers().map(\.index) == [1])
        #expect(group.takeMembers().isEmpty)
        #expect(!group.has(request.key))
        #expect(!group.hasCall(of: again))
    }

    @Test func oneThatIsStoredAloneHasTheFirstAnswer() throws {
        let (member, reply) = try accepted(fixture.request("a"))
        var alone = AddGroup(AddGroup.Member(accepted: member, reply: reply, index: 7))
        #expect(alone.takeMembers().map(\.index) == [0])
        alone.answer(0, .success(reply))
        #expect(try alone.replies.map { try $0.get() } == [reply])
    }
}
