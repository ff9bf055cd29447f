import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What waits for a server must not keep the agent awake.
@Suite struct IdleTests {
    private static func fixture() async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture(server: FakePresenter(isThere: true))
        try await fixture.begin(serverPresent: false)
        try await fixture.add("now", .immediate)
        try await fixture.add("later", .timeInterval(microseconds: 60_000_000, repeats: false))
        return fixture
    }

    @Test func whatWaitsForAServerArmsNoTimer() async throws {
        let fixture = try await Self.fixture()
        let clock = fixture.clock
        #expect(clock.armed.last == EarliestDue())
        let count = clock.armed.count
        await fixture.scheduler.handle(ScheduleEvent.due)
        #expect(clock.armed.count == count + 1)
        #expect(clock.armed.last == EarliestDue())
        #expect(fixture.shown.isEmpty)
    }

    @Test("A request that wakes the machine arms its alarm while another one waits for a server")
    func whatWaitsForAServerHidesNoAlarm() async throws {
        let fixture = try await Self.fixture()
        let hour: Int64 = 3_600_000_000
        try await fixture.add(
            "night",
            .timeInterval(microseconds: hour, repeats: false),
            ScheduleOptions(wakes: true)
        )
        await fixture.scheduler.plan()
        let due = fixture.clock.now.advanced(byMicroseconds: hour)
        #expect(fixture.clock.armed.last == EarliestDue(wake: due))
        // One that is past waits for the server as well, and the later one still has its alarm.
        try await fixture.add(
            "later night",
            .timeInterval(microseconds: 2 * hour, repeats: false),
            ScheduleOptions(wakes: true)
        )
        await fixture.pass(3_600)
        let later = due.advanced(byMicroseconds: hour)
        #expect(fixture.clock.armed.last == EarliestDue(wake: later))
        #expect(fixture.shown.isEmpty)
    }

    @Test func aServerThatComesGetsWhatWaitedAndTheTimerIsArmedAgain() async throws {
        let fixture = try await Self.fixture()
        await fixture.scheduler.handle(BubbleEvent.ownerChanged(SchedulerFixture.owner))
        let later = EarliestDue(boot: fixture.clock.sinceBoot + .seconds(60))
        _ = try await fixture.clock.log.wait(10, "the timer of what comes later") { armed in
            armed.last == later ? true : nil
        }
        #expect(fixture.shown == ["now"])
    }
}
