import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the user does with a bubble while a newer delivery is on its way to take its place.
@Suite struct ReplacedBubbleTests {
    private static let owner = ":1.5"
    private static let bubble = BubbleKey(owner: owner, id: 1)
    private static let opened = NotificationAction.defaultIdentifier

    private let typed = Recorder<String>()
    private let prompts = Recorder<ReplyPrompt>()

    /// A fixture that shows an old notification; its app is asked how to show the new one.
    private func fixture() async throws -> (SchedulerFixture, FakeApps.Question) {
        let fixture = try SchedulerFixture.withManualServer(ask: { [typed, prompts] prompt, _ in
            prompts.append(prompt)
            let text = try? await typed.wait(30, "a text") { $0.first }
            return text.map { .text($0) } ?? .cancelled
        })
        fixture.apps.holdsQuestions.withLock { $0 = true }
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        let reply = NotificationAction(
            identifier: "reply",
            title: "R",
            textInput: .init(placeholder: "")
        )
        try await fixture.answer("one", as: Self.bubble) {
            try await fixture.add("one", title: "old", actions: [reply])
        }
        try await fixture.scheduler.attach(":1.7", to: "org.example.Test")
        try await fixture.add("one", title: "new")
        return (fixture, try await fixture.apps.questions.next())
    }

    private func finish(_ fixture: SchedulerFixture, _ question: FakeApps.Question) async throws {
        question.answer(.success([.banner, .list]))
        let call = try await fixture.server.next("one")
        #expect(call.replaced == nil)
        let count = fixture.reports.elements.count
        call.reply(.shown(owner: Self.owner, id: 2))
        _ = try await fixture.reports.wait(10, "word of the new one") {
            $0.count > count ? true : nil
        }
        #expect(try fixture.state(of: "one") == "shown")
        await fixture.click(BubbleKey(owner: Self.owner, id: 2))
        #expect(fixture.responses.last == "new \(Self.opened) -")
        #expect(fixture.responses.count == 2)
    }

    @Test func aClickWhileItsAppThinksIsAboutTheOldOneOnce() async throws {
        let (fixture, question) = try await fixture()
        await fixture.click(Self.bubble)
        await fixture.click(Self.bubble)
        #expect(fixture.responses == ["old \(Self.opened) -"])
        await fixture.scheduler.reach("org.example.Test", activationToken: nil)
        #expect(fixture.apps.responses.elements == [":1.7 one \(Self.opened)"])
        #expect(try await fixture.server.closings.next() == Self.bubble)
        #expect(try fixture.state(of: "one") == "delivering")
        try await finish(fixture, question)
    }

