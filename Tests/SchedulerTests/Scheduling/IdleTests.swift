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
