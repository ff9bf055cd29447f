import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Failures of the store when clocks or zones change.
@Suite struct ScheduleTests {
    private let fixture: ComponentFixture
    private let schedule: Schedule
    private static let daily = NotificationTrigger.calendar(
        CalendarTrigger(spec: .onCalendar("12:00"))
    )

    init() throws {
        fixture = try ComponentFixture()
        schedule = fixture.schedule()
        try fixture.add(fixture.request("i"))
        try schedule.start()
    }

    /// When the store is used again after a failure; `nil` if it did not fail.
    private func retryTime(
        _ schedule: Schedule? = nil,
        _ fixture: ComponentFixture? = nil
    ) async -> BootTime? {
        await (schedule ?? self.schedule).arm()
        let fixture = fixture ?? self.fixture
        // The interval is due later, or is overdue.
        return fixture.clock.armed.last?.boot.flatMap {
            let left = $0 - fixture.clock.sinceBoot
            return left > .zero && left <= .seconds(60) ? $0 : nil
        }
    }

    /// They would be due by the dates of the zone before.
    @Test("Nothing is due by the wall clock until the dates of many requests are found again")
    func nothingIsDueByOldDates() async throws {
        let fixture = try ComponentFixture()
        for number in 0..<300 { try fixture.add(fixture.request("d\(number)", Self.daily)) }
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        let schedule = fixture.schedule()
        // A first part is looked at; the agent answers calls before the others are.
        try schedule.start()
        #expect(schedule.dueInstant.wall == nil)
        await schedule.arm()
        #expect(fixture.clock.armed.last?.wall == nil)
        #expect(try fixture.pending().allSatisfy { $0.hasSuffix(" 14400") })
        await schedule.handle(.zoneChanged)
        #expect(schedule.dueInstant.wall == fixture.clock.now)
        #expect(try fixture.pending().allSatisfy { $0.hasSuffix(" 10800") })
    }

