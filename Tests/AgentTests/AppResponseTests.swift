import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// How responses find their way to apps, whether they run or not.
@Suite struct AppResponseTests {
    private static let app = "org.example.Test"
    private static let owner = ":1.5"

    /// A scheduler with a server, on which bubbles are clicked as they come.
    private final class Apps: Sendable {
        let stage: Stage
        private let shown = Mutex<UInt32>(0)

        init(_ earlier: Stage? = nil) async throws {
            stage = try Stage(earlier)
            try await stage.scheduler.start(serverOwner: AppResponseTests.owner, bus: "a bus")
        }

        /// Shows a notification and clicks it.
        func click(
            _ identifier: String,
            _ action: String = "default",
            token: String? = nil
        ) async throws {
            let id = shown.withLock { number in
                number += 1
                return number
            }
            try await stage.show(identifier, as: BubbleKey(owner: AppResponseTests.owner, id: id))
            await stage.scheduler.handle(
                .invoked(
                    owner: AppResponseTests.owner,
                    id: id,
                    action: action,
                    activationToken: token
                )
            )
            await settle()
        }

        func attach(_ name: String) async throws {
            try await stage.scheduler.attach(name, to: AppResponseTests.app)
            await settle()
        }

        /// Returns when all has been done that can be done now.
        func settle() async {
            await stage.scheduler.reach(AppResponseTests.app, activationToken: nil)
        }

        /// Lets connections answer in order.
        func answer(_ answers: HandOver...) {
            stage.apps.handOvers.withLock { $0 = answers }
        }

        var told: [String] { stage.apps.told.elements }
        var starts: [String] { stage.apps.starts.elements }
        var waits: Bool {
            get throws { try stage.store.firstResponse(of: AppResponseTests.app) != nil }
        }
    }

    private static let opened = NotificationAction.defaultIdentifier

    @Test func anAttachedAppIsToldOnceAndNotStarted() async throws {
        let apps = try await Apps()
        try await apps.attach(":1.7")
        try await apps.click("one")
        try await apps.click("two", "yes")
        await apps.settle()
        #expect(apps.told == [":1.7 one \(Self.opened)", ":1.7 two yes"])
        #expect(apps.starts == [])
        #expect(try !apps.waits)
    }

    @Test func ofTwoConnectionsTheLatestHearsUntilItLeaves() async throws {
        let apps = try await Apps()
        try await apps.attach(":1.7")
        try await apps.attach(":1.8")
        try await apps.attach(":1.7")
        try await apps.click("one")
        await apps.stage.scheduler.left(":1.8")
        try await apps.click("two")
        #expect(apps.told == [":1.8 one \(Self.opened)", ":1.7 two \(Self.opened)"])
    }

    @Test func whatWaitsIsToldInOrderAtTheNextAttach() async throws {
        let apps = try await Apps()
        try await apps.click("one")
        try await apps.click("two")
        #expect(apps.told == [])
        #expect(apps.starts == ["\(Self.app) -"])
        try await apps.attach(":1.7")
        #expect(apps.told == [":1.7 one \(Self.opened)", ":1.7 two \(Self.opened)"])
        #expect(try !apps.waits)
    }

    @Test func aStartThatBroughtNobodyIsTriedAgainAtALaterResponse() async throws {
        let apps = try await Apps()
        try await apps.click("one")
        apps.stage.clock.pass(9)
        try await apps.click("two")
        #expect(apps.starts.count == 1)
        apps.stage.clock.pass(1)
        try await apps.click("three")
        #expect(apps.starts.count == 2)
    }

    @Test(arguments: [("default", "T"), ("yes", "-"), ("front", "T")])
    func onlyWhatBringsTheAppToTheFrontGetsTheFocus(action: String, token: String) async throws {
        let apps = try await Apps()
        try await apps.click("one", action, token: "T")
        #expect(apps.starts == ["\(Self.app) \(token)"])
    }

