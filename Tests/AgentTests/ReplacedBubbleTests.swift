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

    /// A stage that shows an old notification; its app is asked how to show the new one.
    private func stage() async throws -> (Stage, PlayedApps.Question) {
        let stage = try Stage(ask: { [typed, prompts] prompt, _ in
            prompts.append(prompt)
            let text = try? await typed.wait(30, "a text") { $0.first }
            return text.map { .text($0) } ?? .cancelled
        })
        stage.apps.holdsQuestions.withLock { $0 = true }
        try await stage.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        let reply = NotificationAction(
            identifier: "reply",
            title: "R",
            textInput: .init(placeholder: "")
        )
        try await stage.answer("one", as: Self.bubble) {
            try await stage.add("one", title: "old", actions: [reply])
        }
        try await stage.scheduler.attach(":1.7", to: "org.example.Test")
        try await stage.add("one", title: "new")
        return (stage, try await stage.apps.questions.next())
    }

    private func finish(_ stage: Stage, _ question: PlayedApps.Question) async throws {
        question.answer(.success([.banner, .list]))
        let call = try await stage.server.next("one")
        #expect(call.replaced == nil)
        let count = stage.told.elements.count
        call.reply(.shown(owner: Self.owner, id: 2))
        _ = try await stage.told.wait(10, "word of the new one") { $0.count > count ? true : nil }
        #expect(try stage.state(of: "one") == "shown")
        await stage.click(BubbleKey(owner: Self.owner, id: 2))
        #expect(stage.responses.last == "new \(Self.opened) -")
        #expect(stage.responses.count == 2)
    }

    @Test func aClickWhileItsAppThinksIsAboutTheOldOneOnce() async throws {
        let (stage, question) = try await stage()
        await stage.click(Self.bubble)
        await stage.click(Self.bubble)
        #expect(stage.responses == ["old \(Self.opened) -"])
        await stage.scheduler.reach("org.example.Test", activationToken: nil)
        #expect(stage.apps.told.elements == [":1.7 one \(Self.opened)"])
        #expect(try await stage.server.closings.next() == Self.bubble)
        #expect(try stage.state(of: "one") == "delivering")
        try await finish(stage, question)
    }

    @Test func aDismissalWhileItsAppThinksIsOfTheOldOne() async throws {
        let (stage, question) = try await stage()
        await stage.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 2))
        #expect(stage.responses == ["old \(NotificationAction.dismissIdentifier) -"])
        try await finish(stage, question)
        #expect(stage.server.closings.elements == [BubbleKey(owner: Self.owner, id: 2)])
    }

    @Test func aTextThatIsTypedForTheOldOneIsNotLost() async throws {
        let (stage, question) = try await stage()
        await stage.click(Self.bubble, "reply")
        _ = try await prompts.next()
        #expect(stage.responses == [])
        typed.append("yes")
        _ = try await stage.told.wait(10, "the reply") { $0.count > 1 ? true : nil }
        #expect(stage.responses == ["old reply yes"])
        try await finish(stage, question)
    }

    @Test func aClickBeforeTheServersAnswerIsAboutTheOldOneAndLeavesTheBubble() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await stage.show("one", as: Self.bubble, title: "old")
        try await stage.add("one", title: "new")
        let call = try await stage.server.next("one")
        #expect(call.replaced == Self.bubble)
        await stage.click(Self.bubble)
        #expect(stage.responses == ["old \(Self.opened) -"])
        let count = stage.told.elements.count
        call.reply(.shown(owner: Self.owner, id: 1))
        _ = try await stage.told.wait(10, "word of the new one") { $0.count > count ? true : nil }
        #expect(try stage.state(of: "one") == "shown")
        #expect(stage.server.closings.elements == [])
        await stage.click(Self.bubble)
        #expect(stage.responses.last == "new \(Self.opened) -")
    }

    /// A stage that shows an old notification, and whose server was too full for the new one.
    private func fullStage() async throws -> Stage {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await stage.show("one", as: Self.bubble, title: "old")
        try await stage.add("one", title: "new")
        let armed = stage.clock.log.elements.count
        let call = try await stage.server.next("one")
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
        _ = try await stage.clock.log.wait(10, "a pause") { $0.count > armed ? true : nil }
        return stage
    }

    @Test func aFullServerGetsTheNewOneInPlaceOfTheOldOneLater() async throws {
        let stage = try await fullStage()
        await stage.scheduler.deliverSoon()
        #expect(try await stage.server.next("one").replaced == Self.bubble)
        #expect(stage.server.closings.elements == [])
    }

    @Test func aThirdOneTakesThePlaceOfTheFirstAfterAFullServersRefusal() async throws {
        let stage = try await fullStage()
        try await stage.add("one", title: "newest")
        #expect(try await stage.server.next("one").replaced == Self.bubble)
    }

    @Test func aClickOnTheOldOneWhileTheServerIsFullTakesItAway() async throws {
        let stage = try await fullStage()
        await stage.click(Self.bubble)
        #expect(stage.responses == ["old \(Self.opened) -"])
        #expect(try await stage.server.closings.next() == Self.bubble)
        await stage.scheduler.deliverSoon()
        #expect(try await stage.server.next("one").replaced == nil)
    }

    @Test func aRemovalWhileTheServerIsFullTakesTheOldOneAway() async throws {
        let stage = try await fullStage()
        _ = try await stage.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        #expect(try await stage.server.closings.next() == Self.bubble)
    }

    @Test func whatIsRemovedHearsNothingMore() async throws {
        let (stage, question) = try await stage()
        _ = try await stage.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        #expect(try await stage.server.closings.next() == Self.bubble)
        await stage.click(Self.bubble)
        #expect(stage.responses == [])
        question.answer(.success(nil))
    }
}
