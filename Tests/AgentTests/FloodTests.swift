import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Many bubbles at once, on servers that show a few at a time.
@Suite struct FloodTests {
    private static let pace = SchedulerAgent.ServerProfile.Pace(burst: 3, interval: 4_000_000)

    private static func desk(
        _ change: (inout SchedulerAgent.ServerProfile) -> Void
    ) async throws -> VirtualDesk {
        let desk = try VirtualDesk()
        var profile = SchedulerAgent.ServerProfile()
        change(&profile)
        desk.server.adopt(profile)
        return try await desk.begin()
    }

    @Test func aFloodIsShownAsTheServerHasRoomAndIsNotLate() async throws {
        let desk = try await Self.desk { $0.pace = Self.pace }
        for number in 1...6 {
            try await desk.add("\(number)", .timeInterval(microseconds: 60_000_000, repeats: false))
        }
        await desk.pass(60)
        #expect(desk.shown == ["1", "2", "3"])
        await desk.pass(4)
        #expect(desk.shown == ["1", "2", "3", "4"])
        await desk.pass(4)
        await desk.pass(4)
        #expect(desk.shown == ["1", "2", "3", "4", "5", "6"])
        // Nothing waits, so nothing wakes the agent.
        #expect(desk.clock.armed.last == EarliestDue())
        #expect(try await desk.pending() == [])
    }

    @Test func whatIsUrgentDoesNotWait() async throws {
        let desk = try await Self.desk { $0.pace = Self.pace }
        for number in 1...5 { try await desk.add("\(number)", .immediate) }
        try await desk.add("now", .immediate, level: .timeSensitive)
        #expect(desk.shown == ["1", "2", "3", "now"])
    }

    @Test func anotherServerHasRoomAtOnce() async throws {
        let desk = try await Self.desk { $0.pace = Self.pace }
        for number in 1...5 { try await desk.add("\(number)", .immediate) }
        await desk.scheduler.handle(BubbleEvent.ownerChanged(nil))
        desk.server.adopt(SchedulerAgent.ServerProfile())
        await desk.serverReady()
        // The two that waited first, and then those that went with the earlier server.
        #expect(desk.shown == ["1", "2", "3", "4", "5", "1", "2", "3"])
    }

    @Test func aServerThatRefusesIsAskedEverMoreSeldom() async throws {
        let desk = try await Self.desk { _ in }
        desk.server.refuse(with: "org.freedesktop.Notifications.MaxNotificationsExceeded")
        try await desk.add("full", .immediate)
        var waits: [Int64] = []
        for _ in 1...10 {
            let boot = desk.clock.armed.last?.boot ?? 0
            let wait = (boot - desk.clock.sinceBoot) / 1_000_000
            waits.append(wait)
            await desk.pass(wait)
        }
        #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 256, 256])
        #expect(desk.shown == [])
        desk.server.refuse(with: nil)
        await desk.pass(256)
        #expect(desk.shown == ["full"])
        #expect(desk.clock.armed.last == EarliestDue())
    }

    @Test(arguments: [true, false])
    func aBubbleGoesAfterItsTimeWhereTheServerDoesNotSeeToIt(obeys: Bool) async throws {
        let desk = try await Self.desk { $0.obeysExpiry = obeys }
        try await desk.add("short", .immediate, bubble: BubbleOptions(expiry: 5_000))
        try await desk.add("long", .immediate, bubble: BubbleOptions(expiry: 0))
        await desk.pass(4)
        #expect(desk.server.closed.elements == [])
        await desk.pass(1)
        if obeys {
            #expect(desk.server.closed.elements == [])
        } else {
            #expect(try await desk.server.closed.next() == 1)
        }
        #expect(try await desk.delivered() == ["short", "long"])
        #expect(desk.clock.armed.last == EarliestDue())
    }

    @Test func aBubbleThatWasClosedIsNotClosedAgain() async throws {
        let desk = try await Self.desk { $0.obeysExpiry = false }
        try await desk.add("short", .immediate, bubble: BubbleOptions(expiry: 5_000))
        await desk.scheduler.handle(
            BubbleEvent.closed(owner: VirtualDesk.owner, id: 1, reason: 2)
        )
        await desk.pass(5)
        #expect(desk.server.closed.elements == [])
    }
}
