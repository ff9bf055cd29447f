import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

private let app = "org.example.Habit"
private let ask = "[Permission]\nDefault=ask\n"

/// Who may show notifications, with the real agent.
@Suite(.serialized) struct PermissionTests {
    /// A desk whose agent asks, with a server.
    private struct Asking {
        let desk: Desk
        let server: ServerDouble
        let agent: RunningProgram

        init() async throws {
            desk = try await Desk()
            server = try await ServerDouble(on: desk.bus)
            try desk.configure(ask)
            agent = try await desk.startAgent()
        }

        /// Asks, and gives the bubble of the question and what will be the answer.
        func question() async throws -> (ServerDouble.Received, Task<Bool?, any Error>) {
            let answer = desk.ask(for: app)
            return (try await server.next(within: 30), answer)
        }
    }

    private static let refusal =
        "org.notifyschedule.Error.NotAllowed: org.example.Habit has no permission yet to show "
        + "notifications; the user can allow it: notify-schedule apps allow org.example.Habit"

    @Test func withoutAWordInTheConfigurationEveryAppMay() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let agent = try await desk.startAgent()
        #expect(try await desk.status(of: app) == "authorized")
        #expect(try await desk.ask(for: app).value == true)
        #expect(try await desk.add("T", for: app) == nil)
        #expect(try await server.next(within: 30).call.summary == "T")
        withExtendedLifetime(agent) {}
    }

    @Test func allowIsRememberedAndNoQuestionComesAgain() async throws {
        let asking = try await Asking()
        let (desk, server) = (asking.desk, asking.server)
        #expect(try await desk.status(of: app) == "notDetermined")
        #expect(try await desk.add("before", for: app) == Self.refusal)
        let (bubble, answer) = try await asking.question()
        let sender = try desk.sender()
        #expect(
            bubble.call.withSortedHints
                == NotifyCall(
                    sender: sender.name,
                    appName: "notify-schedule",
                    icon: AgentNames.app,
                    summary: app,
                    body: "This app would like to show you notifications, with sounds and a number "
                        + "at its icon. Do you allow it?",
                    actions: [
                        NotifyCall.Action(key: "allow", label: "Allow"),
                        NotifyCall.Action(key: "deny", label: "Don’t Allow"),
                    ],
                    hints: [
                        NotifyCall.Hint(name: "desktop-entry", value: .string(AgentNames.app)),
                        NotifyCall.Hint(name: "sender-pid", value: .int64(Int64(sender.process))),
                        NotifyCall.Hint(
                            name: "sound-name",
                            value: .string("message-new-instant")
                        ),
                        NotifyCall.Hint(name: "urgency", value: .byte(2)),
                    ],
                    expireTimeout: -1
                )
        )
        #expect(try await desk.listed("list", "delivered") == [])
        await server.click(bubble.id, "allow")
        #expect(try await answer.value == true)
        #expect(try await desk.ask(for: app).value == true)
        #expect(try await desk.add("after", for: app) == nil)
        #expect(try await server.next(within: 30).call.summary == "after")
        try await desk.endAgent()
        let next = try await desk.startAgent()
        #expect(try await desk.ask(for: app).value == true)
        try await desk.barrier(server)
        #expect(server.count(titled: app) == 1)
        withExtendedLifetime(next) {}
    }

    @Test func denyIsRememberedUntilTheUserChangesIt() async throws {
        let asking = try await Asking()
        let (desk, server) = (asking.desk, asking.server)
        let (bubble, answer) = try await asking.question()
        await server.click(bubble.id, "deny")
        #expect(try await answer.value == false)
        #expect(try await desk.ask(for: app).value == false)
        #expect(
            try await desk.add("T", for: app)
                == "org.notifyschedule.Error.NotAllowed: org.example.Habit may not show notifications; "
                + "the user can allow it: notify-schedule apps allow org.example.Habit"
        )
        #expect(try await desk.run(["apps", "allow", app]).output == "allowed \(app)\n")
        #expect(try await desk.add("T", for: app) == nil)
        _ = try await server.call(titled: "T")
        #expect(server.count(titled: app) == 1)
    }

    @Test func allWhoAskMeanwhileGetTheOneAnswer() async throws {
        let asking = try await Asking()
        let (bubble, first) = try await asking.question()
        let others = (0..<5).map { _ in asking.desk.ask(for: app) }
        // The agent takes calls in their order, so these are known once it answers the next one.
        try await asking.desk.barrier(asking.server)
        await asking.server.click(bubble.id, "allow")
        #expect(try await first.value == true)
        for other in others { #expect(try await other.value == true) }
        #expect(asking.server.count(titled: app) == 1)
    }

    @Test(arguments: [ClosedReason.dismissed, .expired])
    func withoutAnAnswerNothingIsRemembered(reason: ClosedReason) async throws {
        let asking = try await Asking()
        let (bubble, answer) = try await asking.question()
        await asking.server.close(bubble.id, reason)
        #expect(try await answer.value == false)
        #expect(try await asking.desk.status(of: app) == "notDetermined")
        let (second, again) = try await asking.question()
        await asking.server.click(second.id, "allow")
        #expect(try await again.value == true)
    }

    @Test func withoutAServerTheAnswerIsNo() async throws {
        let asking = try await Asking()
        let (_, answer) = try await asking.question()
        await asking.server.stop()
        #expect(try await answer.value == false)
        #expect(try await asking.desk.ask(for: app).value == false)
        #expect(try await asking.desk.status(of: app) == "notDetermined")
    }

    @Test func anAgentThatIsKilledLeavesTheQuestionOpen() async throws {
        let asking = try await Asking()
        let (_, answer) = try await asking.question()
        try await asking.desk.endAgent()
        await #expect(throws: GLibError.self) { try await answer.value }
        let next = try await asking.desk.startAgent()
        #expect(try await asking.desk.status(of: app) == "notDetermined")
        let (bubble, again) = try await asking.question()
        await asking.server.click(bubble.id, "deny")
        #expect(try await again.value == false)
        withExtendedLifetime(next) {}
    }

    @Test func theCommandLineAnswersAnOpenQuestion() async throws {
        let asking = try await Asking()
        let (bubble, answer) = try await asking.question()
        _ = try await asking.desk.run(["apps", "allow", app])
        #expect(try await answer.value == true)
        #expect(try await asking.server.closings.next(30) == bubble.id)
    }

    @Test func aProvisionalAppIsListedWithoutABubble() async throws {
        let asking = try await Asking()
        let desk = asking.desk
        #expect(try await desk.ask(for: app, options: 64 | 4).value == true)
        #expect(try await desk.status(of: app) == "provisional")
        #expect(try await desk.add("quiet", for: app) == nil)
        _ = try await desk.waitForSignals("Delivered")
        try await desk.barrier(asking.server)
        #expect(asking.server.count(titled: "quiet") == 0)
        let delivered = try await desk.listed("list", "delivered").filter { $0.appID == app }
        #expect(delivered.map(\.identifier) == ["quiet"])
        #expect(delivered.map(\.state) == ["listed"])
        // It may ask for more, and that is a question.
        let answer = desk.ask(for: app)
        let bubble = try await asking.server.call(titled: app)
        await asking.server.click(bubble.id, "allow")
        #expect(try await answer.value == true)
        #expect(try await desk.status(of: app) == "authorized")
    }

    @Test func aChangedConfigurationCountsAtOnce() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try desk.configure("[Permission]\nDefault=perhaps\n")
        let agent = try await desk.startAgent()
        try await agent.waitForError(
            "agent.conf: [Permission] Default=perhaps is not used; write allow or ask"
        )
        #expect(try await desk.add("T", for: app) == nil)
        _ = try await server.next(within: 30)
        try desk.configure(ask)
        try await agent.waitForError("agent.conf was read again", within: 30)
        #expect(try await desk.add("T", for: app) == Self.refusal)
        // The command line's own app is asked for nothing.
        try await desk.barrier(server)
    }
}
