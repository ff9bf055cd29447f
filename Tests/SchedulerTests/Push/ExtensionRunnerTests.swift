import AgentInterface
import AgentTestSupport
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is shown of notifications that extensions change, or not.
@Suite struct ExtensionRunnerTests {
    private static var app: String { SchedulerFixture.app }

    private static func payload(_ title: String) -> String {
        #"{"aps":{"alert":{"title":"\#(title)"},"mutable-content":1},"k":1}"#
    }

    /// A scheduler whose app has an extension that a test plays.
    private static func fixture(
        extensionTime: UInt32 = 600_000,
        appStartTime: UInt32 = 600_000
    ) async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture(
            extensionTime: extensionTime,
            appStartTime: appStartTime,
            pushResources: PushResources(hasExtension: true)
        )
        return try await fixture.begin()
    }

    @Test func theContentOfTheExtensionIsShown() async throws {
        let fixture = try await Self.fixture()
        let reply = try await fixture.push(Self.payload("sealed"))
        #expect(reply.usesExtension)
        #expect(fixture.shown == [])
        _ = try await fixture.apps.extensions.wait(10, "a start") { $0.first }
        let work = try #require(await fixture.next(":1.7"))
        var content = work.notification.request.content
        #expect(content.isPushed)
        #expect(content.userInfo["k"] == .integer(1))
        #expect(work.until >= work.expires)
        content.title = "open"
        content.userInfo = ["k": .integer(2)]
        try await fixture.finish(work.id, content, by: ":1.7")
        #expect(fixture.shown == ["open"])
        let row = try fixture.store.delivered(app: Self.app, identifier: reply.identifier ?? "")
            .first
        let shown = try #require(try row?.delivery().request.content)
        #expect(shown.isPushed)
        #expect(shown.userInfo["k"] == .integer(2))
        // It answers a second time.
        content.title = "again"
        let error = await #expect(throws: RequestError.self) {
            try await fixture.finish(work.id, content, by: ":1.7")
        }
        #expect(error?.code == .notFound)
        #expect(fixture.shown == ["open"])
        #expect(await fixture.next(":1.7") == nil)
    }

    @Test func aMessageWithoutATextOrTheKeyDoesNotWait() async throws {
        let fixture = try await Self.fixture()
        for payload in [
            #"{"aps":{"alert":{"title":"T"}}}"#, #"{"aps":{"badge":1,"mutable-content":1}}"#,
        ] {
            #expect(try await !fixture.push(payload).usesExtension)
        }
        #expect(fixture.shown == ["T"])
        #expect(fixture.apps.extensions.elements == [])
    }

    @Test func afterACrashItIsShownAsItCame() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        try await fixture.push(Self.payload("two"))
        _ = try #require(await fixture.next(":1.7"))
        await fixture.scheduler.left(":1.7")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        // Another process gets the next one.
        let work = try #require(await fixture.next(":1.8"))
        #expect(work.notification.request.content.title == "two")
    }

    @Test func anExtensionThatHangsIsNotWaitedFor() async throws {
        let fixture = try await Self.fixture(extensionTime: 20)
        let reply = try await fixture.push(Self.payload("one"))
        let work = try #require(await fixture.next(":1.7"))
        try await fixture.waitUntilShown(["one"])
        let late = await #expect(throws: RequestError.self) {
            try await fixture.finish(work.id, work.notification.request.content, by: ":1.7")
        }
        #expect(late?.code == .notFound)
        // The process still hangs: what comes next does not wait.
        let next = try await fixture.push(Self.payload("two"))
        #expect(next.identifier != reply.identifier)
        try await fixture.waitUntilShown(["one", "two"])
        #expect(fixture.apps.extensions.elements.count == 1)
    }

    @Test func aProcessThatNeverAsksIsNotWaitedFor() async throws {
        let fixture = try await Self.fixture(appStartTime: 20)
        try await fixture.push(Self.payload("one"))
        try await fixture.waitUntilShown(["one"])
    }

    @Test func aProcessThatFailsIsNotWaitedFor() async throws {
        let fixture = try await Self.fixture()
        fixture.apps.extensionFails.withLock { $0 = true }
        try await fixture.push(Self.payload("one"))
        try await fixture.waitUntilShown(["one"])
    }

    @Test func afterAKillOfTheAgentItIsShownAsItCame() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        _ = try #require(await fixture.next(":1.7"))
        let later = try await fixture.restarted(ManualClock(), cleanly: false)
        try await later.begin()
        #expect(later.shown == ["one"])
    }

    @Test func contentWithoutATextIsNotShown() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        let work = try #require(await fixture.next(":1.7"))
        await #expect(throws: RequestError.self) {
            try await fixture.finish(work.id, NotificationContent(badge: 1), by: ":1.7")
        }
        #expect(fixture.shown == ["one"])
    }

    @Test func whatIsRemovedOrReplacedMeanwhileIsNotShown() async throws {
        let fixture = try await Self.fixture()
        let options = PushOptions(collapseID: "score")
        try await fixture.push(Self.payload("one"), options)
        let work = try #require(await fixture.next(":1.7"))
        try await fixture.push(Self.payload("two"), options)
        await #expect(throws: RequestError.self) {
            try await fixture.finish(work.id, work.notification.request.content, by: ":1.7")
        }
        #expect(fixture.shown == [])
        let second = try #require(await fixture.next(":1.7"))
        #expect(second.notification.request.content.title == "two")
    }

    @Test func aTextThatStaysIsStillLookedUp() async throws {
        let fixture = try SchedulerFixture(
            extensionTime: 600_000,
            appStartTime: 600_000,
            pushResources: PushResources(strings: "/usr/share/app", hasExtension: true)
        )
        try await fixture.begin()
        let reply = try await fixture.push(
            #"{"aps":{"alert":{"title-loc-key":"T","loc-key":"B"},"mutable-content":1}}"#
        )
        let work = try #require(await fixture.next(":1.7"))
        var content = work.notification.request.content
        content.localized = nil
        content.body = "changed"
        try await fixture.finish(work.id, content, by: ":1.7")
        let row = try fixture.store.delivered(app: Self.app, identifier: reply.identifier ?? "")
            .first
        let localized = try #require(try row?.delivery().request.content.localized)
        #expect(localized.title?.key == "T")
        #expect(localized.body == nil)
    }
}

extension SchedulerFixture {
    /// Returns the next work for a process of the app's extension.
    func next(_ name: String) async -> ExtensionWork? {
        await scheduler.run {
            $0.pushes.extensions.handle(.asked(app: Self.app, name: name))
        }
    }

    /// Gives the content of a notification, and returns when it was delivered.
    func finish(_ id: Int64, _ content: NotificationContent, by name: String) async throws {
        let result = await scheduler.run { scheduler -> Result<[String], RequestError> in
            do throws(RequestError) {
                return .success(
                    try await scheduler.pushes.extensions.finish(
                        id,
                        with: content,
                        files: [],
                        by: name,
                        within: nil
                    )
                )
            } catch {
                return .failure(error)
            }
        }
        await scheduler.deliverDue()
        _ = try result.get()
    }

    /// Waits until titles were shown.
    func waitUntilShown(_ titles: [String]) async throws {
        try await poll(10, "the bubbles \(titles)") { shown == titles ? () : nil }
    }
}
