import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Dates that are found again, and timers that are armed in order.
@Suite struct PlannerTests {
    private let fixture: ComponentFixture
    private let planner: Planner

    init() throws {
        fixture = try ComponentFixture()
        planner = Planner(fixture.context)
    }

    private func addDaily() throws {
        try fixture.add(
            fixture.request("r", .calendar(CalendarTrigger(spec: .onCalendar("12:00"))))
        )
    }

    private func plan() throws -> Plans {
        var work = try planner.begin()
        while try !planner.goOn(&work) {}
        return work.plans
    }

    @Test("Dates are found in parts of a bounded number of requests")
    func datesAreFoundInParts() throws {
        for number in 0..<300 {
            let spec = CalendarSpec.onCalendar("12:00")
            let trigger = NotificationTrigger.calendar(CalendarTrigger(spec: spec, repeats: true))
            try fixture.add(fixture.request("r\(number)", trigger))
        }
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        var work = try planner.begin()
        var counts: [Int] = []
        var isComplete = false
        while !isComplete {
            let before = work.plans.count
            isComplete = try planner.goOn(&work)
            counts.append(work.plans.count - before)
        }
        #expect(counts == [Planner.maxRequestsOfPart, Planner.maxRequestsOfPart, 44])
        #expect(work.plans.moved.count == 300)
    }

    @Test func datesThatAreRightStay() throws {
        try addDaily()
        let plans = try plan()
        #expect(plans.count == 1)
        #expect(plans.moved.isEmpty)
        #expect(plans.earliest == fixture.clock.now.advanced(byMicroseconds: 14_400_000_000))
    }

    /// What was found before the clock was set again is stored, and is not taken for right.
    @Test func aStepWhileDatesAreStoredMakesThemOld() throws {
        try addDaily()
        #expect(try planner.restore(returnedBy: nil, isClockTrusted: true))
        let plans = try plan()
        planner.invalidate()
        try planner.store(plans)
        try planner.rememberFingerprint()
        #expect(try fixture.store.removeMetadata(.fingerprint) == nil)
    }

    @Test func intervalsFollowTheClockSinceBoot() throws {
        try fixture.add(fixture.request("i"))
        fixture.clock.set(by: 500)
        try planner.alignIntervals(isClockTrusted: true)
        #expect(try fixture.pending() == ["i 3600"])
    }

    /// Nothing else may wake the agent, so that what cannot be read is read again after a while.
    @Test func whatCannotBeReadIsReadAgainLater() async throws {
        let later = Schedule.retryTime(at: fixture.clock.sinceBoot)
        await planner.arm { () throws(RequestError) in throw RequestError(.storage, "full") }
        await planner.arm { () throws(RequestError) in EarliestDue(boot: 9) }
        #expect(fixture.clock.armed.map(\.boot) == [later, 9])
    }
}
