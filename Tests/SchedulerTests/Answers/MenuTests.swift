import AgentInterface
import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Menus of the actions of a notification, where the notification server draws no buttons.
@Suite struct MenuTests {
    private let answers = Recorder<ReplyAnswer>()
    private let prompts = Recorder<ReplyPrompt>()
    private let fixture: SchedulerFixture
    private static let snooze = NotificationAction.snooze(600_000_000)
    private static let yes = NotificationAction(identifier: "yes", title: "Yes")

    init() async throws {
        fixture = try SchedulerFixture.withManualServer(
            ask: { [prompts, answers] prompt, _ in
                prompts.append(prompt)
                return (try? await answers.next(30)) ?? .cancelled
            }
        )
        fixture.server.setAnswer(.number)
        fixture.server.profile.maxButtons = nil
        fixture.server.profile.drawsButtons = false
        try await fixture.begin()
    }

    private func show(
        _ title: String,
        _ actions: [NotificationAction] = [snooze, yes]
    ) async throws {
        let count = fixture.shown.count
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "tea",
                content: NotificationContent(title: title),
                trigger: .immediate,
                actions: actions
            )
        )
        await fixture.scheduler.deliverDue()
        try await poll(10, "the notification") { fixture.shown.count > count ? true : nil }
    }

    private func openMenu(of title: String) async throws {
        await fixture.click(title, "default")
        _ = try await prompts.next()
    }

    private func choose(_ text: String) { answers.append(.text(text)) }

    @Test("A choice counts for a notification that has been delivered again meanwhile")
    func deliveredAgain() async throws {
        try await show("Tea")
        try await openMenu(of: "Tea")
        try await show("Tea")
        choose(Self.snooze.label)
        try await poll(10, "the snoozed one") {
            try await fixture.pending().isEmpty ? nil : true
        }
        let pending = try await fixture.pending()
        #expect(pending == ["tea.snoozed 2027-01-15 08:10"])
        #expect(try await fixture.delivered() == [])
    }

    @Test("A choice counts for what the menu showed, where another notification has its identifier")
    func replacedByAnother() async throws {
        try await show("Deploy A?")
        try await openMenu(of: "Deploy A?")
        try await show("Deploy B?")
        choose("Yes")
        try await poll(10, "the response") { fixture.responses.last }
        #expect(fixture.responses == ["Deploy A? yes -"])
        #expect(try await fixture.delivered() == ["tea"])
        // The menu of the new one is its own.
        try await openMenu(of: "Deploy B?")
        choose("Yes")
        try await poll(10, "the other response") { fixture.responses.count > 1 ? true : nil }
        #expect(fixture.responses.last == "Deploy B? yes -")
        #expect(try await fixture.delivered() == [])
    }

    @Test("A menu that is closed leaves what has been delivered meanwhile")
    func closedAfterAnother() async throws {
        try await show("Tea")
        try await openMenu(of: "Tea")
        try await show("Tea")
        answers.append(.cancelled)
        try await openMenu(of: "Tea")
        choose("Yes")
        try await poll(10, "the response") { fixture.responses.last }
        #expect(fixture.responses == ["Tea yes -"])
    }

    @Test("A text that is none of the choices shows the notification again")
    func noChoice() async throws {
        try await show("Tea")
        try await openMenu(of: "Tea")
        choose("snoo")
        try await poll(10, "the notification again") {
            fixture.shown == ["Tea", "Tea"] ? true : nil
        }
        #expect(try await fixture.delivered() == ["tea"])
        #expect(fixture.responses == [])
        try await openMenu(of: "Tea")
        choose("Yes")
        try await poll(10, "the response") { fixture.responses.last }
        #expect(fixture.responses == ["Tea yes -"])
    }

    @Test("A menu that is closed dismisses the notification")
    func closed() async throws {
        try await show("Tea")
        try await openMenu(of: "Tea")
        answers.append(.cancelled)
        try await poll(10, "the dismissal") { fixture.responses.last }
        #expect(fixture.responses == ["Tea dismissed -"])
        #expect(try await fixture.delivered() == [])
    }
}
