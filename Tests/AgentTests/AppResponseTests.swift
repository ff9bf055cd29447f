import AgentInterface
import DesktopBubbles
import Foundation
import GLibBridge
import GRDB
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

        init(_ earlier: Stage? = nil, answerTime: UInt32 = 600_000) async throws {
            stage = try Stage(earlier, answerTime: answerTime)
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

        /// Waits until that much was told, in this order.
        func expectTold(_ expected: String...) async throws {
            let count = expected.count
            let told = try await stage.apps.told.wait(10, "\(count) responses") {
                $0.count >= count ? $0 : nil
            }
            #expect(told == expected.map { "\($0) \(AppResponseTests.opened)" })
        }

        var told: [String] { stage.apps.told.elements }
        var starts: [String] { stage.apps.starts.elements }
        var waits: Bool {
            get throws { try stage.store.firstResponse(of: AppResponseTests.app) != nil }
        }
    }

    static let opened = NotificationAction.defaultIdentifier

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
        try await apps.click("one")
        // A second call makes it the latest.
        try await apps.attach(":1.7")
        try await apps.click("two")
        await apps.stage.scheduler.left(":1.7")
        try await apps.click("three")
        let told = [":1.8 one", ":1.7 two", ":1.8 three"]
        #expect(apps.told == told.map { "\($0) \(Self.opened)" })
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

    @Test func anAppThatEndsBeforeItAttachesIsStartedAgainForWhatCameMeanwhile() async throws {
        let apps = try await Apps()
        try await apps.click("one")
        apps.stage.clock.pass(9)
        try await apps.click("two")
        #expect(apps.starts.count == 1)
        apps.stage.clock.pass(1)
        let starts = try await apps.stage.apps.starts.wait(10, "one more start") {
            $0.count > 1 ? $0 : nil
        }
        #expect(starts == ["\(Self.app) -", "\(Self.app) -"])
        try await apps.attach(":1.7")
        try await apps.expectTold(":1.7 one", ":1.7 two")
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

    @Test func aProcessThatSaysNothingSilencesNoOther() async throws {
        let apps = try await Apps(answerTime: 50)
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
        #expect(try !apps.waits)
    }

    @Test func aProcessThatThinksKeepsNothingFromALaterOne() async throws {
        let apps = try await Apps()
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

    @Test func whereTheOnlyProcessSaysNothingTheAppIsStarted() async throws {
        let apps = try await Apps(answerTime: 50)
        try await apps.attach(":1.7")
        apps.stage.apps.silent.withLock { $0 = [":1.7"] }
        try await apps.click("one")
        _ = try await apps.stage.apps.starts.wait(10, "a start") { $0.first }
        try await apps.attach(":1.8")
        try await apps.expectTold(":1.7 one", ":1.8 one")
        #expect(try !apps.waits)
    }

    @Test func aProcessThatCameToItTooLateIsToldOnceMore() async throws {
        let apps = try await Apps(answerTime: 50)
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
        await apps.settle()
        #expect(try !apps.waits)
    }

    @Test func aProcessThatSleptThroughItsTimeIsToldAtOnce() async throws {
        let apps = try await Apps()
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

    @Test func whatCannotBeTakenOffTheDiskIsNotToldTwice() async throws {
        let apps = try await Apps()
        let store = apps.stage.store
        try store.breakRemoval(from: "response")
        try await apps.attach(":1.7")
        try await apps.click("one")
        try await apps.click("two")
        await apps.settle()
        try await apps.expectTold(":1.7 one", ":1.7 two")
        await apps.stage.scheduler.left(":1.7")
        await apps.settle()
        #expect(apps.starts == [])
        #expect(try apps.waits)
        try store.repairRemoval(from: "response")
        try await apps.attach(":1.8")
        try await apps.expectTold(":1.7 one", ":1.7 two")
        #expect(try !apps.waits)
    }

    @Test func whatIsHeldAndCannotBeLetGoOfIsActedOnOnce() async throws {
        let apps = try await Apps()
        let stage = apps.stage
        try stage.store.breakRemoval(from: "heldResponse")
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        let pay = NotificationAction(
            identifier: "pay",
            title: "P",
            options: .authenticationRequired
        )
        try await stage.answer("bill", as: bubble) { try await stage.add("bill", actions: [pay]) }
        await stage.click(bubble, "pay")
        for _ in 0..<3 { await stage.scheduler.releaseHeld() }
        #expect(stage.responses == ["bill pay -"])
        #expect(try stage.store.held().count == 1)
        try stage.store.repairRemoval(from: "heldResponse")
        try await apps.attach(":1.7")
        await stage.scheduler.releaseHeld()
        #expect(try stage.store.held().isEmpty)
        await apps.settle()
        #expect(apps.told == [":1.7 bill pay"])
        #expect(stage.responses == ["bill pay -"])
    }

    @Test func whatAnAppCannotReadHoldsUpNothing() async throws {
        let apps = try await Apps()
        apps.answer(.unreadable("no key"), .taken)
        try await apps.click("one")
        try await apps.stage.store.queue.write { database in
            for record in [[1, 2, 3], Variant.dictionary([("action", .string("x"))]).serialized] {
                try database.execute(
                    sql: "INSERT INTO response (app, record) VALUES (?, ?)",
                    arguments: [Self.app, Blob(record)]
                )
            }
        }
        try await apps.click("two")
        try await apps.attach(":1.7")
        try await apps.expectTold(":1.7 one", ":1.7 two")
        #expect(try !apps.waits)
        let lines = try apps.stage.store.history(app: Self.app, identifier: nil, limit: 3)
        #expect(lines.map(\.event) == [.unheard, .unheard, .unheard])
        #expect(lines.last?.key.identifier == "one")
        #expect(lines.last?.detail == "no key")
    }

    @Test func thePressesOfAResidentOneAreToldEachTime() async throws {
        let apps = try await Apps()
        let stage = apps.stage
        try await apps.attach(":1.7")
        let press = NotificationAction(identifier: "press", title: "P")
        for number: UInt32 in 1...2 {
            let bubble = BubbleKey(owner: Self.owner, id: number)
            try await stage.answer("player", as: bubble) {
                if number > 1 { return }
                try await stage.add("player", actions: [press], isResident: true)
            }
            await stage.click(bubble, "press")
            await apps.settle()
        }
        #expect(apps.told == [":1.7 player press", ":1.7 player press"])
        #expect(try !apps.waits)
    }

    @Test func filesStayUntilTheAppHasHeard() async throws {
        let apps = try await Apps()
        let stage = apps.stage
        let folder = "\(stage.store.folder)/attachments"
        func kept() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
        }
        let picture = "\(stage.store.folder)/p.png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            .write(to: URL(fileURLWithPath: picture))
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await stage.answer("cat", as: bubble) {
            var content = NotificationContent(title: "Cat")
            content.attachments = [
                NotificationAttachment(
                    identifier: "1",
                    name: "p.png",
                    type: "public.png",
                    source: .handed(index: 0)
                )
            ]
            _ = try await stage.scheduler.add(
                NotificationRequest(
                    appID: Self.app,
                    identifier: "cat",
                    content: content,
                    trigger: .immediate,
                    hearsDismissal: true
                ),
                files: [try OpenFile(reading: picture)]
            )
            await stage.scheduler.deliverSoon()
        }
        await stage.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 2))
        stage.clock.pass(61)
        await stage.scheduler.plan()
        #expect(kept() == 1)
        let later = try await Apps(stage)
        #expect(kept() == 1)
        try await later.attach(":1.7")
        #expect(later.told == [":1.7 cat \(NotificationAction.dismissIdentifier)"])
        await later.stage.scheduler.plan()
        #expect(kept() == 1)
        later.stage.clock.pass(61)
        await later.stage.scheduler.sweepAttachments()
        #expect(kept() == 0)
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

extension Store {
    /// Lets nothing be taken out of a table.
    fileprivate func breakRemoval(from table: String) throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER \(table)Broken BEFORE DELETE ON \(table)
                    BEGIN SELECT RAISE(ABORT, 'broken'); END
                    """
            )
        }
    }

    fileprivate func repairRemoval(from table: String) throws {
        try queue.write { try $0.execute(sql: "DROP TRIGGER \(table)Broken") }
    }
}
