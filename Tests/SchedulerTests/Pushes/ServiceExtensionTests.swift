import AgentInterface
import AgentTestSupport
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is shown of notifications that extensions change, or not.
@Suite struct ServiceExtensionTests {
    private static var app: String { SchedulerFixture.app }

    private static func payload(_ title: String) -> String {
        #"{"aps":{"alert":{"title":"\#(title)"},"mutable-content":1},"k":1}"#
    }

    /// A scheduler whose app has an extension that a test plays.
    private static func fixture(
        extensionTime: Duration = .seconds(600),
        appStartTime: Duration = .seconds(600)
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
        let fixture = try await Self.fixture(extensionTime: .milliseconds(20))
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
        let fixture = try await Self.fixture(appStartTime: .milliseconds(20))
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

    @Test("A process gets one notification after another, and no second one is started")
    func oneAfterAnother() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        try await fixture.push(Self.payload("two"))
        for title in ["one", "two"] {
            let work = try #require(await fixture.next(":1.7"))
            #expect(work.notification.request.content.title == title)
            try await fixture.finish(work.id, work.notification.request.content, by: ":1.7")
        }
        #expect(await fixture.next(":1.7") == nil)
        await fixture.scheduler.left(":1.7")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one", "two"])
        #expect(fixture.apps.extensions.elements.count == 1)
    }

    @Test("Another process than the app's gets nothing, and its answer means nothing")
    func anotherProcess() async throws {
        let fixture = try await Self.fixture()
        #expect(await fixture.next(":1.7") == nil)
        try await fixture.push(Self.payload("one"))
        let work = try #require(await fixture.next(":1.7"))
        #expect(await fixture.next(":1.8") == nil)
        let error = await #expect(throws: RequestError.self) {
            try await fixture.finish(work.id, work.notification.request.content, by: ":1.8")
        }
        #expect(error?.code == .notFound)
        await fixture.scheduler.left(":1.8")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == [])
    }

    @Test("What a process leaves aside to ask for the next one is shown as it came")
    func leftAside() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        try await fixture.push(Self.payload("two"))
        _ = try #require(await fixture.next(":1.7"))
        let second = try #require(await fixture.next(":1.7"))
        #expect(second.notification.request.content.title == "two")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
    }

    @Test("A program that fails beside a process that works, or after it, changes nothing")
    func failureOfAnother() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        try await fixture.push(Self.payload("two"))
        let fails = try await fixture.apps.extensionFailures.next(10)
        _ = try #require(await fixture.next(":1.7"))
        await fixture.scheduler.left(":1.7")
        // The next process is being started.
        _ = try await fixture.apps.extensionFailures.next(10)
        fails()
        await fixture.settle()
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        let work = try #require(await fixture.next(":1.8"))
        #expect(work.notification.request.content.title == "two")
        #expect(fixture.apps.extensions.elements.count == 2)
    }

    @Test("A process that hung is given nothing until it asks, and another is started after that")
    func hungProcess() async throws {
        for leaves in [true, false] {
            let fixture = try await Self.fixture(extensionTime: .milliseconds(20))
            try await fixture.push(Self.payload("one"))
            _ = try #require(await fixture.next(":1.7"))
            try await fixture.waitUntilShown(["one"])
            if leaves {
                await fixture.scheduler.left(":1.7")
            } else {
                #expect(await fixture.next(":1.7") == nil)
            }
            try await fixture.push(Self.payload("two"))
            _ = try await fixture.apps.extensions.wait(10, "a start") { $0.count > 1 ? true : nil }
            let work = try #require(await fixture.next(":1.8"))
            #expect(work.notification.request.content.title == "two")
        }
    }

    @Test("A process that does not ask again after its answer is not waited for")
    func restingProcess() async throws {
        let fixture = try await Self.fixture()
        try await fixture.push(Self.payload("one"))
        let work = try #require(await fixture.next(":1.7"))
        try await fixture.push(Self.payload("two"))
        try await fixture.finish(work.id, work.notification.request.content, by: ":1.7")
        // The times of earlier steps mean nothing.
        for step in 1...2 {
            await fixture.scheduler.handle(.extensionTimeOver(app: Self.app, step: step))
        }
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        await fixture.scheduler.handle(.extensionTimeOver(app: Self.app, step: 3))
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one", "two"])
        // It is silent: the next one does not wait for it.
        try await fixture.push(Self.payload("three"))
        #expect(fixture.shown == ["one", "two", "three"])
    }

    @Test("Beyond the bounds notifications are shown at once")
    func bounds() async throws {
        let fixture = try await Self.fixture()
        for number in 1...21 { try await fixture.push(Self.payload("\(number)")) }
        #expect(fixture.shown == ["21"])
        for app in 1...4 {
            for _ in 1...20 { try await fixture.push(Self.payload("w"), of: "org.example.a\(app)") }
        }
        #expect(fixture.shown == ["21"])
        try await fixture.push(Self.payload("more"), of: "org.example.more")
        #expect(fixture.shown == ["21", "more"])
    }

    @Test("Whatever comes in whatever order, each notification is shown once")
    func anyOrder() async throws {
        for _ in 0..<8 {
            let fixture = try await Self.fixture()
            var count = 0
            var work: [String: ExtensionWork] = [:]
            for _ in 0..<40 {
                let name = ":1.\(Int.random(in: 1...3))"
                switch Int.random(in: 0..<5) {
                case 0:
                    count += 1
                    try await fixture.push(Self.payload("\(count)"))
                case 1: if let next = await fixture.next(name) { work[name] = next }
                case 2:
                    guard let any = work.values.randomElement() else { continue }
                    let content = any.notification.request.content
                    try? await fixture.finish(any.id, content, by: name)
                case 3: await fixture.scheduler.left(name)
                default: fixture.apps.extensionFailures.elements.randomElement()?()
                }
            }
            // What is left is shown once nobody comes.
            for name in [":1.1", ":1.2", ":1.3"] { await fixture.scheduler.left(name) }
            for fails in fixture.apps.extensionFailures.elements { fails() }
            try await poll(10, "all bubbles") {
                for fails in fixture.apps.extensionFailures.elements { fails() }
                return fixture.shown.count >= count ? () : nil
            }
            await fixture.scheduler.deliverDue()
            #expect(Set(fixture.shown) == Set((0..<count).map { "\($0 + 1)" }))
            #expect(fixture.shown.count == count)
        }
    }

    @Test func aTextThatStaysIsStillLookedUp() async throws {
        let fixture = try SchedulerFixture(
            extensionTime: .seconds(600),
            appStartTime: .seconds(600),
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
        await scheduler.run { $0.pushes.nextWork(for: Self.app, at: name) }
    }

    /// Gives the content of a notification, and returns when it was delivered.
    func finish(_ id: Int64, _ content: NotificationContent, by name: String) async throws {
        let result = await scheduler.run { scheduler -> Result<[String], RequestError> in
            do throws(RequestError) {
                return .success(
                    try await scheduler.pushes.finish(
                        PendingID(id),
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
