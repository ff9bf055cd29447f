import AgentInterface
import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// When an app is started for a response.
@Suite struct AppStartTests {
    @Test func aStartThatBroughtNobodyIsTriedAgainAtALaterResponse() async throws {
        let apps = try await ClickedApps()
        try await apps.click("one")
        apps.stage.clock.pass(9)
        try await apps.click("two")
        #expect(apps.starts.count == 1)
        apps.stage.clock.pass(1)
        try await apps.click("three")
        #expect(apps.starts.count == 2)
    }

    @Test func anAppThatEndsBeforeItAttachesIsStartedAgainForWhatCameMeanwhile() async throws {
        let apps = try await ClickedApps(appStartTime: 1_000)
        try await apps.click("one")
        try await apps.click("two")
        #expect(apps.starts.count == 1)
        apps.stage.clock.pass(1)
        let starts = try await apps.stage.apps.starts.wait(10, "one more start") {
            $0.count > 1 ? $0 : nil
        }
        #expect(starts == ["\(ClickedApps.app) -", "\(ClickedApps.app) -"])
        try await apps.attach(":1.7")
        try await apps.expectTold(":1.7 one", ":1.7 two")
    }

    @Test(arguments: [("default", "T"), ("yes", "-"), ("front", "T")])
    func onlyWhatBringsTheAppToTheFrontGetsTheFocus(action: String, token: String) async throws {
        let apps = try await ClickedApps()
        try await apps.click("one", action, token: "T")
        #expect(apps.starts == ["\(ClickedApps.app) \(token)"])
    }

    @Test func anAppThatRefusesIsDetachedAndNotStarted() async throws {
        let apps = try await ClickedApps()
        apps.answer(.refused, .taken)
        try await apps.attach(":1.7")
        try await apps.click("one")
        #expect(apps.told == [":1.7 one \(ClickedApps.opened)"])
        #expect(apps.starts == [])
        #expect(try apps.waits)
        try await apps.attach(":1.7")
        #expect(apps.told.count == 2)
        try await apps.waitUntilHeard()
    }

    @Test func anAppThatLeavesWhileItIsToldIsStartedOnceForThat() async throws {
        let apps = try await ClickedApps()
        apps.answer(.gone, .gone, .taken)
        try await apps.attach(":1.7")
        try await apps.click("one")
        _ = try await apps.stage.apps.starts.wait(10, "a start") { $0.first }
        // The started one ends the same way; a third one is not started for it.
        try await apps.attach(":1.8")
        #expect(apps.starts.count == 1)
        #expect(try apps.waits)
        try await apps.attach(":1.9")
        #expect(
            apps.told == [":1.7", ":1.8", ":1.9"].map { "\($0) one \(ClickedApps.opened)" }
        )
        try await apps.waitUntilHeard()
    }

    @Test func withoutADesktopFileItWaitsAndNothingIsStartedAtTheNextRun() async throws {
        let apps = try await ClickedApps()
        apps.stage.apps.startEnd.withLock { $0 = .success(false) }
        try await apps.click("one")
        #expect(apps.starts.count == 1)
        let later = try await ClickedApps(apps.stage)
        await later.stage.scheduler.reachForgotten()
        await later.settle()
        #expect(later.starts == [])
        try await later.attach(":1.7")
        #expect(later.told == [":1.7 one \(ClickedApps.opened)"])
    }

    @Test func anAgentKilledBeforeTheStartStartsTheAppAtItsNextRun() async throws {
        let apps = try await ClickedApps()
        _ = try apps.stage.store.write(
            DeliveryChange(
                id: 0,
                response: AppResponse(
                    notification: AppNotification(
                        request: NotificationRequest(
                            appID: ClickedApps.app,
                            identifier: "one",
                            content: NotificationContent(title: "T")
                        ),
                        date: apps.stage.clock.now
                    ),
                    action: ClickedApps.opened
                )
            )
        )
        await apps.stage.scheduler.reachForgotten()
        await apps.settle()
        #expect(apps.starts == ["\(ClickedApps.app) -"])
    }

    @Test func whereTheOnlyProcessSaysNothingTheAppIsStarted() async throws {
        let apps = try await ClickedApps(answerTime: 50)
        try await apps.attach(":1.7")
        apps.stage.apps.silent.withLock { $0 = [":1.7"] }
        try await apps.click("one")
        _ = try await apps.stage.apps.starts.wait(10, "a start") { $0.first }
        try await apps.attach(":1.8")
        try await apps.expectTold(":1.7 one", ":1.8 one")
        try await apps.waitUntilHeard()
    }

    @Test func aStartThatFailsIsSeen() async throws {
        let apps = try await ClickedApps()
        apps.stage.apps.startEnd.withLock { $0 = .failure(RequestError(.notFound, "no program")) }
        try await apps.click("one")
        _ = try await apps.stage.server.next("launch-problem")
        #expect(try apps.waits)
    }
}