    @Test func anAppThatRefusesIsDetachedAndNotStarted() async throws {
        let apps = try await Apps()
        apps.answer(.refused, .taken)
        try await apps.attach(":1.7")
        try await apps.click("one")
        #expect(apps.told == [":1.7 one \(Self.opened)"])
        #expect(apps.starts == [])
        #expect(try apps.waits)
        try await apps.attach(":1.7")
        #expect(apps.told.count == 2)
        #expect(try !apps.waits)
    }

    @Test func anAppThatLeavesWhileItIsToldIsStartedOnceForThat() async throws {
        let apps = try await Apps()
        apps.answer(.gone, .gone, .taken)
        try await apps.attach(":1.7")
        try await apps.click("one")
        #expect(apps.starts.count == 1)
        // The started one ends the same way; a third one is not started for it.
        try await apps.attach(":1.8")
        #expect(apps.starts.count == 1)
        #expect(try apps.waits)
        try await apps.attach(":1.9")
        #expect(
            apps.told == [":1.7", ":1.8", ":1.9"].map { "\($0) one \(Self.opened)" }
        )
        #expect(try !apps.waits)
    }

    @Test func withoutADesktopFileItWaitsAndNothingIsStartedAtTheNextRun() async throws {
        let apps = try await Apps()
        apps.stage.apps.startEnd.withLock { $0 = .success(false) }
        try await apps.click("one")
        #expect(apps.starts.count == 1)
        let later = try await Apps(apps.stage)
        await later.stage.scheduler.reachForgotten()
        await later.settle()
        #expect(later.starts == [])
        try await later.attach(":1.7")
        #expect(later.told == [":1.7 one \(Self.opened)"])
    }

    @Test func anAgentKilledBeforeTheStartStartsTheAppAtItsNextRun() async throws {
        let apps = try await Apps()
        try apps.stage.store.end(
            delivered: 0,
            leaving: AppResponse(
                notification: AppNotification(
                    request: NotificationRequest(
                        appID: Self.app,
                        identifier: "one",
                        content: NotificationContent(title: "T")
                    ),
                    date: apps.stage.clock.now
                ),
                action: Self.opened
            )
        )
        await apps.stage.scheduler.reachForgotten()
        await apps.settle()
        #expect(apps.starts == ["\(Self.app) -"])
    }

    @Test func aStartThatFailsIsSeen() async throws {
        let apps = try await Apps()
        apps.stage.apps.startEnd.withLock { $0 = .failure(RequestError(.notFound, "no program")) }
        try await apps.click("one")
        _ = try await apps.stage.server.next("launch-problem")
        #expect(try apps.waits)
    }

    @Test func aDismissalThatNobodyWantsAndTheCommandLinesOwnReachNoApp() async throws {
        let apps = try await Apps()
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await apps.stage.show("one", as: bubble)
        await apps.stage.scheduler.handle(.closed(owner: bubble.owner, id: 1, reason: 2))
        await apps.settle()
        #expect(try !apps.waits)
        #expect(apps.starts == [])
        await #expect(throws: RequestError.self) {
            try await apps.stage.scheduler.attach(":1.7", to: AgentNames.app)
        }
    }

    @Test func theOldestGoWhereTooManyWait() async throws {
        let apps = try await Apps()
        let store = apps.stage.store
        var dropped = 0
        for number in 0..<(Store.mostResponses + 150) {
            // One app with many, and many apps.
            let app = number < 120 ? Self.app : "org.example.App\(number / 50)"
            let request = NotificationRequest(
                appID: app,
                identifier: "\(number)",
                content: NotificationContent(title: "T")
            )
            dropped += try store.end(
                delivered: 0,
                leaving: AppResponse(
                    notification: AppNotification(request: request, date: apps.stage.clock.now),
                    action: "yes"
                )
            )
            if number == 119 {
                #expect(dropped == 20)
                try await apps.attach(":1.7")
                #expect(apps.told.count == 100)
                #expect(apps.told.first == ":1.7 20 yes")
                dropped = 0
            }
        }
        #expect(dropped == 30)
        #expect(try store.appsToStart().first == "org.example.App10")
    }
}
