import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// How deliveries wait for the word of their apps.
@Suite struct WillPresentTests {
    private static let owner = ":1.5"
    private static let whole: PresentationOptions = [.banner, .list, .sound, .badge]

    /// A stage with an attached app.
    private static func stage(_ earlier: Stage? = nil, attached: Bool = true) async throws -> Stage
    {
        let stage = try Stage(earlier)
        stage.apps.holdsQuestions.withLock { $0 = true }
        try await stage.scheduler.start(serverOwner: owner, bus: "a bus")
        if attached { try await stage.scheduler.attach(":1.7", to: "org.example.Test") }
        return stage
    }

    /// The next question, which is about this request.
    private static func question(
        _ stage: Stage,
        _ identifier: String
    ) async throws -> PlayedApps.Question {
        let question = try await stage.apps.questions.next()
        #expect(question.identifier == identifier)
        return question
    }

    private static func shown(_ stage: Stage, _ identifier: String, _ number: UInt32) async throws {
        let count = stage.told.elements.count
        try await stage.server.next(identifier).reply(.shown(owner: owner, id: number))
        _ = try await stage.told.wait(10, "word of it") { $0.count > count ? true : nil }
    }

    @Test func answersInAnyOrderKeepTheOrderOfTheDeliveries() async throws {
        let stage = try await Self.stage()
        for name in ["one", "two", "three"] { try await stage.add(name) }
        let one = try await Self.question(stage, "one")
        let two = try await Self.question(stage, "two")
        let three = try await Self.question(stage, "three")
        three.answer(.success(Self.whole))
        two.answer(.failure(RequestError(.notFound, "late")))
        #expect(stage.server.calls.elements.isEmpty)
        one.answer(.success(nil))
        for (number, name) in ["one", "two", "three"].enumerated() {
            try await Self.shown(stage, name, UInt32(number + 1))
        }
    }

    @Test(
        arguments: [
            ([.sound], ["one"]), ([.list, .sound], ["one"]), ([.list], []), ([], []),
            ([.banner, .sound], []),
        ] as [(PresentationOptions, [String])]
    )
    func aSoundIsPlayedWithoutABannerToo(
        options: PresentationOptions,
        played: [String]
    ) async throws {
        let stage = try await Self.stage()
        try await stage.add("one")
        try await Self.question(stage, "one").answer(.success(options))
        if options.contains(.banner) {
            try await Self.shown(stage, "one", 1)
        } else {
            try await stage.add("barrier")
            try await Self.question(stage, "barrier").answer(.success(nil))
            try await Self.shown(stage, "barrier", 1)
        }
        #expect(stage.server.sounds.elements == played)
    }

    @Test func anAppThatThinksHoldsUpNobodyElse() async throws {
        let stage = try await Self.stage()
        try await stage.add("slow")
        let slow = try await Self.question(stage, "slow")
        _ = try await stage.scheduler.add(
            NotificationRequest(
                appID: "org.example.Other",
                identifier: "other",
                content: NotificationContent(title: "T")
            )
        )
        await stage.scheduler.deliverSoon()
        try await Self.shown(stage, "other", 1)
        slow.answer(.success(Self.whole))
        try await Self.shown(stage, "slow", 2)
    }

    @Test func oneWithoutAListGoesWithItsBubble() async throws {
        let stage = try await Self.stage()
        for (number, name) in ["closed", "left"].enumerated() {
            try await stage.add(name)
            try await Self.question(stage, name).answer(.success([.banner]))
            try await Self.shown(stage, name, UInt32(number + 1))
            #expect(try stage.state(of: name) == "shown")
        }
        await stage.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 1))
        #expect(try stage.state(of: "closed") == nil)
        await stage.scheduler.handle(.ownerChanged(nil))
        #expect(try stage.state(of: "left") == nil)
    }

    private static let withoutBubble: [(PresentationOptions, String?)] = [
        (.list, "listed"), ([.sound, .badge], nil),
    ]

    @Test(arguments: withoutBubble)
    func whatHasNoBubbleTakesTheEarlierOneAway(
        options: PresentationOptions,
        state: String?
    ) async throws {
        let stage = try await Self.stage(attached: false)
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await stage.show("one", as: bubble)
        try await stage.scheduler.attach(":1.7", to: "org.example.Test")
        try await stage.add("one")
        try await Self.question(stage, "one").answer(.success(options))
        #expect(try await stage.server.closings.next() == bubble)
        #expect(try stage.state(of: "one") == state)
        #expect(stage.server.calls.elements.count == 1)
        let events = try await stage.scheduler.history("one", app: "", limit: 1)
        let isListed = state != nil
        #expect(events.first?["event"]?.string == (isListed ? "delivered" : "declined"))
        #expect(events.first?["detail"]?.string == (isListed ? "list" : nil))
    }

    @Test func whatIsReplacedWhileItsAppThinksIsNotShown() async throws {
        let stage = try await Self.stage(attached: false)
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await stage.show("one", as: bubble)
        try await stage.scheduler.attach(":1.7", to: "org.example.Test")
        try await stage.add("one")
        try await stage.add("one")
        let first = try await Self.question(stage, "one")
        let second = try await Self.question(stage, "one")
        first.answer(.success(Self.whole))
        second.answer(.success(Self.whole))
        let call = try await stage.server.calls.wait { $0.dropFirst().first }
        #expect(call.replaced == bubble)
        #expect(stage.server.closings.elements == [])
    }

    @Test func whatIsRemovedWhileItsAppThinksIsNotShown() async throws {
        let stage = try await Self.stage(attached: false)
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await stage.show("one", as: bubble)
        try await stage.scheduler.attach(":1.7", to: "org.example.Test")
        try await stage.add("one")
        let question = try await Self.question(stage, "one")
        _ = try await stage.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        question.answer(.success(Self.whole))
        #expect(try await stage.server.closings.next() == bubble)
        #expect(stage.server.calls.elements.count == 1)
    }

    @Test func anAgentKilledWhileAnAppThinksShowsItAtItsNextRun() async throws {
        let earlier = try await Self.stage()
        try await earlier.add("one")
        _ = try await Self.question(earlier, "one")
        let stage = try await Self.stage(earlier, attached: false)
        try await Self.shown(stage, "one", 1)
        #expect(try stage.state(of: "one") == "shown")
    }

    @Test func theNumberOfWhatAKillInterruptedIsAtTheIcon() async throws {
        let earlier = try await Self.stage()
        try await earlier.add("one", badge: 4, actions: [])
        _ = try await Self.question(earlier, "one")
        let stage = try await Self.stage(earlier, attached: false)
        try await Self.shown(stage, "one", 1)
        _ = try await stage.told.wait(10, "the number") { told in
            told.contains { if case .badgeChanged(_, 4) = $0 { true } else { false } } ? true : nil
        }
    }

    @Test func anAgentKilledAfterTheAnswerStillKnowsIt() async throws {
        let earlier = try await Self.stage()
        try await earlier.add("one")
        try await Self.question(earlier, "one").answer(.success([.banner]))
        _ = try await earlier.server.next("one")
        let stage = try await Self.stage(earlier, attached: false)
        try await Self.shown(stage, "one", 1)
        await stage.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 1))
        #expect(try stage.state(of: "one") == nil)
    }
}
