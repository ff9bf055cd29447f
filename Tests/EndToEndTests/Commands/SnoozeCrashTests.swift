import Glibc
import TestSupport
import Testing

/// `snooze` and an agent that is killed; only debug builds have the points at which they end.
@Suite struct SnoozeCrashTests {
    /// The agent ends where the request of a snooze is stored.
    @Test func aSnoozeIsStoredWholeOrNotAtAll() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent(["NOTIFY_SCHEDULE_CRASH_AT": "snoozed"])
        try await fixture.add("T", "--id", "t")
        try await fixture.waitForDeliveries()
        _ = try await fixture.run(["snooze", "t", "10m"])
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        #expect(try await fixture.listed("list").map(\.identifier) == ["t.snoozed"])
        #expect(try await fixture.listed("list", "delivered").map(\.identifier) == [])
        _ = server
    }
}
