import AgentTestSupport
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

    /// A fixture with an attached app.
    private static func fixture(
        _ earlier: SchedulerFixture? = nil,
        attached: Bool = true
    ) async throws -> SchedulerFixture {
        let fixture = try await earlier?.successor() ?? .withManualServer()
        fixture.apps.holdsQuestions.withLock { $0 = true }
        try await fixture.scheduler.start(serverOwner: owner, bus: "a bus")
        if attached { try await fixture.scheduler.attach(":1.7", to: "org.example.Test") }
        return fixture
    }

    /// The next question, which is about this request.
    private static func question(
        _ fixture: SchedulerFixture,
        _ identifier: String
    ) async throws -> FakeApps.Question {
        let question = try await fixture.apps.questions.next()
        #expect(question.identifier == identifier)
        return question
    }

    private static func shown(
        _ fixture: SchedulerFixture,
        _ identifier: String,
        _ number: UInt32
    ) async throws {
        let count = fixture.reports.elements.count
        try await fixture.server.next(identifier).reply(.shown(owner: owner, id: number))
        _ = try await fixture.reports.wait(10, "word of it") { $0.count > count ? true : nil }
    }

    @Test func answersInAnyOrderKeepTheOrderOfTheDeliveries() async throws {
        let fixture = try await Self.fixture()
        for name in ["one", "two", "three"] { try await fixture.add(name) }
        let one = try await Self.question(fixture, "one")
        let two = try await Self.question(fixture, "two")
        let three = try await Self.question(fixture, "three")
        three.answer(.success(Self.whole))
        two.answer(.failure(RequestError(.notFound, "late")))
        #expect(fixture.server.calls.elements.isEmpty)
        one.answer(.success(nil))
        for (number, name) in ["one", "two", "three"].enumerated() {
            try await Self.shown(fixture, name, UInt32(number + 1))
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
        let fixture = try await Self.fixture()
        try await fixture.add("one")
        try await Self.question(fixture, "one").answer(.success(options))
        if options.contains(.banner) {
            try await Self.shown(fixture, "one", 1)
        } else {
            try await fixture.add("barrier")
            try await Self.question(fixture, "barrier").answer(.success(nil))
            try await Self.shown(fixture, "barrier", 1)
        }
        #expect(fixture.server.sounds.elements == played)
    }

    @Test func anAppThatThinksHoldsUpNobodyElse() async throws {
        let fixture = try await Self.fixture()
        try await fixture.add("slow")
        let slow = try await Self.question(fixture, "slow")
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: "org.example.Other",
                identifier: "other",
                content: NotificationContent(title: "T")
            )
        )
        await fixture.scheduler.deliverSoon()
        try await Self.shown(fixture, "other", 1)
        slow.answer(.success(Self.whole))
        try await Self.shown(fixture, "slow", 2)
    }

    @Test func oneWithoutAListGoesWithItsBubble() async throws {
        let fixture = try await Self.fixture()
        for (number, name) in ["closed", "left"].enumerated() {
            try await fixture.add(name)
            try await Self.question(fixture, name).answer(.success([.banner]))
            try await Self.shown(fixture, name, UInt32(number + 1))
            #expect(try fixture.state(of: name) == "shown")
        }
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 1))
        #expect(try fixture.state(of: "closed") == nil)
        await fixture.scheduler.handle(.ownerChanged(nil))
        #expect(try fixture.state(of: "left") == nil)
    }

    private static let withoutBubble: [(PresentationOptions, String?)] = [
        (.list, "listed"), ([.sound, .badge], nil),
    ]

    @Test(arguments: withoutBubble)
    func whatHasNoBubbleTakesTheEarlierOneAway(
        options: PresentationOptions,
        state: String?
    ) async throws {
        let fixture = try await Self.fixture(attached: false)
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await fixture.show("one", as: bubble)
        try await fixture.scheduler.attach(":1.7", to: "org.example.Test")
        try await fixture.add("one")
        try await Self.question(fixture, "one").answer(.success(options))
        #expect(try await fixture.server.closings.next() == bubble)
        #expect(try fixture.state(of: "one") == state)
        #expect(fixture.server.calls.elements.count == 1)
        let events = try await fixture.scheduler.history(HistorySelection("one", app: "", limit: 1))
        let isListed = state != nil
        #expect(events.first?.event == (isListed ? .delivered : .declined))
        #expect(events.first?.detail == (isListed ? "list" : ""))
    }

    @Test func whatIsReplacedWhileItsAppThinksIsNotShown() async throws {
        let fixture = try await Self.fixture(attached: false)
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await fixture.show("one", as: bubble)
        try await fixture.scheduler.attach(":1.7", to: "org.example.Test")
        try await fixture.add("one")
        try await fixture.add("one")
        let first = try await Self.question(fixture, "one")
        let second = try await Self.question(fixture, "one")
        first.answer(.success(Self.whole))
        second.answer(.success(Self.whole))
        let call = try await fixture.server.calls.wait { $0.dropFirst().first }
        #expect(call.replaced == bubble)
        #expect(fixture.server.closings.elements == [])
    }

    @Test func whatIsRemovedWhileItsAppThinksIsNotShown() async throws {
        let fixture = try await Self.fixture(attached: false)
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await fixture.show("one", as: bubble)
        try await fixture.scheduler.attach(":1.7", to: "org.example.Test")
        try await fixture.add("one")
        let question = try await Self.question(fixture, "one")
        _ = try await fixture.scheduler.remove(RemovalSelection(choice: .all, appID: nil))
        question.answer(.success(Self.whole))
        #expect(try await fixture.server.closings.next() == bubble)
        #expect(fixture.server.calls.elements.count == 1)
    }

    @Test func anAgentKilledWhileAnAppThinksShowsItAtItsNextRun() async throws {
        let earlier = try await Self.fixture()
        try await earlier.add("one")
        _ = try await Self.question(earlier, "one")
        let fixture = try await Self.fixture(earlier, attached: false)
        try await Self.shown(fixture, "one", 1)
        #expect(try fixture.state(of: "one") == "shown")
    }

    @Test func theNumberOfWhatAKillInterruptedIsAtTheIcon() async throws {
        let earlier = try await Self.fixture()
        try await earlier.add("one", badge: 4, actions: [])
        _ = try await Self.question(earlier, "one")
        let fixture = try await Self.fixture(earlier, attached: false)
        try await Self.shown(fixture, "one", 1)
        _ = try await fixture.badges.wait(10, "the number") { badges in
            badges.contains { $0.hasSuffix(" 4") } ? true : nil
        }
    }

    @Test func anAgentKilledAfterTheAnswerStillKnowsIt() async throws {
        let earlier = try await Self.fixture()
        try await earlier.add("one")
        try await Self.question(earlier, "one").answer(.success([.banner]))
        _ = try await earlier.server.next("one")
        let fixture = try await Self.fixture(earlier, attached: false)
        try await Self.shown(fixture, "one", 1)
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 1))
        #expect(try fixture.state(of: "one") == nil)
    }

    @Test(
        "The number is at the icon only where the app wants it",
        arguments: [
            (nil, true), (.banner, false), ([.banner, .list, .badge], true), (.list, false),
            ([.list, .badge], true), (.badge, true),
        ] as [(PresentationOptions?, Bool)]
    )
    func number(options: PresentationOptions?, isSet: Bool) async throws {
        let fixture = try await Self.fixture()
        try await fixture.add("one", badge: 3, actions: [])
        try await Self.question(fixture, "one").answer(.success(options))
        if options?.contains(.banner) ?? true { try await Self.shown(fixture, "one", 1) }
        try await fixture.add("barrier")
        try await Self.question(fixture, "barrier").answer(.success(nil))
        try await Self.shown(fixture, "barrier", 2)
        #expect(fixture.badges.elements.contains { $0.hasSuffix(" 3") } == isSet)
    }

    @Test("What its app wants without a bubble needs no server")
    func noServer() async throws {
        let fixture = try await Self.fixture()
        try await fixture.add("listed")
        try await fixture.add("shown")
        let questions = [
            try await Self.question(fixture, "listed"), try await Self.question(fixture, "shown"),
        ]
        await fixture.scheduler.handle(.ownerChanged(nil))
        questions[0].answer(.success(.list))
        questions[1].answer(.success([.banner, .list]))
        try await poll(10, "the list") {
            try fixture.state(of: "listed") == "listed" ? () : nil
        }
        #expect(try fixture.state(of: "shown") == "delivering")
        #expect(fixture.server.calls.elements.isEmpty)
        await fixture.scheduler.handle(.ownerChanged(":1.6"))
        try await fixture.server.next("shown").reply(.shown(owner: ":1.6", id: 1))
    }

    @Test("What waits for its app while the server is full comes when there is room")
    func noRoom() async throws {
        var profile = ServerProfile()
        profile.pace = ServerProfile.Pace(burst: 1, interval: .seconds(4))
        let fixture = try SchedulerFixture.withManualServer(profile: profile)
        fixture.apps.holdsQuestions.withLock { $0 = true }
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        try await fixture.show("first", as: BubbleKey(owner: Self.owner, id: 1))
        try await fixture.scheduler.attach(":1.7", to: SchedulerFixture.app)
        try await fixture.add("paced")
        try await fixture.scheduler.attach(":1.8", to: "org.example.Other")
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: "org.example.Other",
                identifier: "urgent",
                content: NotificationContent(title: "T", interruptionLevel: .critical)
            )
        )
        await fixture.scheduler.deliverSoon()
        // Only what is urgent is asked about, because the other one has no room yet.
        try await Self.question(fixture, "urgent").answer(.success(nil))
        try await Self.shown(fixture, "urgent", 2)
        #expect(fixture.server.calls.elements.map(\.identifier) == ["first", "urgent"])
        await fixture.pass(8)
        try await Self.question(fixture, "paced").answer(.success(nil))
        try await Self.shown(fixture, "paced", 3)
    }
}
