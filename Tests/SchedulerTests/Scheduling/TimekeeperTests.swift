import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// What the store does not take when clocks or zones change.
@Suite struct TimekeeperTests {
    private let fixture: ComponentFixture
    private let time: Timekeeper

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
        let daily = NotificationTrigger.calendar(CalendarTrigger(spec: .onCalendar("12:00")))
        try fixture.add(fixture.request("d", daily))
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: -86_400)
        await time.clockWasSet(arms: false)
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        #expect(try fixture.pending() == ["i 89990", "d 100790"])
        await time.retry(arms: false)
        #expect(try fixture.pending() == ["i 3590", "d 14390"])
    }

    /// What another zone moves into the past is late; a date that passes until that can be written was on time.
    @Test func aDateOfTheOutageIsNotLate() async throws {
        let daily = NotificationTrigger.calendar(CalendarTrigger(spec: .onCalendar("12:00")))
        try fixture.add(fixture.request("d", daily))
        fixture.clock.pass(3 * 3_600)
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3 * 3_600))
        let earlier = time.moment.available
        try fixture.store.refuse("UPDATE", on: "pending")
        let first = fixture.clock.now
        await time.replan(arms: false)
        for _ in 0..<3 {
            fixture.clock.pass(10)
            await time.retry(arms: false)
            #expect(time.moment.available == earlier)
        }
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        await time.retry(arms: false)
        #expect(time.moment.available == first)
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
