import AgentInterface
import Foundation
import GLibBridge
import TestSupport
import Testing

/// What must come over once comes over once, whoever ends in the middle.
@Suite(.serialized) struct HandOverTests {
    private let bus: PrivateBus
    private let agent: PlayedAgent
    private let app: RunningProgram

    init() async throws {
        bus = try await PrivateBus()
        agent = try await PlayedAgent(on: bus)
        app = try Program("sample-app").start(environment: bus.environment)
    }

    @Test(arguments: ["closure", "async"])
    func aDelegateThatEndsItsProcessHasHeard(form: String) async throws {
        app.write("listen leaving \(form)\nadd one now\n")
        _ = try await agent.tell(try await agent.accept(), "DidReceive", .response)
        let outcome = try await app.waitForExit()
        #expect(outcome.code == 5, "\(outcome)")
    }

    @Test func anAdditionWhoseReplyIsLostIsTheSameCallAgain() async throws {
        let second = try await PlayedAgent(on: bus)
        app.write("add one now\nadd one now\n")
        let lost = try await agent.additions.next(30)
        agent.fall()
        let again = try await second.additions.next(30)
        #expect(again.parameters == lost.parameters)
        again.reply([AddReply.plain.record])
        try await app.waitForOutput("added: one ok\n", within: 30)
        let other = try await second.additions.next(30)
        let keys = try [again, other].map { call in
            try #require(call.parameters[0]?["idempotencyKey"]?.string)
        }
        #expect(keys[0] != keys[1])
    }
}
