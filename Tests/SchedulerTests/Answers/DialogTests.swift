import AgentInterface
import AgentTestSupport
import DesktopTexts
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Dialogs that ask for the answer to a question whose bubble cannot have it.
@Suite struct DialogTests {
    /// How a question ends while its dialog is on the screen.
    enum End: CaseIterable {
        case dismissed, removed, replaced
    }

    private let answer: @Sendable (ReplyAnswer) -> Void
    /// The dialogs that were closed by the agent.
    private let closed = Recorder<String>()
    private let prompts = Recorder<ReplyPrompt>()
    private let fixture: SchedulerFixture

    init() async throws {
        let answers = AsyncStream<ReplyAnswer>.makeStream()
        answer = { answers.continuation.yield($0) }
        fixture = try SchedulerFixture.withManualServer(
            ask: { [prompts, closed] prompt, _ in
                prompts.append(prompt)
                return await withTaskCancellationHandler {
                    for await answer in answers.stream { return answer }
                    return .cancelled
                } onCancel: {
                    closed.append(prompt.title)
                }
            }
        )
        fixture.server.setAnswer(.number)
        try await fixture.begin()
        // Whoever asks comes once the server is known.
        await fixture.scheduler.met(SchedulerFixture.owner)
    }

    private func request(_ title: String, _ actions: [NotificationAction]) -> NotificationRequest {
        NotificationRequest(
            appID: SchedulerFixture.app,
            identifier: "question",
            content: NotificationContent(title: title),
            trigger: .immediate,
            actions: actions
        )
    }

    private let key = RequestKey(appID: SchedulerFixture.app, identifier: "question")
    private static let choices = ["Yes", "No"].map { NotificationAction(identifier: $0, title: $0) }

    private func ask(_ actions: [NotificationAction] = choices) async throws {
        _ = try await fixture.scheduler.add(request("Deploy?", actions))
        await fixture.scheduler.deliverDue()
        let isAsked = try await fixture.scheduler.askByDialog(key)
        #expect(isAsked)
    }

    @Test(
        "A dialog is closed with its question, however that ends",
        arguments: End.allCases,
        [choices, [.reply(placeholder: "")]]
    )
    func end(end: End, actions: [NotificationAction]) async throws {
        try await ask(actions)
        let selection = RemovalSelection(choice: .identifiers(["question"]), appID: key.appID)
        switch end {
        case .dismissed: _ = try await fixture.scheduler.dismiss(selection)
        case .removed: try await fixture.scheduler.remove(selection)
        case .replaced:
            _ = try await fixture.scheduler.add(request("Another", []))
            await fixture.scheduler.deliverDue()
        }
        #expect(try await closed.next() == "Deploy?")
    }

    @Test(
        "A dialog that cannot be shown takes its question back and says why, and nobody has dismissed it",
        arguments: [choices, [.reply(placeholder: "")]]
    )
    func impossible(actions: [NotificationAction]) async throws {
        try await ask(actions)
        _ = try await prompts.next()
        answer(.impossible(RequestError(.notFound, "zenity ended with status 5")))
        let title = "“\("Deploy?".isolated)” could not be answered"
        try await poll(10, "the problem") { fixture.shown.contains(title) ? true : nil }
        #expect(fixture.server.shown.last?.body == "zenity ended with status 5")
        #expect(try fixture.state(of: "question") == nil)
        let events = try await fixture.history()
        #expect(events.contains("question removed"))
        #expect(!events.contains("question dismissed"))
    }

    @Test("A menu that cannot be shown leaves the notification on the screen")
    func impossibleMenu() async throws {
        fixture.server.profile.maxButtons = nil
        fixture.server.profile.drawsButtons = false
        var request = request("Deploy?", Self.choices)
        request.appID = AgentNames.app
        _ = try await fixture.scheduler.add(request)
        await fixture.scheduler.deliverDue()
        await fixture.click("Deploy?", "default")
        _ = try await prompts.next()
        answer(.impossible(RequestError(.notFound, "there is no program")))
        try await poll(10, "the notification again") {
            fixture.shown.filter { $0 == "Deploy?" }.count == 2 ? true : nil
        }
    }

    @Test("A question of another app gets a dialog where the server draws no buttons")
    func otherApp() async throws {
        fixture.server.profile.maxButtons = nil
        fixture.server.profile.drawsButtons = false
        try await ask()
        #expect(try await prompts.next().hasButtons)
    }
}
