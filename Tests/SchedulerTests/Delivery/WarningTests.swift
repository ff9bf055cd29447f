import AgentInterface
import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Warnings before the date of a request; the clock stands at 08:00.
@Suite struct WarningTests {
    private static let hour: Int64 = 3_600
    private static let spans = [2 * hour * 1_000_000, hour * 1_000_000]

    private static func options(
        _ before: [Int64] = spans,
        late: LateRule? = nil
    ) -> ScheduleOptions {
        ScheduleOptions(late: late, before: before)
    }

    private static func once(in hours: Int64) -> NotificationTrigger {
        .timeInterval(microseconds: hours * hour * 1_000_000, repeats: false)
    }

    private static let daily = NotificationTrigger.calendar(
        CalendarTrigger(spec: .onCalendar("12:00"), timeZone: "UTC", repeats: true)
    )

    /// When the event of a delivered notification starts.
    private static func start(of identifier: String, _ fixture: SchedulerFixture) throws -> Instant?
    {
        let row = try fixture.store.delivered(app: AgentNames.app, identifier: identifier).first
        guard case .at(let date)? = try row?.delivery().request.content.event?.moment else {
            return nil
        }
        return date
    }

    @Test func eachWarningComesOnceAndSaysWhenTheThingIs() async throws {
        let fixture = try await SchedulerFixture().begin()
        let due = fixture.clock.now.advanced(byMicroseconds: 4 * Self.hour * 1_000_000)
        let reply = try await fixture.add("t", Self.once(in: 4), Self.options())
        #expect(reply.remarks.contains("warns 2 h and 1 h before"))
        await fixture.pass(2 * Self.hour - 1)
        #expect(fixture.shown == [])
        await fixture.pass(1)
        #expect(fixture.shown == ["t"])
        #expect(try Self.start(of: "t", fixture) == due)
        await fixture.pass(Self.hour)
        #expect(fixture.shown.count == 2)
        #expect(try await fixture.pending().count == 1)
        await fixture.pass(Self.hour)
        #expect(fixture.shown.count == 3)
        #expect(try Self.start(of: "t", fixture) == nil)
        #expect(try await fixture.pending() == [])
        #expect(try await fixture.delivered() == ["t"])
    }

    @Test func aWarningThatIsPastWhenItIsAddedIsLeftOut() async throws {
        let fixture = try await SchedulerFixture().begin()
        let trigger = NotificationTrigger.timeInterval(
            microseconds: 90 * 60 * 1_000_000,
            repeats: false
        )
        let reply = try await fixture.add("t", trigger, Self.options())
        #expect(
            reply.remarks.contains(
                "the warning 2 h before is left out, because its time has passed"
            )
        )
        #expect(fixture.shown == [])
        await fixture.pass(30 * 60)
        #expect(fixture.shown.count == 1)
        await fixture.pass(60 * 60)
        #expect(fixture.shown.count == 2)
    }

    @Test func eachDateOfARuleHasItsWarnings() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("t", Self.daily, Self.options())
        for day in 1...2 {
            await fixture.pass((day == 1 ? 2 : 22) * Self.hour)
            await fixture.pass(Self.hour)
            await fixture.pass(Self.hour)
            #expect(fixture.shown.count == day * 3)
        }
    }

    @Test func theyMoveWithTheDate() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("t", Self.once(in: 3), Self.options())
        _ = try await fixture.scheduler.snooze(
            "t",
            preferring: AgentNames.app,
            microseconds: 24 * Self.hour * 1_000_000
        )
        await fixture.pass(24 * Self.hour)
        #expect(fixture.shown == [])
        await fixture.pass(Self.hour)
        #expect(fixture.shown.count == 1)
    }

    /// Of those that a sleeping machine missed the last one comes, and after the date only the thing itself.
    @Test func lateWarnings() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("a", Self.once(in: 4), Self.options())
        try await fixture.add("b", Self.once(in: 4), Self.options(late: .skip))
        await fixture.sleep(3 * Self.hour + 600)
        #expect(fixture.shown == ["a"])
        await fixture.pass(Self.hour - 600)
        #expect(fixture.shown.sorted() == ["a", "a", "b"])
        try await fixture.add("c", Self.once(in: 4), Self.options())
        await fixture.sleep(5 * Self.hour)
        #expect(fixture.shown.filter { $0.hasPrefix("c") } == ["c: was due 16:00 (1 h ago)"])
    }

    @Test func aWarningWaitsForAServer() async throws {
        let fixture = try await SchedulerFixture().begin(serverPresent: false)
        try await fixture.add("t", Self.once(in: 4), Self.options())
        await fixture.pass(2 * Self.hour)
        await fixture.serverReady()
        #expect(fixture.shown == ["t"])
    }

    @Test func theTimerIsSetForTheWarning() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("t", Self.daily, Self.options())
        let warning = fixture.clock.now.advanced(byMicroseconds: 2 * Self.hour * 1_000_000)
        #expect(fixture.clock.armed.last?.wall == warning)
    }

    @Test func theyAreKeptOverARestart() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("t", Self.daily, Self.options())
        await fixture.pass(2 * Self.hour)
        let later = try await fixture.restarted(fixture.clock, cleanly: false)
        try await later.begin()
        let count = later.server.shown.count
        await later.pass(Self.hour)
        #expect(later.server.shown.count == count + 1)
    }
}
