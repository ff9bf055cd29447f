import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let hour: Int64 = 3_600
private let minute: Int64 = 60
private let program = "/usr/bin/notify-schedule"

/// What comes at the end of a focus or at a summary, what the user asks for before, and what the store must not lose.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct FocusReleaseTests {
    private static let work = "[Focus work]\nAllowApps=\(SchedulerFixture.app)\n"

    private func addAll(
        _ names: [String],
        to fixture: SchedulerFixture,
        _ trigger: NotificationTrigger = .immediate,
        level: InterruptionLevel = .active
    ) async throws {
        for name in names {
            let content = NotificationContent(title: name, interruptionLevel: level)
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: name,
                    content: content,
                    trigger: trigger
                )
            )
            await fixture.scheduler.deliverDue()
        }
    }

    private func off(_ fixture: SchedulerFixture) async throws {
        _ = try await fixture.scheduler.switchFocusOff()
        await fixture.scheduler.deliverDue()
    }

    // MARK: What the user asks for

    @Test("Show each shows the notifications of a summary although a focus is on")
    func showEach() async throws {
        let fixture = try await FocusTests.fixture("[Summary]\nAt=08:30\n")
        for name in ["one", "two"] { try await fixture.add(name, .immediate, level: .passive) }
        await fixture.pass(hour / 2)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["2 notifications came quietly"])
        try await FocusTests.on(fixture)
        await fixture.click("2 notifications came quietly", "show-each")
        #expect(fixture.shown.dropFirst() == ["one", "two"])
    }

    @Test("Again shows a passive notification, whether its summary is to come or a focus is on")
    func again() async throws {
        let fixture = try await FocusTests.fixture("[Summary]\nAt=08:30, 18:00\n")
        try await fixture.add("one", .immediate, level: .passive)
        await fixture.pass(hour / 2 + 5)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        await fixture.pass(hour)
        _ = try await fixture.scheduler.again("one", preferring: AgentNames.app)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one", "one"])
        try await FocusTests.on(fixture)
        _ = try await fixture.scheduler.again("one", preferring: AgentNames.app)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one", "one", "one"])
    }

    @Test("One that waits, is removed and comes back by undo waits on, and comes at the end")
    func undone() async throws {
        let fixture = try await FocusTests.fixture("[Summary]\nAt=08:30\n")
        try await FocusTests.on(fixture)
        for name in ["one", "two"] { try await fixture.add(name, .immediate) }
        let call = ChangeCall(.removed, by: program, at: fixture.clock.now)
        _ = try await fixture.scheduler.run { scheduler in
            try await scheduler.requests.remove(
                RemovalSelection(choice: .identifiers(["one"]), appID: AgentNames.app),
                of: call
            )
        }
        // The time of a summary looks at what waits.
        await fixture.pass(hour / 2)
        _ = try await fixture.scheduler.undo(of: program)
        try await off(fixture)
        #expect(fixture.shown == ["2 notifications came while Focus was on"])
    }

    // MARK: The end

    @Test("Off shows what waited for a focus whose end has passed and was not noticed yet")
    func endThatNobodyNoticed() async throws {
        let fixture = try await FocusTests.fixture()
        try await FocusTests.on(fixture, for: 2)
        try await fixture.add("one", .immediate)
        fixture.clock.pass(3 * hour)
        #expect(try await fixture.scheduler.switchFocusOff().ended == "")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
    }

    @Test("What waited comes a while after the store failed at the end of the focus")
    func storeFailsAtTheEnd() async throws {
        let fixture = try await FocusTests.fixture()
        try await FocusTests.on(fixture, for: 2)
        try await fixture.add("one", .immediate)
        try fixture.store.hide("fact")
        await fixture.pass(2 * hour)
        #expect(fixture.shown == [])
        try fixture.store.unhide("fact")
        let retry = try #require(fixture.clock.armed.last?.boot)
        #expect(retry > fixture.clock.sinceBoot)
        await fixture.pass(10)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
    }

    @Test("A notification that the store does not note as waiting is not listed either")
    func storeFailsAtTheWait() async throws {
        let fixture = try await FocusTests.fixture()
        try await FocusTests.on(fixture)
        try fixture.store.refuse("INSERT", on: "fact")
        try await fixture.add("one", .immediate)
        #expect(try await fixture.delivered() == [])
        try fixture.store.accept("INSERT", on: "fact")
        await fixture.pass(10)
        #expect(try await fixture.delivered() == ["one"])
        try await off(fixture)
        #expect(fixture.shown == ["one"])
    }

    @Test("What is denied or expired at the end of a focus stays in the list without a bubble")
    func deniedAndExpired() async throws {
        let fixture = try await FocusTests.fixture()
        try await FocusTests.on(fixture)
        let soon = fixture.clock.now.advanced(byMicroseconds: minute * 1_000_000)
        try await addAll(["denied"], to: fixture)
        try await fixture.scheduler.run {
            try $0.store.set(permission: .denied, of: SchedulerFixture.app, isOfUser: true)
        }
        var content = NotificationContent(title: "expired")
        content.expiration = soon
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "expired",
                content: content,
                trigger: .immediate
            )
        )
        await fixture.scheduler.deliverDue()
        try await fixture.add("one", .immediate)
        await fixture.pass(2 * minute)
        try await off(fixture)
        #expect(fixture.shown == ["one"])
        #expect(try await fixture.delivered() == ["denied", "expired", "one"])
        #expect(try await fixture.scheduler.run { try $0.focusReport() }.waiting == [])
    }

    // MARK: Summaries

    @Test("What came late of an app that the focus allows comes as one at once")
    func lateOnesOfAnAllowedApp() async throws {
        let fixture = try await FocusTests.fixture(Self.work)
        try await FocusTests.on(fixture, "work")
        let soon = NotificationTrigger.timeInterval(microseconds: 60_000_000, repeats: false)
        try await addAll(["a", "b", "c", "d"], to: fixture, soon)
        await fixture.sleep(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["4 notifications were due while you were away"])
    }

    @Test("What another focus lets through comes as one when that begins")
    func anotherFocus() async throws {
        let fixture = try await FocusTests.fixture(Self.work)
        try await FocusTests.on(fixture)
        try await addAll(["a", "b", "c"], to: fixture)
        try await FocusTests.on(fixture, "work")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["3 notifications came while Focus was on"])
    }

    /// Whether a focus is on; what is on the screen, and what comes at the end.
    @Test(
        "Of what came over the relay only what a focus and the summary let through comes",
        arguments: [
            (true, ["soon"], "3 notifications came while Focus was on"),
            (
                false, ["4 notifications came while this machine was away"],
                "4 notifications came while this machine was away"
            ),
        ]
    )
    func arrivals(isOn: Bool, shown: [String], end: String) async throws {
        let fixture = try await FocusTests.fixture("[Summary]\nAt=18:00\n")
        if isOn { try await FocusTests.on(fixture, for: 1) }
        let sent = fixture.clock.now.advanced(byMicroseconds: -10 * minute * 1_000_000)
        let levels: [(String, InterruptionLevel)] = [
            ("soon", .timeSensitive), ("a", .active), ("b", .active), ("c", .active),
            ("quiet", .passive),
        ]
        let arrivals = levels.map { name, level in
            var request = NotificationRequest(
                appID: SchedulerFixture.app,
                identifier: name,
                content: NotificationContent(title: name, interruptionLevel: level),
                trigger: .immediate
            )
            request.idempotencyKey = name
            return LateArrival(sent: sent, request: .success(request))
        }
        try await fixture.scheduler.run { scheduler in
            let (_, added) = try scheduler.requests.add(late: arrivals)
            try scheduler.round.summarise(arrivals: added)
        }
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == shown)
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.last == end)
    }

    @Test("A passive notification of an app that the focus allows waits for the summary")
    func passiveOfAnAllowedApp() async throws {
        let fixture = try await FocusTests.fixture("[Summary]\nAt=18:00\n" + Self.work)
        try await FocusTests.on(fixture, "work")
        try await addAll(["quiet"], to: fixture, level: .passive)
        #expect(fixture.shown == [])
        await fixture.pass(10 * hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["quiet"])
    }

    @Test("A summary says why its own notifications waited, and not others before it")
    func cause() async throws {
        let fixture = try await FocusTests.fixture("[Summary]\nAt=18:00\n")
        for name in ["p", "q"] { try await fixture.add(name, .immediate, level: .passive) }
        try await FocusTests.on(fixture, for: 1)
        for name in ["a", "b"] { try await fixture.add(name, .immediate) }
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["2 notifications came while Focus was on"])
        await fixture.click("2 notifications came while Focus was on", "show-each")
        await fixture.pass(9 * hour)
        await fixture.scheduler.deliverDue()
        #expect(
            fixture.shown == [
                "2 notifications came while Focus was on", "a", "b", "2 notifications came quietly",
            ]
        )
    }

    @Test(
        "A summary whose time passed while no agent ran comes, with do-not-disturb on at the start"
    )
    func summaryAfterTheStart() async throws {
        let rules = DoNotDisturbRules(.kept, .hidden, .dropped, .shown)
        let fixture = try await FocusTests.fixture("[Summary]\nAt=18:00\n", rules)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        for name in ["p", "q"] { try await fixture.add(name, .immediate, level: .passive) }
        try await fixture.add("active", .immediate)
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        clock.pass(11 * hour)
        let second = try await fixture.restarted(clock)
        second.server.profile.doNotDisturb = rules
        _ = try await second.begin()
        #expect(second.shown == [])
        await second.scheduler.doNotDisturbChanged(to: true)
        await second.scheduler.deliverDue()
        #expect(second.shown.count == 1)
        #expect(
            try await second.scheduler.run { try $0.focusReport() }.waiting.map(\.title) == [
                "active"
            ]
        )
    }
}
