import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Foundation
import GLibBridge
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is kept of a response until its app has heard, and how it goes.
@Suite struct KeptResponseTests {
    @Test func whatCannotBeTakenOffTheDiskIsNotToldTwice() async throws {
        let fixture = try await SchedulerFixture.begun()
        let store = fixture.store
        try store.refuse("DELETE", on: "response")
        try await fixture.attach(":1.7")
        try await fixture.showAndClick("one")
        try await fixture.showAndClick("two")
        await fixture.settle()
        try await fixture.expectResponses(":1.7 one", ":1.7 two")
        await fixture.scheduler.left(":1.7")
        await fixture.settle()
        #expect(fixture.apps.starts.elements == [])
        #expect(try fixture.hasWaitingResponse)
        try store.accept("DELETE", on: "response")
        try await fixture.attach(":1.8")
        try await fixture.expectResponses(":1.7 one", ":1.7 two")
        try await fixture.waitUntilHeard()
    }

    @Test func whatIsHeldAndCannotBeLetGoOfIsActedOnOnce() async throws {
        let fixture = try await SchedulerFixture.begun()
        try fixture.store.refuse("DELETE", on: "heldResponse")
        let bubble = BubbleKey(owner: SchedulerFixture.owner, id: 1)
        let pay = NotificationAction(
            identifier: "pay",
            title: "P",
            options: .authenticationRequired
        )
        try await fixture.answer("bill", as: bubble) {
            try await fixture.add("bill", actions: [pay])
        }
        await fixture.click(bubble, "pay")
        for _ in 0..<3 { await fixture.scheduler.releaseHeld() }
        #expect(fixture.responses == ["bill pay -"])
        #expect(try fixture.store.held().count == 1)
        try fixture.store.accept("DELETE", on: "heldResponse")
        try await fixture.attach(":1.7")
        await fixture.scheduler.releaseHeld()
        #expect(try fixture.store.held().isEmpty)
        try await fixture.expectActions([":1.7 bill pay"])
        #expect(fixture.responses == ["bill pay -"])
    }

    @Test func whatAnAppCannotReadHoldsUpNothing() async throws {
        let fixture = try await SchedulerFixture.begun()
        fixture.apps.answer(.unreadable("no key"), .taken)
        try await fixture.showAndClick("one")
        try fixture.store.database.write { connection in
            for record in [[1, 2, 3], Variant.dictionary([("action", .string("x"))]).serialized] {
                try connection.run(
                    "INSERT INTO response (app, record) VALUES (?, ?)",
                    SchedulerFixture.app,
                    record
                )
            }
        }
        try await fixture.showAndClick("two")
        try await fixture.attach(":1.7")
        try await fixture.expectResponses(":1.7 one", ":1.7 two")
        try await fixture.waitUntilHeard()
        let lines = try fixture.store.history(HistorySelection(app: SchedulerFixture.app, limit: 3))
        #expect(lines.map(\.event) == [.unheard, .unheard, .unheard])
        #expect(lines.last?.key.identifier == "one")
        #expect(lines.last?.detail == "no key")
    }

    @Test func filesStayUntilTheAppHasHeard() async throws {
        let fixture = try await SchedulerFixture.begun()
        let folder = "\(fixture.store.folder)/attachments"
        @Sendable func kept() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
        }
        let picture = try SamplePicture.write(to: fixture.store.folder)
        let bubble = BubbleKey(owner: SchedulerFixture.owner, id: 1)
        try await fixture.answer("cat", as: bubble) {
            var content = NotificationContent(title: "Cat")
            content.attachments = [SamplePicture.attachment()]
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: "cat",
                    content: content,
                    trigger: .immediate,
                    hearsDismissal: true
                ),
                files: [try OpenFile(reading: picture)]
            )
            await fixture.scheduler.deliverSoon()
        }
        fixture.clock.pass(1)
        await fixture.scheduler.handle(.closed(owner: SchedulerFixture.owner, id: 1, reason: 2))
        fixture.clock.pass(61)
        await fixture.scheduler.plan()
        #expect(kept() == 1)
        let later = try await SchedulerFixture.begun(fixture)
        #expect(kept() == 1)
        try await later.attach(":1.7")
        #expect(
            later.apps.responses.elements == [":1.7 cat \(NotificationAction.dismissIdentifier)"]
        )
        await later.scheduler.plan()
        #expect(kept() == 1)
        later.clock.pass(61)
        await later.scheduler.sweepAttachments()
        try await waitForChange(of: folder, "the end of the file") { kept() == 0 }
    }

    @Test func theOldestGoWhereTooManyWait() async throws {
        let fixture = try await SchedulerFixture.begun()
        let store = fixture.store
        var dropped = 0
        for number in 0..<(Store.maxResponses + 150) {
            // One app with many, and many fixture.
            let app = number < 120 ? SchedulerFixture.app : "org.example.App\(number / 50)"
            let request = NotificationRequest(
                appID: app,
                identifier: "\(number)",
                content: NotificationContent(title: "T")
            )
            dropped += try store.write(
                DeliveryChange(
                    id: 0,
                    response: AppResponse(
                        notification: AppNotification(request: request, date: fixture.clock.now),
                        action: "yes"
                    )
                )
            ).dropped
            if number == 119 {
                #expect(dropped == 20)
                try await fixture.attach(":1.7")
                #expect(fixture.apps.responses.elements.count == 100)
                #expect(fixture.apps.responses.elements.first == ":1.7 20 yes")
                dropped = 0
            }
        }
        #expect(dropped == 30)
        #expect(try store.appsToStart().first == "org.example.App10")
    }
}
