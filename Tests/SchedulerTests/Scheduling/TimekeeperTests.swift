import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Failures of the store when clocks or zones change.
@Suite struct TimekeeperTests {
    private let fixture: ComponentFixture
    private let time: Timekeeper
    private static let daily = NotificationTrigger.calendar(
        CalendarTrigger(spec: .onCalendar("12:00"))
    )

    init() throws {
        fixture = try ComponentFixture()
        time = Timekeeper(fixture.context, SchedulerTasks(fixture.context.executor))
        try fixture.add(fixture.request("i"))
        try time.start()
    }

    private var armed: Int64? { time.limited(EarliestDue()).boot }

    /// Nothing else may wake the agent, and nothing else says that the clock was set.
    @Test func whatCannotBeWrittenIsWrittenLater() async throws {
        let failedAt = fixture.clock.sinceBoot
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: 500)
        await time.clockWasSet(arms: false)
        #expect(try fixture.pending() == ["i 3100"])
        #expect(armed == DeliveryQueue.retryTime(at: failedAt))
        try fixture.store.accept("UPDATE", on: "pending")
        await time.retry(arms: false)
        #expect(try fixture.pending() == ["i 3100"])
        fixture.clock.pass(10)
        await time.retry(arms: false)
        #expect(try fixture.pending() == ["i 3590"])
        #expect(armed == nil)
    }

    @Test func datesThatCannotBeStoredAreFoundLater() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: -86_400)
        await time.clockWasSet(arms: false)
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        #expect(try fixture.pending() == ["i 89990", "d 100790"])
        await time.retry(arms: false)
        #expect(try fixture.pending() == ["i 3590", "d 14390"])
    }

    @Test func datesThatCannotBeReadAreFoundLater() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        try fixture.store.hide("occurrence")
        let failedAt = fixture.clock.sinceBoot
        fixture.clock.set(by: -86_400)
        await time.clockWasSet(arms: true)
        #expect(armed == DeliveryQueue.retryTime(at: failedAt))
        #expect(fixture.clock.armed.isEmpty)
        try fixture.store.unhide("occurrence")
        fixture.clock.pass(10)
        #expect(try fixture.pending() == ["i 3590", "d 100790"])
        await time.retry(arms: true)
        #expect(try fixture.pending() == ["i 3590", "d 14390"])
        #expect(armed == nil)
    }

    /// They start when the clock became right, not when that could be written.
    @Test func whatCannotBeRestartedIsRestartedLater() async throws {
        let fixture = try ComponentFixture()
        let last = fixture.clock.now.advanced(byMicroseconds: 2 * 86_400 * ComponentFixture.second)
        try fixture.store.set(.clock, to: RememberedClock(boot: "boot-0", now: last).text)
        let time = Timekeeper(fixture.context, SchedulerTasks(fixture.context.executor))
        try time.start()
        #expect(!time.isTrusted)
        time.noteAccepted(try fixture.add(fixture.request("d", Self.daily)))
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: 3 * 86_400)
        time.observe()
        #expect(time.isTrusted)
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        await time.retry(arms: false)
        // Not the date of the day that the wrong clock had.
        #expect(try fixture.pending() == ["d 14390"])
        #expect(time.limited(EarliestDue()).boot == nil)
    }

    @Test func importedDatesThatCannotBeFoundAreFoundLater() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        // The import began before the zone changed.
        let stage = ImportStage(planRound: time.planner.round - 1)
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        try fixture.store.hide("occurrence")
        time.noteImported(stage)
        #expect(armed == DeliveryQueue.retryTime(at: fixture.clock.sinceBoot))
        try fixture.store.unhide("occurrence")
        fixture.clock.pass(10)
        await time.retry(arms: false)
        #expect(try fixture.pending() == ["i 3590", "d 10790"])
        #expect(armed == nil)
    }

    /// What another zone moves into the past is late; a date that passes until that can be written was on time.
    @Test func aDateOfTheOutageIsNotLate() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        fixture.clock.pass(3 * 3_600)
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3 * 3_600))
        let earlier = time.dueInstant.available
        try fixture.store.refuse("UPDATE", on: "pending")
        let first = fixture.clock.now
        await time.replan(arms: false)
        for _ in 0..<3 {
            fixture.clock.pass(10)
            await time.retry(arms: false)
            #expect(time.dueInstant.available == earlier)
        }
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        await time.retry(arms: false)
        #expect(time.dueInstant.available == first)
        #expect(armed == nil)
    }

    @Test func whatFailsAgainIsTriedAgain() async throws {
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: 500)
        time.observe()
        fixture.clock.pass(10)
        await time.retry(arms: false)
        #expect(armed == DeliveryQueue.retryTime(at: fixture.clock.sinceBoot))
    }
}
