import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What follows from a click, a reply and a dismissal.
@Suite struct AnswerTests {
    private static let owner = SchedulerFixture.owner
    private static let bubble = BubbleKey(owner: owner, id: 7)
    private static let docs = NotificationAction(
        identifier: "docs",
        title: "D",
        url: "https://example.org"
    )
    private static let typed = NotificationAction(
        identifier: "typed",
        title: "T",
        textInput: NotificationAction.TextInput()
    )
    private static let later = NotificationAction(
        identifier: "later",
        title: "L",
        snooze: 600_000_000
    )

    /// What was opened, as `URL TOKEN`.
    private let opened = Recorder<String>()
    private let fixture: SchedulerFixture

    init() async throws {
        fixture = try Self.fixture(opened)
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
    }

    private static func fixture(
        _ opened: Recorder<String>,
        profile: SchedulerAgent.ServerProfile = SchedulerAgent.ServerProfile(),
        ask: @escaping @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .text("hi")
        }
    ) throws -> SchedulerFixture {
        try SchedulerFixture.withManualServer(
            profile: profile,
            open: { url, token throws(RequestError) in
                opened.append("\(url) \(token ?? "-")")
                return ["browser", url]
            },
            ask: ask
        )
    }

    /// Shows a notification with actions in the bubble of this suite.
    private func show(_ actions: NotificationAction..., isResident: Bool = false) async throws {
        try await fixture.answer("one", as: Self.bubble) {
            try await fixture.add("one", actions: actions, isResident: isResident)
        }
    }

    /// Waits for this many reports of deliveries and answers.
    private func reported(_ count: Int, by fixture: SchedulerFixture) async throws {
        _ = try await fixture.reports.wait(10, "report \(count)") { $0.count >= count ? true : nil }
    }

    @Test(
        "A click opens the URL of its button with the token, and takes the notification off the list"
    )
    func aClick() async throws {
        try await show(Self.docs)
        await fixture.click(Self.bubble, "docs", token: "T")
        #expect(opened.elements == ["https://example.org T"])
        #expect(try fixture.state(of: "one") == nil)
        let line = try #require(try fixture.store.history(HistorySelection(limit: 1)).first)
        #expect(line.event == .responded)
        #expect(line.choice?.action == "docs")
        #expect(line.choice?.url == "https://example.org")
        await fixture.settle()
        #expect(fixture.apps.starts.elements == ["\(SchedulerFixture.app) -"])
        #expect(try await fixture.server.closings.next() == Self.bubble)
    }

    @Test("A click on the snooze button adds the notification once more, and tells the app nothing")
    func aSnooze() async throws {
        try await show(Self.later)
        await fixture.click(Self.bubble, "later")
        #expect(try await fixture.pending() == ["one.snoozed 2027-01-15 08:10"])
        #expect(try fixture.state(of: "one") == nil)
        #expect(try !fixture.hasWaitingResponse)
        let line = try #require(try fixture.store.history(HistorySelection(limit: 1)).first)
        #expect(line.detail == "one.snoozed")
        #expect(fixture.responses == ["one later -"])
    }

    @Test("A snooze for which all names are taken is reported, and the response is written")
    func aSnoozeThatFails() async throws {
        for name in NotificationRequest.snoozedIdentifiers("one") {
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: name,
                    content: NotificationContent(title: name),
                    trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
                )
            )
        }
        try await show(Self.later)
        await fixture.click(Self.bubble, "later")
        #expect(fixture.responses == ["one later -"])
        #expect(fixture.reports.elements.last?.problem?.contains("postponed") == true)
        _ = try await fixture.server.next("launch-problem")
    }

    @Test("A server that closes a bubble after an action is not asked to close it")
    func aServerThatCloses() async throws {
        var profile = SchedulerAgent.ServerProfile()
        profile.closesAfterAction = true
        let fixture = try Self.fixture(opened, profile: profile)
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.show("one", as: Self.bubble)
        await fixture.click(Self.bubble, "yes")
        #expect(fixture.responses == ["one yes -"])
        try await fixture.show("two", as: BubbleKey(owner: Self.owner, id: 8))
        #expect(fixture.server.closings.elements == [])
    }

    @Test("A button that the notification never had changes nothing")
    func anUnknownButton() async throws {
        try await show(Self.docs)
        await fixture.click(Self.bubble, "no")
        #expect(opened.elements == [])
        #expect(fixture.responses == [])
        #expect(try fixture.state(of: "one") == "shown")
    }

    @Test(
        "A text is asked for before there is a response, and the notification stays in the list meanwhile"
    )
    func aText() async throws {
        let texts = Recorder<String>()
        let questions = Recorder<ReplyPrompt>()
        let fixture = try Self.fixture(opened) { prompt, _ in
            questions.append(prompt)
            return (try? await texts.wait(10, "a text") { $0.first }).map { .text($0) }
                ?? .cancelled
        }
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.answer("one", as: Self.bubble) {
            try await fixture.add("one", actions: [Self.typed])
        }
        await fixture.click(Self.bubble, "typed")
        _ = try await questions.next()
        #expect(try fixture.state(of: "one") == "listed")
        #expect(fixture.responses == [])
        // The question is on the screen already.
        await fixture.scheduler.handle(
            .invoked(owner: Self.owner, id: 7, action: "typed", activationToken: nil)
        )
        #expect(questions.elements.count == 1)
        texts.append("hi")
        try await reported(2, by: fixture)
        #expect(fixture.responses == ["one typed hi"])
        #expect(try fixture.state(of: "one") == nil)
        try await fixture.attach(":1.7")
        try await fixture.expectActions([":1.7 one typed"])
    }

    @Test("A text that is not typed leaves the notification in the list")
    func aCancelledText() async throws {
        let ended = Recorder<Bool>()
        let fixture = try Self.fixture(opened) { _, _ in
            ended.append(true)
            return .cancelled
        }
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.answer("one", as: Self.bubble) {
            try await fixture.add("one", actions: [Self.typed])
        }
        await fixture.click(Self.bubble, "typed")
        _ = try await ended.next()
        await fixture.settle()
        #expect(try fixture.state(of: "one") == "listed")
        #expect(fixture.responses == [])
    }

    @Test("A text that cannot be asked for is reported in a bubble and in the history")
    func anImpossibleText() async throws {
        let fixture = try Self.fixture(opened) { _, _ in
            .impossible(RequestError(.notFound, "no program"))
        }
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.answer("one", as: Self.bubble) {
            try await fixture.add("one", actions: [Self.typed])
        }
        await fixture.click(Self.bubble, "typed")
        _ = try await fixture.server.next("launch-problem")
        #expect(try await fixture.history().contains("one launchFailed"))
        #expect(try fixture.state(of: "one") == "listed")
    }

    @Test("A text that the server's own field sends is the response")
    func aServersOwnField() async throws {
        try await show(Self.typed)
        await fixture.scheduler.handle(.replied(owner: Self.owner, id: 7, text: "yo"))
        #expect(fixture.responses == ["one typed yo"])
        #expect(try fixture.state(of: "one") == nil)
    }

    @Test("A text that is too long is refused, and the notification stays")
    func aLongText() async throws {
        try await show(Self.typed)
        let text = String(repeating: "a", count: RequestLimits.reply + 1)
        await fixture.scheduler.handle(.replied(owner: Self.owner, id: 7, text: text))
        #expect(fixture.responses == [])
        #expect(try fixture.state(of: "one") == "shown")
        _ = try await fixture.server.next("launch-problem")
    }

    @Test("A resident notification is shown again after each response, which its app receives")
    func aResidentOne() async throws {
        try await show(Self.docs, isResident: true)
        await fixture.click(Self.bubble, "docs")
        #expect(opened.elements == ["https://example.org -"])
        #expect(fixture.responses == ["one docs -"])
        #expect(try await fixture.server.closings.next() == Self.bubble)
        let again = try await fixture.server.next("one")
        #expect(again.replaced == nil)
        #expect(try fixture.hasWaitingResponse)
        again.reply(.shown(owner: Self.owner, id: 8))
    }

    @Test("A dismissal ends the notification and is a line of the history")
    func aDismissal() async throws {
        try await show(Self.docs)
        fixture.clock.pass(1)
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 7, reason: 2))
        #expect(fixture.responses == ["one dismissed -"])
        #expect(try await fixture.history().last == "one dismissed")
        #expect(try fixture.state(of: "one") == nil)
        #expect(fixture.server.closings.elements == [])
        #expect(opened.elements == [])
    }

    @Test("A click on a bubble of an earlier run still opens its URL")
    func aBubbleOfAnEarlierRun() async throws {
        try await show(Self.docs)
        let next = try SchedulerFixture.withManualServer(
            fixture,
            open: { [opened] url, _ in
                opened.append(url)
                return []
            }
        )
        try await next.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        await next.click(Self.bubble, "docs")
        #expect(opened.elements == ["https://example.org"])
        #expect(next.responses == ["one docs -"])
    }

    @Test("Acts that the store refuses are carried out in order once it takes them")
    func actsInOrder() async throws {
        for number in 1...3 {
            try await fixture.show(
                "\(number)",
                as: BubbleKey(owner: Self.owner, id: UInt32(number))
            )
        }
        try fixture.store.refuse("DELETE", on: "delivered")
        for number in [3, 1] {
            await fixture.click(BubbleKey(owner: Self.owner, id: UInt32(number)), "yes")
        }
        await fixture.scheduler.retryStore()
        #expect(fixture.responses == [])
        // A later act waits behind the others, and one on another notification is carried out at once.
        await fixture.click(BubbleKey(owner: Self.owner, id: 3), "front")
        try fixture.store.accept("DELETE", on: "delivered")
        await fixture.click(BubbleKey(owner: Self.owner, id: 2), "yes")
        #expect(fixture.responses == ["2 yes -"])
        await fixture.scheduler.retryStore()
        #expect(fixture.responses == ["2 yes -", "3 yes -", "1 yes -"])
        await fixture.scheduler.retryStore()
        #expect(fixture.responses.count == 3)
    }

    @Test("A bubble whose number the store refuses still takes clicks, once the store works")
    func aBubbleThatIsNotWritten() async throws {
        try await fixture.add("one")
        let call = try await fixture.server.next("one")
        try fixture.store.refuse("UPDATE", on: "delivered")
        call.reply(.shown(owner: Self.owner, id: 7))
        // The next round begins after the failure.
        try await fixture.add("two")
        try await fixture.server.next("two").reply(.timedOut(ticket: 1))
        await fixture.click(Self.bubble, "yes")
        #expect(fixture.responses == [])
        try fixture.store.accept("UPDATE", on: "delivered")
        await fixture.scheduler.retryStore()
        #expect(fixture.responses == ["one yes -"])
    }
}
