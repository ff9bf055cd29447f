import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// How responses find their way to apps that run.
@Suite struct AppResponseTests {
    @Test func anAttachedAppIsToldOnceAndNotStarted() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.attach(":1.7")
        try await fixture.showAndClick("one")
        try await fixture.showAndClick("two", "yes")
        await fixture.settle()
        try await fixture.expectActions([":1.7 one \(SchedulerFixture.opened)", ":1.7 two yes"])
        #expect(fixture.apps.starts.elements == [])
        try await fixture.waitUntilHeard()
    }

    @Test("An app that runs gets the activation token of a click that brings it to the front, once")
    func activationToken() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.attach(":1.7")
        for (number, action) in ["default", "yes", "front"].enumerated() {
            let bubble = BubbleKey(owner: SchedulerFixture.owner, id: UInt32(number + 1))
            try await fixture.show(action, as: bubble)
            await fixture.click(bubble, action, token: "token-\(action)")
            await fixture.settle()
        }
        try await fixture.waitUntilHeard()
        #expect(
            fixture.apps.handed.elements.map(\.activationToken)
                == ["token-default", nil, "token-front"]
        )
    }

    @Test func ofTwoConnectionsTheLatestHearsUntilItLeaves() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.attach(":1.7")
        try await fixture.attach(":1.8")
        try await fixture.showAndClick("one")
        // A second call makes it the latest.
        try await fixture.attach(":1.7")
        try await fixture.showAndClick("two")
        try await fixture.waitUntilHeard()
        await fixture.scheduler.left(":1.7")
        try await fixture.showAndClick("three")
        try await fixture.expectResponses(":1.8 one", ":1.7 two", ":1.8 three")
    }

    @Test func whatWaitsIsToldInOrderAtTheNextAttach() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.showAndClick("one")
        try await fixture.showAndClick("two")
        #expect(fixture.apps.responses.elements == [])
        #expect(fixture.apps.starts.elements == ["\(SchedulerFixture.app) -"])
        try await fixture.attach(":1.7")
        try await fixture.expectResponses(":1.7 one", ":1.7 two")
        try await fixture.waitUntilHeard()
    }

    @Test func aProcessThatSaysNothingSilencesNoOther() async throws {
        let fixture = try await SchedulerFixture.begun(answerTime: .seconds(1))
        try await fixture.attach(":1.7")
        try await fixture.attach(":1.8")
        fixture.apps.silent.withLock { $0 = [":1.8"] }
        try await fixture.showAndClick("one")
        try await fixture.expectResponses(":1.8 one", ":1.7 one")
        try await fixture.showAndClick("two")
        try await fixture.expectResponses(":1.8 one", ":1.7 one", ":1.7 two")
        #expect(fixture.apps.starts.elements == [])
        // Its word counts also when it is late, and it hears again.
        fixture.apps.silent.withLock { $0 = [] }
        try await fixture.apps.unanswered.next()(.taken)
        await fixture.settle()
        try await fixture.showAndClick("three")
        try await fixture.expectResponses(":1.8 one", ":1.7 one", ":1.7 two", ":1.8 three")
        try await fixture.waitUntilHeard()
    }

    @Test func aProcessThatThinksKeepsNothingFromALaterOne() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.attach(":1.7")
        fixture.apps.silent.withLock { $0 = [":1.7"] }
        try await fixture.showAndClick("one")
        try await fixture.expectResponses(":1.7 one")
        try await fixture.attach(":1.8")
        try await fixture.showAndClick("two")
        try await fixture.expectResponses(":1.7 one", ":1.8 two")
        try await fixture.apps.unanswered.next()(.taken)
        // Nothing is sent to a process before its answer is handled.
        await fixture.scheduler.left(":1.8")
        try await fixture.showAndClick("three")
        try await fixture.expectResponses(":1.7 one", ":1.8 two", ":1.7 three")
        try await fixture.apps.unanswered.next()(.taken)
        #expect(fixture.apps.starts.elements == [])
    }

    @Test func aProcessThatCameToItTooLateIsToldOnceMore() async throws {
        let fixture = try await SchedulerFixture.begun(answerTime: .milliseconds(60))
        let apps = fixture.apps
        try await fixture.attach(":1.7")
        apps.silent.withLock { $0 = [":1.7"] }
        try await fixture.showAndClick("one")
        _ = try await apps.starts.wait(10, "a start") { $0.first }
        let sinceBoot = fixture.clock.sinceBoot.microseconds
        fixture.clock.pass(60)
        apps.silent.withLock { $0 = [] }
        try await apps.unanswered.next()(.tooLate)
        try await fixture.expectResponses(":1.7 one", ":1.7 one")
        let handed = apps.handed.elements
        #expect(handed[0].id == handed[1].id)
        // A little before it is given up.
        #expect(handed.map(\.until) == [sinceBoot + 56_000, sinceBoot + 60_056_000])
        try await fixture.waitUntilHeard()
    }

    @Test func aProcessThatSleptThroughItsTimeIsToldAtOnce() async throws {
        let fixture = try await SchedulerFixture.begun()
        let apps = fixture.apps
        try await fixture.attach(":1.7")
        apps.silent.withLock { $0 = [":1.7"] }
        try await fixture.showAndClick("one")
        let answer = try await apps.unanswered.next()
        fixture.clock.pass(3_600)
        apps.silent.withLock { $0 = [] }
        answer(.tooLate)
        try await fixture.expectResponses(":1.7 one", ":1.7 one")
        #expect(fixture.apps.starts.elements == [])
    }

    @Test func thePressesOfAResidentOneAreToldEachTime() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.attach(":1.7")
        let press = NotificationAction(identifier: "press", title: "P")
        for number: UInt32 in 1...2 {
            let bubble = BubbleKey(owner: SchedulerFixture.owner, id: number)
            try await fixture.answer("player", as: bubble) {
                if number > 1 { return }
                try await fixture.add("player", actions: [press], isResident: true)
            }
            await fixture.click(bubble, "press")
            await fixture.settle()
        }
        try await fixture.expectActions([":1.7 player press", ":1.7 player press"])
        try await fixture.waitUntilHeard()
    }

    @Test func aDismissalThatNobodyWantsAndTheCommandLinesOwnReachNoApp() async throws {
        let fixture = try await SchedulerFixture.begun()
        let bubble = BubbleKey(owner: SchedulerFixture.owner, id: 1)
        try await fixture.show("one", as: bubble)
        fixture.clock.pass(1)
        await fixture.scheduler.handle(.closed(owner: bubble.owner, id: 1, reason: 2))
        await fixture.settle()
        try await fixture.waitUntilHeard()
        #expect(fixture.apps.starts.elements == [])
        await #expect(throws: RequestError.self) {
            try await fixture.scheduler.attach(":1.7", to: AgentNames.app)
        }
    }
}
