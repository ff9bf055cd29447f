import AgentInterface
import Foundation
import GLibBridge
import TestSupport
import Testing

/// What must come over once comes over once, whoever ends in the middle.
@Suite(.serialized) struct HandOverTests {
    private let bus: PrivateBus
    private let agent: FakeAgent
    private let app: RunningProgram

    init() async throws {
        bus = try await PrivateBus()
        agent = try await FakeAgent(on: bus)
        app = try Program("sample-app").start(environment: bus.environment)
    }

    @Test(arguments: ["closure", "async"])
    func aDelegateThatEndsItsProcessHasHeard(form: String) async throws {
        app.write("listen leaving \(form)\nadd one now\n")
        _ = try await agent.tell(try await agent.accept(), "DidReceive", .response)
        let outcome = try await app.waitForExit()
        #expect(outcome.code == 5, "\(outcome)")
    }

    @Test func aResponseThatComesTwiceIsHeardOnce() async throws {
        app.write("listen closure\nadd one now\n")
        let name = try await agent.accept()
        try await app.waitForOutput("added: one ok\n", within: 30)
        for id: Int64 in [7, 7, 8] {
            _ = try await agent.tell(name, "DidReceive", .response(id: id))
        }
        // Without a number nothing says that it is the same.
        for _ in 0..<2 { _ = try await agent.tell(name, "DidReceive", .response) }
        try await app.tell("settle", "settled")
        #expect(app.heard.count == 4)
    }

    @Test func aResponseWhoseTimeHasPassedIsNotHeard() async throws {
        app.write("listen closure\nadd one now\n")
        let name = try await agent.accept()
        try await app.waitForOutput("added: one ok\n", within: 30)
        let now = ClockTimer.Clock.bootTime.now
        let error = await #expect(throws: GLibError.self) {
            try await agent.tell(name, "DidReceive", .response(id: 7, until: now - 1))
        }
        #expect(error?.remoteName == "org.notifyschedule.Error.TooLate")
        #expect(app.heard == [])
        // It has not been taken, and may come again.
        _ = try await agent.tell(name, "DidReceive", .response(id: 7, until: now + 60_000_000))
        // What was taken stays so, also once its time has passed.
        _ = try await agent.tell(name, "DidReceive", .response(id: 7, until: now - 1))
        try await app.tell("settle", "settled")
        #expect(app.heard.count == 1)
    }

    @Test func aHandlerThatIsDroppedIsAnAnswerAtOnce() async throws {
        app.write("listen present dropping -\nadd one now\n")
        let name = try await agent.accept()
        let error = await #expect(throws: GLibError.self) {
            try await agent.tell(name, "WillPresent", .notification)
        }
        // Not the end of the time that a call has.
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.Failed")
        #expect(error?.message == "no answer was given to WillPresent")
    }

    @Test func anAgentThatTakesNoCategoriesTakesRequests() async throws {
        let bus = try await PrivateBus()
        let agent = try await FakeAgent(on: bus, refusing: "SetCategories")
        let app = try Program("sample-app").start(environment: bus.environment)
        app.write("categories\nadd one now\nadd two now\n")
        for _ in 0..<2 { _ = try await agent.accept() }
        try await app.waitForOutput("added: two ok\n", within: 30)
        app.closeInput()
        let outcome = try await app.waitForExit()
        #expect(outcome.output.contains("added: one ok\n"))
        #expect(
            outcome.error
                == "UserNotifications: the agent refused the categories: no SetCategories\n"
        )
    }

    @Test func anAdditionWhoseReplyIsLostIsTheSameCallAgain() async throws {
        let second = try await FakeAgent(on: bus)
        let third = try await FakeAgent(on: bus)
        app.write("add one now\nadd one now\n")
        let lost = try await agent.additions.next(30)
        agent.fall()
        #expect(try await second.additions.next(30).parameters == lost.parameters)
        second.fall()
        let again = try await third.additions.next(30)
        #expect(again.parameters == lost.parameters)
        again.reply([AddReply.plain.record])
        try await app.waitForOutput("added: one ok\n", within: 30)
        let other = try await third.additions.next(30)
        let keys = try [again, other].map { call in
            try #require(call.parameters[0]?["idempotencyKey"]?.string)
        }
        #expect(keys[0] != keys[1])
    }
}
