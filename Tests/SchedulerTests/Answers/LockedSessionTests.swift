import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the user chooses while the session is locked.
@Suite struct LockedSessionTests {
    private static let pay = NotificationAction(
        identifier: "pay",
        title: "P",
        url: "https://example.org",
        options: .authenticationRequired
    )

    private final class Lock: Sendable {
        let isLocked = Mutex(true)
        let looks = Recorder<@Sendable () -> Void>()
        let waits = Mutex(false)

        func look() async -> Bool {
            if waits.withLock({ $0 }) {
                await withCheckedContinuation { continuation in
                    looks.append { continuation.resume() }
                }
            }
            return isLocked.withLock { $0 }
        }
    }

    private let lock = Lock()
    private let opened = Recorder<String>()
    private let questions = Recorder<ReplyPrompt>()
    private let fixture: SchedulerFixture

    init() async throws {
        fixture = try SchedulerFixture.withManualServer(
            open: { [opened] url, token in
                opened.append("\(url) \(token ?? "-")")
                return []
            },
            ask: { [questions] prompt, _ in
                questions.append(prompt)
                return .text("hi")
            },
            isLocked: { [lock] in await lock.look() }
        )
        try await fixture.scheduler.start(serverOwner: SchedulerFixture.owner, bus: "a bus")
    }

    private func click(
        _ identifier: String,
        _ id: UInt32,
        _ action: NotificationAction
    ) async throws {
        let bubble = BubbleKey(owner: SchedulerFixture.owner, id: id)
        try await fixture.answer(identifier, as: bubble) {
            try await fixture.add(identifier, actions: [action])
        }
        await fixture.click(bubble, action.identifier, token: "T\(id)")
    }

    private func unlock() async {
        lock.isLocked.withLock { $0 = false }
        await fixture.scheduler.releaseHeld()
    }

    @Test(
        "What needs an unlocked session is carried out once, in order, with its token, after the unlock"
    )
    func held() async throws {
        try await click("bill", 1, Self.pay)
        try await click("rent", 2, Self.pay)
        await fixture.scheduler.releaseHeld()
        #expect(try fixture.state(of: "bill") == nil)
        #expect(fixture.responses == [])
        #expect(opened.elements == [])
        #expect(try !fixture.hasWaitingResponse)
        await unlock()
        #expect(opened.elements == ["https://example.org T1", "https://example.org T2"])
        #expect(fixture.responses == ["bill pay -", "rent pay -"])
        await fixture.scheduler.releaseHeld()
        #expect(opened.elements.count == 2)
        try await fixture.attach(":1.7")
        try await fixture.expectActions([":1.7 bill pay", ":1.7 rent pay"])
    }

    @Test("A response of an earlier run is carried out by the next one")
    func anEarlierRun() async throws {
        try await click("bill", 1, Self.pay)
        let next = try SchedulerFixture.withManualServer(fixture)
        try await next.scheduler.start(serverOwner: SchedulerFixture.owner, bus: "a bus")
        _ = try await next.reports.wait(10, "the response") { $0.isEmpty ? nil : true }
        #expect(next.responses == ["bill pay -"])
    }

    @Test("A text is asked for after the unlock only")
    func aText() async throws {
        let typed = NotificationAction(
            identifier: "typed",
            title: "T",
            options: .authenticationRequired,
            textInput: NotificationAction.TextInput()
        )
        try await click("bill", 1, typed)
        await fixture.scheduler.releaseHeld()
        #expect(questions.elements.isEmpty)
        #expect(try fixture.state(of: "bill") == "listed")
        await unlock()
        _ = try await questions.next()
        _ = try await fixture.reports.wait(10, "the response") { $0.count > 1 ? true : nil }
        // What was typed needs an unlocked session as well.
        #expect(fixture.responses == ["bill typed hi"])
    }

    @Test("What comes while the lock is being asked about is carried out in the same run")
    func whileLooking() async throws {
        try await click("bill", 1, Self.pay)
        await fixture.scheduler.releaseHeld()
        lock.waits.withLock { $0 = true }
        lock.isLocked.withLock { $0 = false }
        async let first: Void = fixture.scheduler.releaseHeld()
        let answer = try await lock.looks.next()
        // Those return at once.
        await fixture.scheduler.releaseHeld()
        try await click("rent", 2, Self.pay)
        lock.waits.withLock { $0 = false }
        answer()
        await first
        #expect(Set(fixture.responses) == ["bill pay -", "rent pay -"])
        #expect(opened.elements.count == 2)
    }
}
