import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Many bubbles at once, on servers that show a few at a time.
@Suite struct FloodTests {
    private static let pace = SchedulerAgent.ServerProfile.Pace(burst: 3, interval: .seconds(4))

    private static func fixture(
        _ change: (inout SchedulerAgent.ServerProfile) -> Void
    ) async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        change(&profile)
        fixture.server.profile = profile
        return try await fixture.begin()
    }

    @Test func aFloodIsShownAsTheServerHasRoomAndIsNotLate() async throws {
        let fixture = try await Self.fixture { $0.pace = Self.pace }
        for number in 1...6 {
            try await fixture.add(
                "\(number)",
                .timeInterval(microseconds: 60_000_000, repeats: false)
            )
        }
        await fixture.pass(60)
        #expect(fixture.shown == ["1", "2", "3"])
        await fixture.pass(4)
        #expect(fixture.shown == ["1", "2", "3", "4"])
        await fixture.pass(4)
        await fixture.pass(4)
        #expect(fixture.shown == ["1", "2", "3", "4", "5", "6"])
        // Nothing waits, so nothing wakes the agent.
        #expect(fixture.clock.armed.last == EarliestDue())
        #expect(try await fixture.pending() == [])
    }

    @Test func whatIsUrgentDoesNotWait() async throws {
        let fixture = try await Self.fixture { $0.pace = Self.pace }
        for number in 1...5 { try await fixture.add("\(number)", .immediate) }
        try await fixture.add("now", .immediate, level: .timeSensitive)
        #expect(fixture.shown == ["1", "2", "3", "now"])
    }

    @Test("A warning that waits for room waits for that alone")
    func warnings() async throws {
        let fixture = try await Self.fixture { $0.pace = Self.pace }
        for number in 1...4 {
            try await fixture.add(
                "\(number)",
                .timeInterval(microseconds: 7_200_000_000, repeats: false),
                ScheduleOptions(before: [3_600_000_000])
            )
        }
        await fixture.pass(3_600)
        #expect(fixture.server.shown.count == 3)
        #expect(fixture.clock.armed.last?.boot == fixture.clock.sinceBoot + .seconds(4))
        await fixture.pass(4)
        #expect(fixture.server.shown.count == 4)
    }

    @Test("An urgent one that comes due while others wait for room is shown on time")
    func urgentLater() async throws {
        let fixture = try await Self.fixture { $0.pace = Self.pace }
        for number in 1...5 { try await fixture.add("\(number)", .immediate) }
        let inTwoSeconds = NotificationTrigger.timeInterval(microseconds: 2_000_000, repeats: false)
        try await fixture.add("now", inTwoSeconds, level: .timeSensitive)
        #expect(fixture.clock.armed.last?.boot == fixture.clock.sinceBoot + .seconds(2))
        await fixture.pass(2)
        #expect(fixture.shown == ["1", "2", "3", "now"])
        #expect(fixture.clock.armed.last?.boot == fixture.clock.sinceBoot + .seconds(2))
    }

    @Test("What waits for room waits again where the store fails as its turn comes")
    func failingStore() async throws {
        let fixture = try await Self.fixture {
            $0.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .dropped, .dropped)
        }
        fixture.server.setAnswer(.error("org.freedesktop.Notifications.MaxNotificationsExceeded"))
        try await fixture.add("full", .immediate)
        fixture.server.setAnswer(.number)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try fixture.store.refuse("UPDATE", on: "delivered")
        await fixture.pass(2)
        #expect(try await fixture.delivered() == ["full"])
        try fixture.store.accept("UPDATE", on: "delivered")
        await fixture.pass(60)
        #expect(fixture.shown == [])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["full"])
    }

    @Test("What waits for room is shown later where the store cannot be read as its turn comes")
    func unreadableStore() async throws {
        let fixture = try await Self.fixture { _ in }
        fixture.server.setAnswer(.error("org.freedesktop.Notifications.MaxNotificationsExceeded"))
        try await fixture.add("full", .immediate)
        fixture.server.setAnswer(.number)
        try fixture.store.hide("delivered")
        await fixture.pass(2)
        #expect(fixture.shown == [])
        try fixture.store.unhide("delivered")
        await fixture.pass(60)
        #expect(fixture.shown == ["full"])
    }

    @Test func anotherServerHasRoomAtOnce() async throws {
        let fixture = try await Self.fixture { $0.pace = Self.pace }
        for number in 1...5 { try await fixture.add("\(number)", .immediate) }
        await fixture.scheduler.handle(BubbleEvent.ownerChanged(nil))
        fixture.server.profile = SchedulerAgent.ServerProfile()
        await fixture.serverReady()
        // The two that waited first, and then those that went with the earlier server.
        #expect(fixture.shown == ["1", "2", "3", "4", "5", "1", "2", "3"])
    }

    @Test func aServerThatRefusesIsAskedEverMoreSeldom() async throws {
        let fixture = try await Self.fixture { _ in }
        fixture.server.setAnswer(.error("org.freedesktop.Notifications.MaxNotificationsExceeded"))
        try await fixture.add("full", .immediate)
        var waits: [Int64] = []
        for _ in 1...10 {
            let boot = fixture.clock.armed.last?.boot ?? 0
            let wait = (boot - fixture.clock.sinceBoot).microseconds / 1_000_000
            waits.append(wait)
            await fixture.pass(wait)
        }
        #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 256, 256])
        #expect(fixture.shown == [])
        fixture.server.setAnswer(.number)
        await fixture.pass(256)
        #expect(fixture.shown == ["full"])
        #expect(fixture.clock.armed.last == EarliestDue())
    }

    @Test(arguments: [true, false])
    func aBubbleGoesAfterItsTimeWhereTheServerDoesNotSeeToIt(obeys: Bool) async throws {
        let fixture = try await Self.fixture { $0.obeysExpiry = obeys }
        try await fixture.add("short", .immediate, bubble: BubbleOptions(expiry: 5_000))
        try await fixture.add("long", .immediate, bubble: BubbleOptions(expiry: 0))
        await fixture.pass(4)
        #expect(fixture.server.closings.elements == [])
        await fixture.pass(1)
        if obeys {
            #expect(fixture.server.closings.elements == [])
        } else {
            #expect(try await fixture.server.closings.next().id == 1)
        }
        #expect(try await fixture.delivered() == ["short", "long"])
        #expect(fixture.clock.armed.last == EarliestDue())
    }

    @Test func aBubbleThatWasClosedIsNotClosedAgain() async throws {
        let fixture = try await Self.fixture { $0.obeysExpiry = false }
        try await fixture.add("short", .immediate, bubble: BubbleOptions(expiry: 5_000))
        await fixture.scheduler.handle(
            BubbleEvent.closed(owner: SchedulerFixture.owner, id: 1, reason: 2)
        )
        await fixture.pass(5)
        #expect(fixture.server.closings.elements == [])
    }
}
