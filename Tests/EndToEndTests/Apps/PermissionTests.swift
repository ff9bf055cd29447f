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
    /// A fixture whose agent asks, with a server.
    private struct Asking {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let agent: RunningProgram

        init(as profile: ServerProfile = .standard) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            try fixture.configure(ask)
            agent = try await fixture.startAgent()
        }

        /// Asks, and gives the bubble of the question and what will be the answer.
        func question() async throws -> (FakeNotificationServer.Received, Task<Bool?, any Error>) {
            let answer = fixture.ask(for: app)
            return (try await server.next(within: 30), answer)
        }
    }

    private static let refusal =
        "org.notifyschedule.Error.NotAllowed: org.example.Habit has no permission yet to show "
        + "notifications; the user can allow it: notify-schedule apps allow org.example.Habit"

    @Test func withoutAWordInTheConfigurationEveryAppMay() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        #expect(try await fixture.status(of: app) == "authorized")
        #expect(try await fixture.ask(for: app).value == true)
        #expect(try await fixture.add("T", for: app) == nil)
        #expect(try await server.next(within: 30).call.summary == "T")
        withExtendedLifetime(agent) {}
    }

    @Test(
        "On a server without buttons a click on the question is no consent, and the text names a command"
    )
    func aClickIsNoConsent() async throws {
        let cosmic = ServerProfile(
            identity: ServerIdentity(
                name: "cosmic-notifications",
                vendor: "System76",
                version: "1.0"
            ),
            capabilities: ["body", "persistence", "actions", "body-markup"]
        )
        let asking = try await Asking(as: cosmic)
        let (bubble, answer) = try await asking.question()
        #expect(bubble.call.actions.map(\.key) == ["default", "allow", "deny"])
        #expect(
            bubble.call.body.hasSuffix(
                "To answer: notify-schedule apps allow org.example.Habit, or apps deny"
            )
        )
        await asking.server.click(bubble.id, "default")
        #expect(try await answer.value == false)
        #expect(try await asking.fixture.status(of: app) == "notDetermined")
    }

    @Test func allowIsRememberedAndNoQuestionComesAgain() async throws {
        let asking = try await Asking()
        let (fixture, server) = (asking.fixture, asking.server)
        #expect(try await fixture.status(of: app) == "notDetermined")
        #expect(try await fixture.add("before", for: app) == Self.refusal)
        let (bubble, answer) = try await asking.question()
        let sender = try fixture.sender()
        #expect(
            bubble.call.withSortedHints
                == NotifyCall(
                    sender: sender.name,
                    appName: "Notify Schedule",
                    icon: AgentNames.app,
                    summary: app,
                    body: "This app would like to show you notifications. Do you allow it?",
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
                    expireTimeout: 0
                )
        )
        #expect(try await fixture.listed("list", "delivered") == [])
        await server.click(bubble.id, "allow")
        #expect(try await answer.value == true)
        #expect(try await fixture.ask(for: app).value == true)
        #expect(try await fixture.add("after", for: app) == nil)
        #expect(try await server.next(within: 30).call.summary == "after")
        try await fixture.endAgent()
        let next = try await fixture.startAgent()
        #expect(try await fixture.ask(for: app).value == true)
        try await fixture.barrier(server)
        #expect(server.count(titled: app) == 1)
        withExtendedLifetime(next) {}
    }

    @Test func denyIsRememberedUntilTheUserChangesIt() async throws {
        let asking = try await Asking()
        let (fixture, server) = (asking.fixture, asking.server)
        let (bubble, answer) = try await asking.question()
        await server.click(bubble.id, "deny")
        #expect(try await answer.value == false)
        #expect(try await fixture.ask(for: app).value == false)
        #expect(
            try await fixture.add("T", for: app)
                == "org.notifyschedule.Error.NotAllowed: org.example.Habit may not show notifications; "
                + "the user can allow it: notify-schedule apps allow org.example.Habit"
        )
        #expect(try await fixture.run(["apps", "allow", app]).output == "allowed \(app)\n")
        #expect(try await fixture.add("T", for: app) == nil)
        _ = try await server.call(titled: "T")
        #expect(server.count(titled: app) == 1)
    }

    @Test func allWhoAskMeanwhileGetTheOneAnswer() async throws {
        let asking = try await Asking()
        let (bubble, first) = try await asking.question()
        let others = (0..<5).map { _ in asking.fixture.ask(for: app) }
        // The agent takes calls in their order, so these are known once it answers the next one.
        try await asking.fixture.barrier(asking.server)
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
        #expect(try await asking.fixture.status(of: app) == "notDetermined")
        let (second, again) = try await asking.question()
        await asking.server.click(second.id, "allow")
        #expect(try await again.value == true)
    }

    @Test func withoutAServerTheAnswerIsNo() async throws {
        let asking = try await Asking()
        let (_, answer) = try await asking.question()
        await asking.server.stop()
        #expect(try await answer.value == false)
        #expect(try await asking.fixture.ask(for: app).value == false)
        #expect(try await asking.fixture.status(of: app) == "notDetermined")
    }

    @Test func anAgentThatIsKilledLeavesTheQuestionOpen() async throws {
        let asking = try await Asking()
        let (_, answer) = try await asking.question()
        try await asking.fixture.endAgent()
        await #expect(throws: GLibError.self) { try await answer.value }
        let next = try await asking.fixture.startAgent()
        #expect(try await asking.fixture.status(of: app) == "notDetermined")
        let (bubble, again) = try await asking.question()
        await asking.server.click(bubble.id, "deny")
        #expect(try await again.value == false)
        withExtendedLifetime(next) {}
    }

    @Test func theCommandLineAnswersAnOpenQuestion() async throws {
        let asking = try await Asking()
        let (bubble, answer) = try await asking.question()
        _ = try await asking.fixture.run(["apps", "allow", app])
        #expect(try await answer.value == true)
        #expect(try await asking.server.closings.next(30) == bubble.id)
    }

    @Test func aProvisionalAppIsListedWithoutABubble() async throws {
        let asking = try await Asking()
        let fixture = asking.fixture
        #expect(try await fixture.ask(for: app, options: 64 | 4).value == true)
        #expect(try await fixture.status(of: app) == "provisional")
        #expect(try await fixture.add("quiet", for: app) == nil)
        try await fixture.waitForDeliveries()
        try await fixture.barrier(asking.server)
        #expect(asking.server.count(titled: "quiet") == 0)
        let delivered = try await fixture.listed("list", "delivered").filter { $0.appID == app }
        #expect(delivered.map(\.identifier) == ["quiet"])
        #expect(delivered.map(\.state) == ["listed"])
        // It may ask for more, and that is a question.
        let answer = fixture.ask(for: app)
        let bubble = try await asking.server.call(titled: app)
        await asking.server.click(bubble.id, "allow")
        #expect(try await answer.value == true)
        #expect(try await fixture.status(of: app) == "authorized")
    }

    @Test func aChangedConfigurationCountsAtOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try fixture.configure("[Permission]\nDefault=perhaps\n")
        let agent = try await fixture.startAgent()
        try await agent.waitForError(
            "agent.conf:2: [Permission] Default=perhaps is not used; write allow or ask"
        )
        #expect(try await fixture.add("T", for: app) == nil)
        _ = try await server.next(within: 30)
        try fixture.configure(ask)
        try await agent.waitForError("agent.conf was read again", within: 30)
        #expect(try await fixture.add("T", for: app) == Self.refusal)
        // The command line's own app is asked for nothing.
        try await fixture.barrier(server)
    }
}