    @Test("A second change of the zone while dates are found counts")
    func aSecondChangeCounts() async throws {
        let fixture = try SchedulerFixture(isQuiet: true)
        for number in 0..<300 {
            let pending = try PendingRequest(
                accepting: NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: "d\(number)",
                    content: NotificationContent(title: "T"),
                    trigger: Self.daily
                ),
                now: fixture.clock.now,
                zone: fixture.zone.current
            )
            _ = try fixture.store.add(AcceptedRequest(pending, boot: nil))
        }
        try await fixture.scheduler.start(serverOwner: SchedulerFixture.owner, bus: "a bus")
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        async let first: Void = fixture.scheduler.handle(.zoneChanged)
        async let second: Void = fixture.scheduler.handle(.zoneChanged)
        fixture.zone.change(to: FixedZone(identifier: "Further", offset: 7_200))
        async let third: Void = fixture.scheduler.handle(.zoneChanged)
        _ = await (first, second, third)
        let due = Instant(seconds: SchedulerFixture.start.seconds + 7_200)
        #expect(try fixture.store.pending(app: nil).allSatisfy { $0.due == due })
        let wall = await fixture.scheduler.run { $0.schedule.dueInstant.wall }
        #expect(wall == fixture.clock.now)
    }

    /// Nothing else may wake the agent, and nothing else says that the clock was set.
    @Test func whatCannotBeWrittenIsWrittenLater() async throws {
        let failedAt = fixture.clock.sinceBoot
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: 500)
        await schedule.handle(.clockSet)
        #expect(try fixture.pending() == ["i 3100"])
        #expect(await retryTime() == failedAt + .seconds(10))
        try fixture.store.accept("UPDATE", on: "pending")
        await schedule.handle(.due)
        #expect(try fixture.pending() == ["i 3100"])
        fixture.clock.pass(10)
        await schedule.handle(.due)
        #expect(try fixture.pending() == ["i 3590"])
        #expect(await retryTime() == nil)
    }

    @Test func datesThatCannotBeStoredAreFoundLater() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: -86_400)
        await schedule.handle(.clockSet)
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        #expect(try fixture.pending() == ["i 89990", "d 100790"])
        await schedule.handle(.due)
        #expect(try fixture.pending() == ["i 3590", "d 14390"])
    }

    @Test func datesThatCannotBeReadAreFoundLater() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        try fixture.store.hide("occurrence")
        let failedAt = fixture.clock.sinceBoot
        fixture.clock.set(by: -86_400)
        await schedule.handle(.clockSet)
        #expect(await retryTime() == failedAt + .seconds(10))
        try fixture.store.unhide("occurrence")
        fixture.clock.pass(10)
        #expect(try fixture.pending() == ["i 3590", "d 100790"])
        await schedule.handle(.due)
        #expect(try fixture.pending() == ["i 3590", "d 14390"])
        #expect(await retryTime() == nil)
    }

    /// They start when the clock became right, not when that could be written.
    @Test func whatCannotBeRestartedIsRestartedLater() async throws {
        let fixture = try ComponentFixture()
        let last = fixture.clock.now.advanced(byMicroseconds: 2 * 86_400 * ComponentFixture.second)
        try fixture.store.set(.clock, to: RememberedClock(boot: "boot-0", now: last).text)
        let schedule = fixture.schedule()
        try schedule.start()
        #expect(!schedule.observe().isTrusted)
        schedule.noteAccepted(try fixture.add(fixture.request("d", Self.daily)))
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: 3 * 86_400)
        schedule.observe()
        #expect(schedule.observe().isTrusted)
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        await schedule.handle(.due)
        // Not the date of the day that the wrong clock had.
        #expect(try fixture.pending() == ["d 14390"])
        #expect(await retryTime(schedule, fixture) == nil)
    }

    @Test func importedDatesThatCannotBeFoundAreFoundLater() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        // The import began before the zone changed.
        let planRound = schedule.observe().planRound - 1
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        try fixture.store.hide("occurrence")
        schedule.noteImported(planRound: planRound, isSettledAhead: false)
        #expect(await retryTime() == fixture.clock.sinceBoot + .seconds(10))
        try fixture.store.unhide("occurrence")
        fixture.clock.pass(10)
        await schedule.handle(.due)
        #expect(try fixture.pending() == ["i 3590", "d 10790"])
        #expect(await retryTime() == nil)
    }

    /// What another zone moves into the past is late; a date that passes until that can be written was on time.
    @Test func aDateOfTheOutageIsNotLate() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        fixture.clock.pass(3 * 3_600)
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3 * 3_600))
        let earlier = schedule.dueInstant.available
        try fixture.store.refuse("UPDATE", on: "pending")
        let first = fixture.clock.now
        await schedule.handle(.zoneChanged)
        for _ in 0..<3 {
            fixture.clock.pass(10)
            await schedule.handle(.due)
            #expect(schedule.dueInstant.available == earlier)
        }
        try fixture.store.accept("UPDATE", on: "pending")
        fixture.clock.pass(10)
        await schedule.handle(.due)
        #expect(schedule.dueInstant.available == first)
        #expect(await retryTime() == nil)
    }

    @Test("Dates that are right stay, and the timers are armed for the first")
    func datesThatAreRightStay() async throws {
        try fixture.add(fixture.request("d", Self.daily))
        await schedule.handle(.zoneChanged)
        #expect(try fixture.pending() == ["i 3600", "d 14400"])
        let due = fixture.clock.now.advanced(byMicroseconds: 14_400 * ComponentFixture.second)
        #expect(fixture.clock.armed.last?.wall == due)
    }

    @Test(
        "A clock that is set while the timers are armed makes the dates wrong that were found before"
    )
    func aStepWhileDatesAreStoredMakesThemOld() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("d", Self.daily)
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        fixture.clock.whileArming { [clock = fixture.clock] in clock.set(by: -86_400) }
        await fixture.scheduler.handle(.zoneChanged)
        let later = try await fixture.restarted(fixture.clock).begin()
        #expect(try await later.pending() == ["d 2027-01-14 11:00"])
    }

    /// Nothing else may wake the agent, so that what cannot be read is read again after a while.
    @Test("A store that cannot be read when the timers are armed is read again after ten seconds")
    func whatCannotBeReadIsReadAgainLater() async throws {
        try fixture.store.hide("delivered")
        await schedule.arm()
        #expect(fixture.clock.armed.last?.boot == fixture.clock.sinceBoot + .seconds(10))
        try fixture.store.unhide("delivered")
        await schedule.arm()
        #expect(fixture.clock.armed.last?.boot == fixture.clock.sinceBoot + .seconds(3_600))
    }

    @Test func whatFailsAgainIsTriedAgain() async throws {
        try fixture.store.refuse("UPDATE", on: "pending")
        fixture.clock.set(by: 500)
        schedule.observe()
        fixture.clock.pass(10)
        await schedule.handle(.due)
        #expect(await retryTime() == fixture.clock.sinceBoot + .seconds(10))
    }
}
