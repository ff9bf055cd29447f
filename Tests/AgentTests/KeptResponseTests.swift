import AgentInterface
import DesktopBubbles
import Foundation
import GLibBridge
import GRDB
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is kept of a response until its app has heard, and how it goes.
@Suite struct KeptResponseTests {
    @Test func whatCannotBeTakenOffTheDiskIsNotToldTwice() async throws {
        let apps = try await ClickedApps()
        let store = apps.stage.store
        try store.refuse("DELETE", on: "response")
        try await apps.attach(":1.7")
        try await apps.click("one")
        try await apps.click("two")
        await apps.settle()
        try await apps.expectTold(":1.7 one", ":1.7 two")
        await apps.stage.scheduler.left(":1.7")
        await apps.settle()
        #expect(apps.starts == [])
        #expect(try apps.waits)
        try store.accept("DELETE", on: "response")
        try await apps.attach(":1.8")
        try await apps.expectTold(":1.7 one", ":1.7 two")
        try await apps.waitUntilHeard()
    }

    @Test func whatIsHeldAndCannotBeLetGoOfIsActedOnOnce() async throws {
        let apps = try await ClickedApps()
        let stage = apps.stage
        try stage.store.refuse("DELETE", on: "heldResponse")
        let bubble = BubbleKey(owner: ClickedApps.owner, id: 1)
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
        try stage.store.accept("DELETE", on: "heldResponse")
        try await apps.attach(":1.7")
        await stage.scheduler.releaseHeld()
        #expect(try stage.store.held().isEmpty)
        await apps.settle()
        #expect(apps.told == [":1.7 bill pay"])
        #expect(stage.responses == ["bill pay -"])
    }

    @Test func whatAnAppCannotReadHoldsUpNothing() async throws {
        let apps = try await ClickedApps()
        apps.answer(.unreadable("no key"), .taken)
        try await apps.click("one")
        try await apps.stage.store.queue.write { database in
            for record in [[1, 2, 3], Variant.dictionary([("action", .string("x"))]).serialized] {
                try database.execute(
                    sql: "INSERT INTO response (app, record) VALUES (?, ?)",
                    arguments: [ClickedApps.app, Blob(record)]
                )
            }
        }
        try await apps.click("two")
        try await apps.attach(":1.7")
        try await apps.expectTold(":1.7 one", ":1.7 two")
        try await apps.waitUntilHeard()
        let lines = try apps.stage.store.history(HistorySelection(app: ClickedApps.app, limit: 3))
        #expect(lines.map(\.event) == [.unheard, .unheard, .unheard])
        #expect(lines.last?.key.identifier == "one")
        #expect(lines.last?.detail == "no key")
    }

    @Test func filesStayUntilTheAppHasHeard() async throws {
        let apps = try await ClickedApps()
        let stage = apps.stage
        let folder = "\(stage.store.folder)/attachments"
        @Sendable func kept() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
        }
        let picture = "\(stage.store.folder)/p.png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            .write(to: URL(fileURLWithPath: picture))
        let bubble = BubbleKey(owner: ClickedApps.owner, id: 1)
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
                    appID: ClickedApps.app,
                    identifier: "cat",
                    content: content,
                    trigger: .immediate,
                    hearsDismissal: true
                ),
                files: [try OpenFile(reading: picture)]
            )
            await stage.scheduler.deliverSoon()
        }
        await stage.scheduler.handle(.closed(owner: ClickedApps.owner, id: 1, reason: 2))
        stage.clock.pass(61)
        await stage.scheduler.plan()
        #expect(kept() == 1)
        let later = try await ClickedApps(stage)
        #expect(kept() == 1)
        try await later.attach(":1.7")
        #expect(later.told == [":1.7 cat \(NotificationAction.dismissIdentifier)"])
        await later.stage.scheduler.plan()
        #expect(kept() == 1)
        later.stage.clock.pass(61)
        await later.stage.scheduler.sweepAttachments()
        try await waitForChange(of: folder, "the end of the file") { kept() == 0 }
    }

    @Test func theOldestGoWhereTooManyWait() async throws {
        let apps = try await ClickedApps()
        let store = apps.stage.store
        var dropped = 0
        for number in 0..<(Store.mostResponses + 150) {
            // One app with many, and many apps.
            let app = number < 120 ? ClickedApps.app : "org.example.App\(number / 50)"
            let request = NotificationRequest(
                appID: app,
                identifier: "\(number)",
                content: NotificationContent(title: "T")
            )
            dropped += try store.write(
                DeliveryChange(
                    id: 0,
                    response: AppResponse(
                        notification: AppNotification(request: request, date: apps.stage.clock.now),
                        action: "yes"
                    )
                )
            ).dropped
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
