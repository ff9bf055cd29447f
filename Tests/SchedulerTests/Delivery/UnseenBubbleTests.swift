import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Bubbles that a server closes by a rule of its own, and reports as dismissed by the user.
@Suite struct UnseenBubbleTests {
    private static let owner = SchedulerFixture.owner
    private static let dismissed = CloseReason.dismissed.rawValue
    /// The longest time within which nobody has seen a bubble, in microseconds.
    private static let glance: Int64 = 300_000

    private func close(_ id: UInt32, of fixture: SchedulerFixture) async {
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: id, reason: Self.dismissed))
    }

    private func events(_ fixture: SchedulerFixture) async throws -> [String] {
        try await fixture.scheduler.history(HistorySelection(limit: 100)).map {
            [$0.event.rawValue, $0.detail].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    @Test(
        "A bubble that is dismissed within 300 ms stays delivered",
        arguments: [(0, true), (glance, true), (glance + 1, false)]
    )
    func dismissedAtOnce(age: Int64, isUnseen: Bool) async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        try await fixture.show("one", as: BubbleKey(owner: Self.owner, id: 1))
        fixture.clock.pass(microseconds: age)
        await close(1, of: fixture)
        #expect(try fixture.state(of: "one") == (isUnseen ? "listed" : nil))
        // A relay dismisses elsewhere what this reports as dismissed.
        let reported = fixture.reports.elements.contains { $0.event == "dismissed" }
        #expect(reported == !isUnseen)
        #expect(try await events(fixture).contains("delivered suppressed") == isUnseen)
    }

    @Test("A bubble that is closed before its number is known was not seen")
    func dismissedBeforeItsNumberIsKnown() async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        try await fixture.add("one")
        let call = try await fixture.server.next("one")
        await close(1, of: fixture)
        call.reply(.shown(owner: Self.owner, id: 1))
        try await fixture.show("next", as: BubbleKey(owner: Self.owner, id: 2))
        #expect(try fixture.state(of: "one") == "listed")
        #expect(!fixture.reports.elements.contains { $0.event == "dismissed" })
    }

    @Test("A click counts however early it is", arguments: [true, false])
    func anEarlyClick(isBeforeItsNumber: Bool) async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await fixture.add("one")
        let call = try await fixture.server.next("one")
        if !isBeforeItsNumber { call.reply(.shown(owner: Self.owner, id: 1)) }
        if !isBeforeItsNumber { _ = try await fixture.reports.next() }
        await fixture.click(bubble)
        await close(1, of: fixture)
        if isBeforeItsNumber { call.reply(.shown(owner: Self.owner, id: 1)) }
        try await fixture.show("next", as: BubbleKey(owner: Self.owner, id: 2))
        #expect(try fixture.state(of: "one") == nil)
        #expect(fixture.reports.elements.contains { $0.event == "responded" })
    }

    @Test("A nagging notification whose bubbles nobody saw is shown again")
    func nagging() async throws {
        let fixture = try await SchedulerFixture().begin()
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "t",
                content: NotificationContent(title: "t"),
                options: ScheduleOptions(nag: NagRule(interval: 300_000_000, times: 3))
            )
        )
        await fixture.scheduler.deliverDue()
        await close(1, of: fixture)
        await fixture.pass(300)
        #expect(fixture.shown == ["t", "t"])
        fixture.clock.pass(1)
        await close(2, of: fixture)
        await fixture.pass(300)
        #expect(fixture.shown == ["t", "t"])
    }

    @Test("A bubble that shows something else now was seen before")
    func aReplacedBubble() async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        let bubble = BubbleKey(owner: Self.owner, id: 1)
        try await fixture.show("one", as: bubble)
        fixture.clock.pass(1)
        try await fixture.show("one", as: bubble, title: "new")
        await close(1, of: fixture)
        #expect(try fixture.state(of: "one") == nil)
    }

    @Test("The oldest bubble, which a server closes for a newer one, stays delivered")
    func theOldestOfMany() async throws {
        var profile = ServerProfile()
        profile.maxBubbles = 10
        let fixture = try SchedulerFixture()
        fixture.server.profile = profile
        try await fixture.begin()
        for number in 1...10 { try await fixture.add("\(number)", .immediate) }
        fixture.clock.pass(1)
        // The user dismisses one, and there is room for another.
        await close(1, of: fixture)
        try await fixture.add("11", .immediate)
        fixture.clock.pass(1)
        try await fixture.add("12", .immediate)
        await close(2, of: fixture)
        await close(7, of: fixture)
        let left: Set = ["2", "3", "4", "5", "6", "8", "9", "10", "11", "12"]
        #expect(try await fixture.delivered() == left)
    }

    @Test("A bubble that a server closes for one whose number is not known yet stays delivered")
    func theOldestOfManyDuringACall() async throws {
        var profile = ServerProfile()
        profile.maxBubbles = 2
        let fixture = try await SchedulerFixture.withManualServer(profile: profile).begin()
        for number in 1...2 {
            let bubble = BubbleKey(owner: Self.owner, id: UInt32(number))
            try await fixture.show("\(number)", as: bubble)
        }
        fixture.clock.pass(1)
        try await fixture.add("3")
        let call = try await fixture.server.next("3")
        await close(1, of: fixture)
        call.reply(.shown(owner: Self.owner, id: 3))
        #expect(try fixture.state(of: "1") == "listed")
    }

    @Test(
        "A server that reports a click on the cross as an expiry has bubbles dismissed that do not expire",
        arguments: [
            (.critical, nil, true, []), (.active, 0, true, []), (.active, nil, true, ["one"]),
            (.critical, 9_000, true, ["one"]), (.critical, nil, false, ["one"]),
        ] as [(InterruptionLevel, Int32?, Bool, Set<String>)]
    )
    func crossAsExpiry(
        level: InterruptionLevel,
        expiry: Int32?,
        reportsCross: Bool,
        left: Set<String>
    ) async throws {
        var profile = ServerProfile()
        profile.reportsCrossAsExpiry = reportsCross
        let fixture = try SchedulerFixture()
        fixture.server.profile = profile
        try await fixture.begin()
        var bubble = BubbleOptions()
        bubble.expiry = expiry
        _ = try await fixture.add("one", .immediate, level: level, bubble: bubble)
        fixture.clock.pass(1)
        let expired = CloseReason.expired.rawValue
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: expired))
        #expect(try await fixture.delivered() == left)
    }
}