    @Test func aDismissalWhileItsAppThinksIsOfTheOldOne() async throws {
        let (fixture, question) = try await fixture()
        fixture.clock.pass(1)
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 2))
        #expect(fixture.responses == ["old dismissed -"])
        try await finish(fixture, question)
        #expect(fixture.server.closings.elements == [BubbleKey(owner: Self.owner, id: 2)])
    }

    @Test func aTextThatIsTypedForTheOldOneIsNotLost() async throws {
        let (fixture, question) = try await fixture()
        await fixture.click(Self.bubble, "reply")
        _ = try await prompts.next()
        #expect(fixture.responses == [])
        typed.append("yes")
        _ = try await fixture.reports.wait(10, "the reply") { $0.count > 1 ? true : nil }
        #expect(fixture.responses == ["old reply yes"])
        try await finish(fixture, question)
    }

    @Test("A text that is typed while do-not-disturb lists the next one is not lost")
    func typedUnderDoNotDisturb() async throws {
        var profile = ServerProfile()
        profile.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .dropped, .dropped)
        let fixture = try SchedulerFixture.withManualServer(
            profile: profile,
            ask: { [typed, prompts] prompt, _ in
                prompts.append(prompt)
                let text = try? await typed.wait(30, "a text") { $0.first }
                return text.map { .text($0) } ?? .cancelled
            }
        )
        try await fixture.begin()
        let bubble = BubbleKey(owner: SchedulerFixture.owner, id: 1)
        let reply = NotificationAction(
            identifier: "reply",
            title: "R",
            textInput: .init(placeholder: "")
        )
        try await fixture.answer("one", as: bubble) {
            try await fixture.add("one", title: "old", actions: [reply])
        }
        await fixture.click(bubble, "reply")
        _ = try await prompts.next()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        let count = fixture.reports.elements.count
        try await fixture.add("one", title: "new")
        await fixture.scheduler.deliverDue()
        #expect(try fixture.state(of: "one") == "listed")
        typed.append("yes")
        _ = try await fixture.reports.wait(10, "the reply") {
            $0.count > count + 1 ? true : nil
        }
        #expect(fixture.responses == ["old reply yes"])
    }

    @Test func aClickBeforeTheServersAnswerIsAboutTheOldOneAndLeavesTheBubble() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.show("one", as: Self.bubble, title: "old")
        try await fixture.add("one", title: "new")
        let call = try await fixture.server.next("one")
        #expect(call.replaced == Self.bubble)
        await fixture.click(Self.bubble)
        #expect(fixture.responses == ["old \(Self.opened) -"])
        let count = fixture.reports.elements.count
        call.reply(.shown(owner: Self.owner, id: 1))
        _ = try await fixture.reports.wait(10, "word of the new one") {
            $0.count > count ? true : nil
        }
        #expect(try fixture.state(of: "one") == "shown")
        #expect(fixture.server.closings.elements == [])
        await fixture.click(Self.bubble)
        #expect(fixture.responses.last == "new \(Self.opened) -")
    }

    /// A fixture that shows an old notification, and whose server was too full for the new one.
    private func fullFixture() async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.show("one", as: Self.bubble, title: "old")
        try await fixture.add("one", title: "new")
        let armed = fixture.clock.log.elements.count
        let call = try await fixture.server.next("one")
        #expect(call.replaced == Self.bubble)
        call.reply(
            .failed(
                GLibError(
                    domain: "",
                    code: 0,
                    message: "full",
                    remoteName: "org.freedesktop.Notifications.MaxNotificationsExceeded"
                )
            )
        )
        _ = try await fixture.clock.log.wait(10, "a pause") { $0.count > armed ? true : nil }
        return fixture
    }

    @Test func aFullServerGetsTheNewOneInPlaceOfTheOldOneLater() async throws {
        let fixture = try await fullFixture()
        await fixture.scheduler.deliverSoon()
        #expect(try await fixture.server.next("one").replaced == Self.bubble)
        #expect(fixture.server.closings.elements == [])
    }

    @Test func aThirdOneTakesThePlaceOfTheFirstAfterAFullServersRefusal() async throws {
        let fixture = try await fullFixture()
        try await fixture.add("one", title: "newest")
        #expect(try await fixture.server.next("one").replaced == Self.bubble)
    }

    @Test func aClickOnTheOldOneWhileTheServerIsFullTakesItAway() async throws {
        let fixture = try await fullFixture()
        await fixture.click(Self.bubble)
        #expect(fixture.responses == ["old \(Self.opened) -"])
        #expect(try await fixture.server.closings.next() == Self.bubble)
        await fixture.scheduler.deliverSoon()
        #expect(try await fixture.server.next("one").replaced == nil)
    }

    @Test func aRemovalWhileTheServerIsFullTakesTheOldOneAway() async throws {
        let fixture = try await fullFixture()
        _ = try await fixture.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        #expect(try await fixture.server.closings.next() == Self.bubble)
    }

    @Test func whatIsRemovedHearsNothingMore() async throws {
        let (fixture, question) = try await fixture()
        _ = try await fixture.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        #expect(try await fixture.server.closings.next() == Self.bubble)
        await fixture.click(Self.bubble)
        #expect(fixture.responses == [])
        question.answer(.success(nil))
    }
}
