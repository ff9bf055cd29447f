import DesktopBubbles
import Foundation
import Logging
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What waits for a server must not keep the agent awake.
@Suite final class IdleTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "nsched-idle-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func whatWaitsForAServerArmsNoTimer() async throws {
        let clock = ManualClock()
        let presenter = AbsentServer()
        let scheduler = try self.scheduler(clock, presenter)
        try await scheduler.start(serverOwner: nil, bus: "a bus")
        _ = try await scheduler.add(Self.request("now", .immediate))
        _ = try await scheduler.add(
            Self.request("later", .timeInterval(microseconds: 60_000_000, repeats: false))
        )
        await scheduler.deliverDue()
        #expect(clock.armed.last == EarliestDue())
        let count = clock.armed.count
        await scheduler.handle(ClockEvent.due)
        #expect(clock.armed.count == count + 1)
        #expect(clock.armed.last == EarliestDue())
        #expect(presenter.shown.isEmpty)
    }

    @Test func aServerThatComesGetsWhatWaitedAndTheTimerIsArmedAgain() async throws {
        let clock = ManualClock()
        let presenter = AbsentServer()
        let scheduler = try self.scheduler(clock, presenter)
        try await scheduler.start(serverOwner: nil, bus: "a bus")
        _ = try await scheduler.add(Self.request("now", .immediate))
        _ = try await scheduler.add(
            Self.request("later", .timeInterval(microseconds: 60_000_000, repeats: false))
        )
        await scheduler.deliverDue()
        await scheduler.handle(BubbleEvent.ownerChanged(":1.9"))
        let later = EarliestDue(boot: clock.sinceBoot + 60_000_000)
        _ = try await clock.log.wait(10, "the timer of what comes later") { armed in
            armed.last == later ? true : nil
        }
        #expect(presenter.shown == ["now"])
    }

    private func scheduler(
        _ clock: ManualClock,
        _ presenter: AbsentServer
    ) throws -> Scheduler {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return Scheduler(
            store: try Store(path: folder.appending(path: "store.sqlite").path()),
            clock: clock,
            presenter: presenter,
            appLink: PlayedApps(),
            logger: Logger(label: "test"),
            open: { _, _ throws(RequestError) in [] },
            tell: { _ in }
        )
    }

    private static func request(
        _ identifier: String,
        _ trigger: NotificationTrigger
    ) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.Test",
            identifier: identifier,
            content: NotificationContent(title: identifier),
            trigger: trigger
        )
    }
}

/// A desktop without a server until one is announced.
private final class AbsentServer: BubblePresenting {
    let events = AsyncStream<BubbleEvent> { $0.finish() }
    let profile = ServerProfile()
    private let log = Mutex<[String]>([])
    var shown: [String] { log.withLock { $0 } }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        log.withLock { $0.append(delivery.request.identifier) }
        return .shown(owner: ":1.9", id: 1)
    }

    func close(_ bubble: BubbleKey) async {}

    func meetServer() async -> Bool { true }

    func startServer() async -> Bool { false }
}
