import AgentInterface
import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// How responses find their way to apps that run.
@Suite struct AppResponseTests {
    @Test func anAttachedAppIsToldOnceAndNotStarted() async throws {
        let apps = try await ClickedApps()
        try await apps.attach(":1.7")
        try await apps.click("one")
        try await apps.click("two", "yes")
        await apps.settle()
        #expect(apps.told == [":1.7 one \(ClickedApps.opened)", ":1.7 two yes"])
        #expect(apps.starts == [])
        try await apps.waitUntilHeard()
    }

    @Test func ofTwoConnectionsTheLatestHearsUntilItLeaves() async throws {
        let apps = try await ClickedApps()
        try await apps.attach(":1.7")
        try await apps.attach(":1.8")
        try await apps.click("one")
        // A second call makes it the latest.
        try await apps.attach(":1.7")
        try await apps.click("two")
        await apps.stage.scheduler.left(":1.7")
        try await apps.click("three")
        let told = [":1.8 one", ":1.7 two", ":1.8 three"]
        #expect(apps.told == told.map { "\($0) \(ClickedApps.opened)" })
    }

    @Test func whatWaitsIsToldInOrderAtTheNextAttach() async throws {
        let apps = try await ClickedApps()
        try await apps.click("one")
        try await apps.click("two")
        #expect(apps.told == [])
        #expect(apps.starts == ["\(ClickedApps.app) -"])
        try await apps.attach(":1.7")
        #expect(apps.told == [":1.7 one \(ClickedApps.opened)", ":1.7 two \(ClickedApps.opened)"])
        try await apps.waitUntilHeard()
    }

    @Test func aProcessThatSaysNothingSilencesNoOther() async throws {
        let apps = try await ClickedApps(answerTime: 50)
        try await apps.attach(":1.7")
        try await apps.attach(":1.8")
        apps.stage.apps.silent.withLock { $0 = [":1.8"] }
        try await apps.click("one")
        try await apps.expectTold(":1.8 one", ":1.7 one")
        try await apps.click("two")
        try await apps.expectTold(":1.8 one", ":1.7 one", ":1.7 two")
        #expect(apps.starts == [])
        // Its word counts also when it is late, and it hears again.
        apps.stage.apps.silent.withLock { $0 = [] }
        try await apps.stage.apps.unanswered.next()(.taken)
        await apps.settle()
        try await apps.click("three")
        try await apps.expectTold(":1.8 one", ":1.7 one", ":1.7 two", ":1.8 three")
        try await apps.waitUntilHeard()
    }

    @Test func aProcessThatThinksKeepsNothingFromALaterOne() async throws {
        let apps = try await ClickedApps()
        try await apps.attach(":1.7")
        apps.stage.apps.silent.withLock { $0 = [":1.7"] }
        try await apps.click("one")
        try await apps.expectTold(":1.7 one")
        try await apps.attach(":1.8")
        try await apps.click("two")
        try await apps.expectTold(":1.7 one", ":1.8 two")
        try await apps.stage.apps.unanswered.next()(.taken)
        // Nothing is told to a process before its word is taken in.
        await apps.stage.scheduler.left(":1.8")
        try await apps.click("three")
        try await apps.expectTold(":1.7 one", ":1.8 two", ":1.7 three")
        try await apps.stage.apps.unanswered.next()(.taken)
        #expect(apps.starts == [])
    }

    @Test func aProcessThatCameToItTooLateIsToldOnceMore() async throws {
        let apps = try await ClickedApps(answerTime: 50)
        let told = apps.stage.apps
        try await apps.attach(":1.7")
        told.silent.withLock { $0 = [":1.7"] }
        try await apps.click("one")
        _ = try await told.starts.wait(10, "a start") { $0.first }
        let sinceBoot = apps.stage.clock.sinceBoot
        apps.stage.clock.pass(60)
        told.silent.withLock { $0 = [] }
        try await told.unanswered.next()(.tooLate)
        try await apps.expectTold(":1.7 one", ":1.7 one")
        let handed = told.handed.elements
        #expect(handed[0].id == handed[1].id)
        // A little before it is given up.
        #expect(handed.map(\.until) == [sinceBoot + 47_000, sinceBoot + 60_047_000])
        try await apps.waitUntilHeard()
    }

    @Test func aProcessThatSleptThroughItsTimeIsToldAtOnce() async throws {
        let apps = try await ClickedApps()
        let told = apps.stage.apps
        try await apps.attach(":1.7")
        told.silent.withLock { $0 = [":1.7"] }
        try await apps.click("one")
        let answer = try await told.unanswered.next()
        apps.stage.clock.pass(3_600)
        told.silent.withLock { $0 = [] }
        answer(.tooLate)
        try await apps.expectTold(":1.7 one", ":1.7 one")
        #expect(apps.starts == [])
    }

    @Test func thePressesOfAResidentOneAreToldEachTime() async throws {
        let apps = try await ClickedApps()
        let stage = apps.stage
        try await apps.attach(":1.7")
        let press = NotificationAction(identifier: "press", title: "P")
        for number: UInt32 in 1...2 {
            let bubble = BubbleKey(owner: ClickedApps.owner, id: number)
            try await stage.answer("player", as: bubble) {
                if number > 1 { return }
                try await stage.add("player", actions: [press], isResident: true)
            }
            await stage.click(bubble, "press")
            await apps.settle()
        }
        #expect(apps.told == [":1.7 player press", ":1.7 player press"])
        try await apps.waitUntilHeard()
    }

    @Test func aDismissalThatNobodyWantsAndTheCommandLinesOwnReachNoApp() async throws {
        let apps = try await ClickedApps()
        let bubble = BubbleKey(owner: ClickedApps.owner, id: 1)
        try await apps.stage.show("one", as: bubble)
        await apps.stage.scheduler.handle(.closed(owner: bubble.owner, id: 1, reason: 2))
        await apps.settle()
        try await apps.waitUntilHeard()
        #expect(apps.starts == [])
        await #expect(throws: RequestError.self) {
            try await apps.stage.scheduler.attach(":1.7", to: AgentNames.app)
        }
    }
}
