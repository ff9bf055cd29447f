import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the scheduler keeps of others is bounded, and it goes on past each bound.
@Suite struct SchedulerBoundTests {
    private static let owner = ":1.5"
    private static let app = "org.example.Test"

    private static func fixture(answers: Bool = true) async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture.withManualServer(serverTime: .seconds(600))
        fixture.server.answersQuestions = answers
        try await fixture.scheduler.start(serverOwner: owner, bus: "a bus")
        return fixture
    }

    @Test func answersThatWaitForTheServerAreBounded() async throws {
        let fixture = try await Self.fixture(answers: false)
        let answers = Recorder<Int>()
        let (limit, more) = (ServerConnection.maxCallers, 5)
        let early = await fixture.scheduler.waitForServer(limit + more, answers)
        #expect(early == Array(limit..<(limit + more)))
        let answer = try await fixture.server.questions.next(30)
        answer()
        let all = try await answers.wait(30, "all answers") { $0.count == limit + more ? $0 : nil }
        #expect(Set(all) == Set(0..<(limit + more)))
    }

    @Test func watchersAreBounded() async throws {
        let fixture = try await Self.fixture()
        let all = RequestKey.all
        // One watches already.
        for number in 1..<Watchers.maxCount {
            try await fixture.scheduler.addWatcher(":2.\(number)", for: all)
        }
        let error = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.addWatcher(":3.1", for: all)
        }
        #expect(error?.code == .notAllowed)
        #expect(error?.message == "1000 programs watch already; end one of them")
        // One of them may watch something else, and who leaves makes room.
        try await fixture.scheduler.addWatcher(
            ":2.2",
            for: RequestKey(appID: "another", identifier: "")
        )
        await fixture.scheduler.left(":2.1")
        try await fixture.scheduler.addWatcher(":3.1", for: all)
        try await fixture.add("one")
        try await fixture.server.next("one").reply(.shown(owner: Self.owner, id: 1))
        let names = try await fixture.audiences.next(30)
        #expect(
            Set(names)
                == Set(
                    (3..<Watchers.maxCount).map { ":2.\($0)" } + [":3.1", SchedulerFixture.watcher]
                )
        )
    }

    /// The oldest stay in the list without a word of their own.
    @Test func whatDoNotDisturbKeepsBackIsBounded() async throws {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        profile.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .shown, .shown)
        fixture.server.profile = profile
        try await fixture.begin()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("first", .immediate)
        let store = await fixture.scheduler.store
        // The others were removed meanwhile.
        let others = (1..<HeldDeliveries.maxWithheld).map { "\(1_000_000 + $0)" }
        let first = try #require(try store.metadata(.withheld))
        try store.set(.withheld, to: ([first] + others).joined(separator: " "))
        try await fixture.add("last", .immediate)
        #expect(
            try store.metadata(.withheld)?.split(separator: " ").count == HeldDeliveries.maxWithheld
        )
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["last"])
        #expect(try await fixture.delivered() == ["first", "last"])
    }

    @Test func thePlacesThatRequestsAreToTakeAreBounded() async throws {
        let fixture = try await Self.fixture()
        let limit = BubblePlaces.maxPlaces
        for number in 1...(limit + 1) { try await Self.add(number, to: fixture) }
        fixture.clock.pass(60)
        await fixture.scheduler.deliverSoon()
        for number in 1...(limit + 1) {
            let call = try await fixture.server.next("\(number)")
            // The last one has a bubble of its own.
            #expect(call.replaced?.id == (number <= limit ? UInt32(number) : nil))
            call.reply(.shown(owner: Self.owner, id: UInt32(1_000 + number)))
        }
        try await Self.add(500, to: fixture)
        fixture.clock.pass(60)
        await fixture.scheduler.deliverSoon()
        #expect(try await fixture.server.next("500").replaced?.id == 500)
    }

    /// Adds a request that is due in a minute, for the place of a bubble that another program has shown.
    private static func add(_ number: Int, to fixture: SchedulerFixture) async throws {
        var bubble = BubbleOptions()
        bubble.replaces = UInt32(number)
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: app,
                identifier: "\(number)",
                content: NotificationContent(title: "\(number)"),
                trigger: .timeInterval(microseconds: 60_000_000, repeats: false),
                bubble: bubble
            )
        )
    }

    @Test("Of 65 replaced bubbles, a click on the oldest is for nothing")
    func replacedBubbles() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        fixture.apps.holdsQuestions.withLock { $0 = true }
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        let bubbles = (1...65).map { BubbleKey(owner: Self.owner, id: $0) }
        for bubble in bubbles { try await fixture.show("\(bubble.id)", as: bubble) }
        // The newer ones wait for their app.
        try await fixture.scheduler.attach(":1.7", to: SchedulerFixture.app)
        for bubble in bubbles { try await fixture.add("\(bubble.id)", title: "new") }
        _ = try await fixture.apps.questions.wait(10, "the questions") {
            $0.count == 64 ? true : nil
        }
        await fixture.click(bubbles[0])
        #expect(fixture.responses == [])
        await fixture.click(bubbles[1])
        #expect(fixture.responses == ["2 \(NotificationAction.defaultIdentifier) -"])
    }

    @Test func theServersThatWentAreBounded() async throws {
        let fixture = try await Self.fixture()
        let limit = ServerConnection.maxGoneOwners
        for number in 0...(limit + 10) {
            await fixture.scheduler.handle(.ownerChanged(":2.\(number)"))
        }
        #expect(await fixture.scheduler.server.goneOwners == (10..<(limit + 10)).map { ":2.\($0)" })
        try await fixture.show("one", as: BubbleKey(owner: ":2.\(limit + 10)", id: 1))
        #expect(try fixture.state(of: "one") == "shown")
    }
}

extension Agent {
    /// Waits many times for the server to be known.
    ///
    /// - Returns: the numbers of those that did not have to wait.
    fileprivate func waitForServer(_ count: Int, _ answers: Recorder<Int>) -> [Int] {
        for number in 0..<count { whenServerIsKnown { answers.append(number) } }
        return answers.elements
    }
}
