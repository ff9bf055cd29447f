import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// Texts that a locked screen does not show, and what comes after the unlock.
@Suite struct PrivacyTests {
    private final class Lock: Sendable {
        let isOn = Mutex(true)
        /// What was answered, in order.
        let answers = Recorder<Bool>()

        func look() -> Bool {
            let isOn = isOn.withLock { $0 }
            answers.append(isOn)
            return isOn
        }
    }

    private let lock = Lock()
    private let fixture: SchedulerFixture

    init() async throws {
        fixture = try await SchedulerFixture(isLocked: { [lock] in lock.look() }).begin()
    }

    private func add(
        _ names: String...,
        isPrivate: Bool = true,
        app: String = SchedulerFixture.app,
        level: InterruptionLevel = .active
    ) async throws {
        for name in names {
            _ = try await fixture.scheduler.add(
                request(name, isPrivate: isPrivate, app: app, level: level)
            )
            await fixture.scheduler.deliverDue()
        }
    }

    private func request(
        _ name: String,
        isPrivate: Bool = true,
        app: String = SchedulerFixture.app,
        level: InterruptionLevel = .active,
        actions: [NotificationAction] = []
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: name,
            content: NotificationContent(
                title: name,
                interruptionLevel: level,
                isPrivate: isPrivate
            ),
            trigger: .immediate,
            actions: actions
        )
    }

    /// The user closes a bubble.
    private func close(_ id: UInt32) async {
        await fixture.scheduler.handle(
            .closed(owner: SchedulerFixture.owner, id: id, reason: CloseReason.dismissed.rawValue)
        )
    }

    /// Waits for what the agent shows by itself.
    private func expectShown(
        _ titles: String...,
        in fixture: SchedulerFixture? = nil
    ) async throws {
        try await poll(10, "\(titles) in place of \(shown(fixture))") {
            shown(fixture) == titles ? true : nil
        }
    }

    private func unlock(_ fixture: SchedulerFixture? = nil) async {
        lock.isOn.withLock { $0 = false }
        let scheduler = (fixture ?? self.fixture).scheduler
        await scheduler.handle(.sessionMayBeUnlocked)
        await scheduler.deliverDue()
    }

    /// The titles of what was shown, in brackets where the texts were hidden.
    private func shown(_ fixture: SchedulerFixture? = nil) -> [String] {
        (fixture ?? self.fixture).server.shown.map { bubble in
            bubble.hiding == nil ? bubble.title : "[\(bubble.title)]"
        }
    }

    private func bubble(_ id: UInt32) -> BubbleKey {
        BubbleKey(owner: SchedulerFixture.owner, id: id)
    }

    @Test("A private text is hidden while the session is locked, and then comes in its bubble")
    func content() async throws {
        try await add("one")
        try await add("open", isPrivate: false)
        try await expectShown("[one]", "open")
        await fixture.scheduler.handle(.sessionMayBeUnlocked)
        await fixture.scheduler.deliverDue()
        try await expectShown("[one]", "open")
        await unlock()
        try await expectShown("[one]", "open", "one")
        #expect(fixture.server.shown.last?.replaced == bubble(1))
        // Once, and the next ones as they are.
        await unlock()
        try await add("two")
        try await expectShown("[one]", "open", "one", "two")
    }

    @Test("Nobody asks whether the session is locked for what is not private")
    func others() async throws {
        try await add("open", isPrivate: false)
        let before = lock.answers.elements.count
        try await add("another", isPrivate: false)
        #expect(lock.answers.elements.count == before)
    }

    @Test("The user's setting hides all texts of an app, until it is taken back")
    func app() async throws {
        try await fixture.scheduler.run {
            try $0.privacy.setPrivate(true, app: SchedulerFixture.app)
        }
        try await add("one", isPrivate: false)
        try await add("other", isPrivate: false, app: "org.example.Other")
        try await fixture.scheduler.run {
            try $0.privacy.setPrivate(false, app: SchedulerFixture.app)
        }
        try await add("two", isPrivate: false)
        try await expectShown("[one]", "other", "two")
    }

    @Test("What has left the screen meanwhile comes as one summary after the unlock")
    func expired() async throws {
        try await add("one", "two", "three")
        // The user has had the time to see them.
        fixture.clock.pass(5)
        for (id, reason) in [(1, 1), (2, 1), (3, 2)]
            as [(UInt32, UInt32)]
        {
            await fixture.scheduler.handle(
                .closed(owner: SchedulerFixture.owner, id: id, reason: reason)
            )
        }
        try await expectShown("[one]", "[two]", "[three]")
        await unlock()
        let title = "3 notifications came while the session was locked"
        try await expectShown("[one]", "[two]", "[three]", title)
        await fixture.click(title, "show-each")
        try await expectShown("[one]", "[two]", "[three]", title, "one", "two", "three")
    }

    @Test(
        "A bubble without texts cannot be answered, and its texts come after the unlock",
        arguments: [true, false]
    )
    func click(isClosed: Bool) async throws {
        try await add("one")
        fixture.clock.pass(5)
        await fixture.click(bubble(1))
        await fixture.click(bubble(1), "yes")
        await fixture.scheduler.handle(
            .replied(owner: SchedulerFixture.owner, id: 1, text: "a text")
        )
        if isClosed { await close(1) }
        #expect(try await fixture.delivered() == ["one"])
        await unlock()
        try await expectShown("[one]", "one")
        #expect(fixture.server.shown.last?.replaced == (isClosed ? nil : bubble(1)))
        #expect(try await Set(fixture.history()) == ["one delivered"])
        await fixture.click(bubble(2))
        #expect(try await fixture.delivered() == [])
    }

    @Test("The texts of a bubble that is closed once the session is unlocked come at once")
    func closedAfterwards() async throws {
        try await add("one")
        fixture.clock.pass(5)
        lock.isOn.withLock { $0 = false }
        await close(1)
        try await expectShown("[one]", "one")
    }

    @Test("A bubble whose number comes late gets its texts after the unlock")
    func lateAnswer() async throws {
        fixture.server.setAnswer(.timeOut)
        try await add("one")
        #expect(try fixture.state(of: "one") == "unknown")
        await unlock()
        fixture.server.setAnswer(.number)
        await fixture.scheduler.handle(
            .lateReply(ticket: 1, outcome: .shown(owner: SchedulerFixture.owner, id: 7))
        )
        try await expectShown("one")
        #expect(fixture.server.shown.last?.replaced == bubble(7))
    }

    @Test("An unlock while a bubble is on its way to the server gives it its texts")
    func underWay() async throws {
        fixture.server.setAnswer(.byTest)
        _ = try await fixture.scheduler.add(request("one"))
        await fixture.scheduler.deliverSoon()
        let call = try await fixture.server.next("one")
        lock.isOn.withLock { $0 = false }
        await fixture.scheduler.handle(.sessionMayBeUnlocked)
        fixture.server.setAnswer(.number)
        call.reply(.shown(owner: SchedulerFixture.owner, id: 7))
        try await expectShown("one")
        #expect(fixture.server.shown.last?.replaced == bubble(7))
    }

    @Test("Many that are revealed at once come as one summary, and urgent ones themselves")
    func storm() async throws {
        try await add("one", "two", "three", "four")
        try await add("urgent", level: .timeSensitive)
        await unlock()
        let title = "4 notifications came while the session was locked"
        try await poll(10, "the summary in place of \(shown())") {
            Set(shown().dropFirst(5)) == ["urgent", title] ? true : nil
        }
        #expect(fixture.server.shown.dropFirst(5).allSatisfy { $0.replaced == nil })
        let closed = try await fixture.server.closings.first(5)
        #expect(Set(closed) == Set((1...5).map { bubble($0) }))
        await fixture.click(title, "show-each")
        try await poll(10, "each in place of \(shown())") {
            shown().dropFirst(7) == ["one", "two", "three", "four"] ? true : nil
        }
    }

    @Test("Three get their texts in their bubbles")
    func noStorm() async throws {
        try await add("one", "two", "three")
        await unlock()
        try await expectShown("[one]", "[two]", "[three]", "one", "two", "three")
        #expect(fixture.server.shown.suffix(3).map(\.replaced) == (1...3).map { bubble($0) })
    }

    @Test("One whose texts were shown before the unlock was heard of gets no second bubble")
    func noSecondBubble() async throws {
        try await add("one")
        lock.isOn.withLock { $0 = false }
        _ = try await fixture.scheduler.again("one", preferring: SchedulerFixture.app)
        await fixture.scheduler.deliverDue()
        try await expectShown("[one]", "one")
        await unlock()
        try await add("open", isPrivate: false)
        try await expectShown("[one]", "one", "open")
    }

    @Test("What a rule of the server suppresses gets no bubble after the unlock")
    func suppressed() async throws {
        fixture.server.setAnswer(.byTest)
        _ = try await fixture.scheduler.add(request("one"))
        await fixture.scheduler.deliverSoon()
        let call = try await fixture.server.next("one")
        fixture.server.setAnswer(.number)
        call.reply(.shown(owner: SchedulerFixture.owner, id: 0))
        try await poll(10, "the end of the call") {
            try fixture.state(of: "one") == "listed" ? true : nil
        }
        await unlock()
        try await add("open", isPrivate: false)
        try await expectShown("open")
    }

    @Test("The texts come although the agent has ended in between")
    func restart() async throws {
        try await add("one")
        let next = try SchedulerFixture(
            clock: ManualClock(boot: "boot-2", now: fixture.clock.now),
            store: fixture.store,
            isLocked: { [lock] in lock.look() }
        )
        try await next.begin()
        await next.scheduler.deliverDue()
        #expect(shown(next).contains("one") == false)
        await unlock(next)
        try await poll(10, "the text") { shown(next).last == "one" ? true : nil }
    }

    @Test("A summary of private notifications is as private as these")
    func summary() async throws {
        try await FocusTests.on(fixture)
        try await add("one", "two")
        _ = try await fixture.scheduler.switchFocusOff()
        await fixture.scheduler.deliverDue()
        let title = "2 notifications came while Focus was on"
        try await expectShown("[\(title)]")
        #expect(fixture.server.shown.last?.hiding?.showsTitle == true)
        await unlock()
        try await expectShown("[\(title)]", title)
    }

    @Test("A summary is as private as before once its private notification was removed")
    func summaryWithoutItsPrivateOne() async throws {
        try await FocusTests.on(fixture)
        try await add("one")
        try await add("open", isPrivate: false)
        _ = try await fixture.scheduler.switchFocusOff()
        await fixture.scheduler.deliverDue()
        let title = "2 notifications came while Focus was on"
        try await expectShown("[\(title)]")
        try await fixture.scheduler.remove(
            RemovalSelection(choice: .identifiers(["one"]), appID: SchedulerFixture.app)
        )
        _ = try await fixture.scheduler.again("late-summary", preferring: AgentNames.app)
        await fixture.scheduler.deliverDue()
        try await expectShown("[\(title)]", "[\(title)]")
    }

    @Test("A focus that begins while the session is locked does not keep the texts back")
    func focus() async throws {
        try await add("one")
        try await FocusTests.on(fixture)
        await unlock()
        try await expectShown("[one]", "one")
    }

    @Test("Many get their texts in their bubbles while a focus would hold back their summary")
    func stormDuringAFocus() async throws {
        let names = ["one", "two", "three", "four"]
        for name in names { try await add(name) }
        try await FocusTests.on(fixture)
        await unlock()
        try await poll(10, "the texts in place of \(shown())") {
            shown().dropFirst(4) == ["one", "two", "three", "four"] ? true : nil
        }
        #expect(fixture.server.shown.suffix(4).map(\.replaced) == (1...4).map { bubble($0) })
    }

    @Test("What do-not-disturb holds back gets its texts when that ends")
    func quiet() async throws {
        fixture.server.profile.doNotDisturb = DoNotDisturbRules(.hidden, .hidden, .hidden, .shown)
        try await add("one")
        await fixture.scheduler.doNotDisturbChanged(to: true)
        await unlock()
        try await expectShown("[one]")
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        try await expectShown("[one]", "one")
    }

    @Test("A server that keeps the buttons of a replaced bubble gets a new one")
    func newBubble() async throws {
        fixture.server.profile.keepsButtonsInPlace = false
        fixture.server.profile.keepsOldButtons = true
        _ = try await fixture.scheduler.add(
            request("one", actions: [NotificationAction(identifier: "yes", title: "Yes")])
        )
        await fixture.scheduler.deliverDue()
        await unlock()
        try await expectShown("[one]", "one")
        #expect(fixture.server.shown.last?.replaced == nil)
        #expect(fixture.server.closings.elements == [bubble(1)])
    }

    @Test("Such a server gets a new one also where the agent has ended in between")
    func newBubbleAfterRestart() async throws {
        _ = try await fixture.scheduler.add(
            request("one", actions: [NotificationAction(identifier: "yes", title: "Yes")])
        )
        await fixture.scheduler.deliverDue()
        let next = try SchedulerFixture(
            clock: ManualClock(boot: "boot-2", now: fixture.clock.now),
            store: fixture.store,
            isLocked: { [lock] in lock.look() }
        )
        next.server.profile.keepsButtonsInPlace = false
        next.server.profile.keepsOldButtons = true
        try await next.begin()
        await unlock(next)
        try await expectShown("one", in: next)
        #expect(next.server.shown.last?.replaced == nil)
        #expect(next.server.closings.elements == [bubble(1)])
    }
}
