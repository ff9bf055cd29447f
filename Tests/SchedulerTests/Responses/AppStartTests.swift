import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// When an app is started for a response.
@Suite struct AppStartTests {
    @Test func aStartThatBroughtNobodyIsTriedAgainAtALaterResponse() async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.showAndClick("one")
        fixture.clock.pass(9)
        try await fixture.showAndClick("two")
        #expect(fixture.apps.starts.elements.count == 1)
        fixture.clock.pass(1)
        try await fixture.showAndClick("three")
        #expect(fixture.apps.starts.elements.count == 2)
    }

    @Test func anAppThatEndsBeforeItAttachesIsStartedAgainForWhatCameMeanwhile() async throws {
        let fixture = try await SchedulerFixture.begun(appStartTime: .seconds(1))
        try await fixture.showAndClick("one")
        try await fixture.showAndClick("two")
        #expect(fixture.apps.starts.elements.count == 1)
        fixture.clock.pass(1)
        let starts = try await fixture.apps.starts.wait(10, "one more start") {
            $0.count > 1 ? $0 : nil
        }
        #expect(starts == ["\(SchedulerFixture.app) -", "\(SchedulerFixture.app) -"])
        try await fixture.attach(":1.7")
        try await fixture.expectResponses(":1.7 one", ":1.7 two")
    }

    @Test(arguments: [("default", "T"), ("yes", "-"), ("front", "T")])
    func onlyWhatBringsTheAppToTheFrontGetsTheFocus(action: String, token: String) async throws {
        let fixture = try await SchedulerFixture.begun()
        try await fixture.showAndClick("one", action, token: "T")
        #expect(fixture.apps.starts.elements == ["\(SchedulerFixture.app) \(token)"])
    }

    @Test func anAppThatRefusesIsDetachedAndNotStarted() async throws {
        let fixture = try await SchedulerFixture.begun()
        fixture.apps.answer(.refused, .taken)
        try await fixture.attach(":1.7")
        try await fixture.showAndClick("one")
        #expect(fixture.apps.responses.elements == [":1.7 one \(SchedulerFixture.opened)"])
        #expect(fixture.apps.starts.elements == [])
        #expect(try fixture.hasWaitingResponse)
        try await fixture.attach(":1.7")
        try await fixture.expectResponses(":1.7 one", ":1.7 one")
        try await fixture.waitUntilHeard()
    }

    @Test func anAppThatLeavesWhileItIsToldIsStartedOnceForThat() async throws {
        let fixture = try await SchedulerFixture.begun()
        fixture.apps.answer(.gone, .gone, .taken)
        try await fixture.attach(":1.7")
        try await fixture.showAndClick("one")
        _ = try await fixture.apps.starts.wait(10, "a start") { $0.first }
        // The started one ends the same way; a third one is not started for it.
        try await fixture.attach(":1.8")
        #expect(fixture.apps.starts.elements.count == 1)
        #expect(try fixture.hasWaitingResponse)
        try await fixture.attach(":1.9")
        try await fixture.expectResponses(":1.7 one", ":1.8 one", ":1.9 one")
        try await fixture.waitUntilHeard()
    }

    @Test func withoutADesktopFileItWaitsAndNothingIsStartedAtTheNextRun() async throws {
        let fixture = try await SchedulerFixture.begun()
        fixture.apps.startEnd.withLock { $0 = .success(false) }
        try await fixture.showAndClick("one")
        #expect(fixture.apps.starts.elements.count == 1)
        let later = try await SchedulerFixture.begun(fixture)
        await later.scheduler.reachForgotten()
        await later.settle()
        #expect(later.apps.starts.elements == [])
        try await later.attach(":1.7")
        #expect(later.apps.responses.elements == [":1.7 one \(SchedulerFixture.opened)"])
    }

    @Test func anAgentKilledBeforeTheStartStartsTheAppAtItsNextRun() async throws {
        let fixture = try await SchedulerFixture.begun()
        _ = try fixture.store.write(
            DeliveryChange(
                id: 0,
                response: AppResponse(
                    notification: AppNotification(
                        request: NotificationRequest(
                            appID: SchedulerFixture.app,
                            identifier: "one",
                            content: NotificationContent(title: "T")
                        ),
                        date: fixture.clock.now
                    ),
                    action: SchedulerFixture.opened
                )
            )
        )
        await fixture.scheduler.reachForgotten()
        await fixture.settle()
        #expect(fixture.apps.starts.elements == ["\(SchedulerFixture.app) -"])
    }

    @Test func whereTheOnlyProcessSaysNothingTheAppIsStarted() async throws {
        let fixture = try await SchedulerFixture.begun(answerTime: .seconds(1))
        try await fixture.attach(":1.7")
        fixture.apps.silent.withLock { $0 = [":1.7"] }
        try await fixture.showAndClick("one")
        _ = try await fixture.apps.starts.wait(10, "a start") { $0.first }
        try await fixture.attach(":1.8")
        try await fixture.expectResponses(":1.7 one", ":1.8 one")
        try await fixture.waitUntilHeard()
    }

    @Test func anAppThatComesUnderAnotherNameHasStarted() async throws {
        let fixture = try await SchedulerFixture.begun()
        fixture.apps.startEnd.withLock {
            $0 = .failure(RequestError(.notFound, "did not start: Timeout"))
        }
        // It attaches itself while the bus still waits for its name.
        fixture.apps.whileStarting.withLock { action in
            action = { try? await fixture.scheduler.attach(":1.7", to: SchedulerFixture.app) }
        }
        try await fixture.showAndClick("one")
        try await fixture.expectResponses(":1.7 one")
        try await fixture.waitUntilHeard()
        let events = try await fixture.scheduler.history(HistorySelection())
        #expect(!events.contains { $0.event == .launchFailed })
        #expect(fixture.server.calls.elements.count == 1)
    }

    @Test func aStartThatFailsIsSeen() async throws {
        let fixture = try await SchedulerFixture.begun()
        fixture.apps.startEnd.withLock { $0 = .failure(RequestError(.notFound, "no program")) }
        try await fixture.showAndClick("one")
        _ = try await fixture.server.next("launch-problem")
        #expect(try fixture.hasWaitingResponse)
    }
}
