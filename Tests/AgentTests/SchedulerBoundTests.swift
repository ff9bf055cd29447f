import AgentInterface
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the scheduler keeps of others is bounded, and it goes on past each bound.
@Suite struct SchedulerBoundTests {
    private static let owner = ":1.5"
    private static let app = "org.example.Test"

    private static func stage(answers: Bool = true) async throws -> Stage {
        let stage = try Stage()
        stage.server.answersQuestions = answers
        try await stage.scheduler.start(serverOwner: owner, bus: "a bus")
        return stage
    }

    @Test func answersThatWaitForTheServerAreBounded() async throws {
        let stage = try await Self.stage(answers: false)
        let answers = Recorder<Int>()
        let (most, more) = (Scheduler.mostServerWaiters, 5)
        let early = await stage.scheduler.waitForServer(most + more, answers)
        #expect(early == Array(most..<(most + more)))
        let answer = try await stage.server.questions.next(30)
        answer()
        let all = try await answers.wait(30, "all answers") { $0.count == most + more ? $0 : nil }
        #expect(Set(all) == Set(0..<(most + more)))
    }

    @Test func watchersAreBounded() async throws {
        let stage = try await Self.stage()
        let all = RequestKey(appID: "", identifier: "")
        for number in 0..<Watchers.most {
            try await stage.scheduler.addWatcher(":2.\(number)", for: all)
        }
        let error = await #expect(throws: RequestError.self) {
            try await stage.scheduler.addWatcher(":3.1", for: all)
        }
        #expect(error?.code == .notAllowed)
        #expect(error?.message == "1000 programs watch already; end one of them")
        // One of them may watch something else, and who leaves makes room.
        try await stage.scheduler.addWatcher(
            ":2.0",
            for: RequestKey(appID: "another", identifier: "")
        )
        await stage.scheduler.left(":2.1")
        try await stage.scheduler.addWatcher(":3.1", for: all)
        try await stage.add("one")
        let names = try await stage.told.wait(30, "word of it") { told in
            told.lazy.compactMap { if case .happened(_, let names) = $0 { names } else { nil } }
                .first
        }
        #expect(Set(names) == Set((2..<Watchers.most).map { ":2.\($0)" } + [":3.1"]))
    }

    /// The oldest stay in the list without a word of their own.
    @Test func whatDoNotDisturbKeepsBackIsBounded() async throws {
        let desk = try VirtualDesk()
        var profile = SchedulerAgent.ServerProfile()
        profile.keepsUnderDoNotDisturb = false
        desk.server.adopt(profile)
        try await desk.begin()
        await desk.scheduler.doNotDisturbChanged(to: true)
        try await desk.add("first", .immediate)
        let store = await desk.scheduler.store
        // The others were removed meanwhile.
        let others = (1..<Scheduler.mostKeptBack).map { "\(1_000_000 + $0)" }
        let first = try #require(try store.fact(.keptBack))
        try store.set(.keptBack, to: ([first] + others).joined(separator: " "))
        try await desk.add("last", .immediate)
        #expect(
            try store.fact(.keptBack)?.split(separator: " ").count == Scheduler.mostKeptBack
        )
        await desk.scheduler.doNotDisturbChanged(to: false)
        await desk.scheduler.deliverDue()
        #expect(desk.shown == ["last"])
        #expect(try await desk.delivered() == ["first", "last"])
    }

    @Test func thePlacesThatRequestsAreToTakeAreBounded() async throws {
        let stage = try await Self.stage()
        let most = Scheduler.mostPlaces
        for number in 1...(most + 1) { try await Self.add(number, to: stage) }
        stage.clock.pass(60)
        await stage.scheduler.deliverSoon()
        for number in 1...(most + 1) {
            let call = try await stage.server.next("\(number)")
            // The last one has a bubble of its own.
            #expect(call.replaced?.id == (number <= most ? UInt32(number) : nil))
            call.reply(.shown(owner: Self.owner, id: UInt32(1_000 + number)))
        }
        try await Self.add(500, to: stage)
        stage.clock.pass(60)
        await stage.scheduler.deliverSoon()
        #expect(try await stage.server.next("500").replaced?.id == 500)
    }

    /// Adds a request that is due in a minute, for the place of a bubble that another program has shown.
    private static func add(_ number: Int, to stage: Stage) async throws {
        var bubble = BubbleOptions()
        bubble.replaces = UInt32(number)
        _ = try await stage.scheduler.add(
            NotificationRequest(
                appID: app,
                identifier: "\(number)",
                content: NotificationContent(title: "\(number)"),
                trigger: .timeInterval(microseconds: 60_000_000, repeats: false),
                bubble: bubble
            )
        )
    }

    @Test func theOldestOfTheReplacedDeliveriesGoFirst() {
        var replaced = ReplacedDeliveries()
        let most = ReplacedDeliveries.most
        func bubble(_ number: Int) -> BubbleKey {
            BubbleKey(owner: Self.owner, id: UInt32(number))
        }
        for number in 1...(most + 1) {
            let request = NotificationRequest(
                appID: Self.app,
                identifier: "\(number)",
                content: NotificationContent(title: "\(number)")
            )
            replaced.add(
                ReplacedDeliveries.Shown(
                    bubble: bubble(number),
                    id: Int64(number),
                    delivery: Delivery(
                        request: request,
                        scheduled: VirtualDesk.start,
                        delivered: VirtualDesk.start,
                        state: .shown(bubble(number))
                    )
                )
            )
        }
        #expect(replaced.take(shownBy: bubble(1)) == nil)
        for number in 2...(most + 1) {
            #expect(replaced.take(shownBy: bubble(number))?.id == Int64(number))
        }
    }

    @Test func theServersThatWentAreBounded() async throws {
        let stage = try await Self.stage()
        let most = Scheduler.mostGoneOwners
        for number in 0...(most + 10) {
            await stage.scheduler.handle(.ownerChanged(":2.\(number)"))
        }
        #expect(await stage.scheduler.goneOwners == (10..<(most + 10)).map { ":2.\($0)" })
        try await stage.show("one", as: BubbleKey(owner: ":2.\(most + 10)", id: 1))
        #expect(try stage.state(of: "one") == "shown")
    }
}

extension Scheduler {
    /// Waits many times for the server to be known; in one call, so that the time it waits does not pass.
    ///
    /// - Returns: the numbers of those that did not have to wait.
    fileprivate func waitForServer(_ count: Int, _ answers: Recorder<Int>) -> [Int] {
        for number in 0..<count { whenServerIsKnown { answers.append(number) } }
        return answers.elements
    }
}
