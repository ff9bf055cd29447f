import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Failures of the store when clocks or zones change.
@Suite struct TimekeeperTests {
    private let fixture: ComponentFixture
    private let time: Schedule
    private static let daily = NotificationTrigger.calendar(
        CalendarTrigger(spec: .onCalendar("12:00"))
    )

    init() throws {
        fixture = try ComponentFixture()
        time = fixture.schedule()
        try fixture.add(fixture.request("i"))
        try time.start()
    }

    private var armed: Int64? { time.limited(EarliestDue()).boot }

    /// They would be due by the dates of the zone before.
    @Test("Nothing is due by the wall clock until the dates of many requests are found again")
    func nothingIsDueByOldDates() async throws {
        let fixture = try ComponentFixture()
        for number in 0..<300 { try fixture.add(fixture.request("d\(number)", Self.daily)) }
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        let time = fixture.schedule()
        // A first part is looked at; the agent answers calls before the others are.
        try time.start()
        #expect(time.dueInstant.wall == nil)
        #expect(time.limited(EarliestDue(wall: fixture.clock.now)).wall == nil)
        #expect(try fixture.pending().allSatisfy { $0.hasSuffix(" 14400") })
        await time.replan(arms: false)
        #expect(time.dueInstant.wall == fixture.clock.now)
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
        await time.clockWasSet(arms: false)
        #expect(try fixture.pending() == ["i 3100"])
        #expect(armed == Schedule.retryTime(at: failedAt))
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
        #expect(armed == Schedule.retryTime(at: failedAt))
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
        let time = fixture.schedule()
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
        let stage = ImportStage(planRound: time.planRound - 1)
        fixture.zone.change(to: FixedZone(identifier: "East", offset: 3_600))
        try fixture.store.hide("occurrence")
        time.noteImported(stage)
        #expect(armed == Schedule.retryTime(at: fixture.clock.sinceBoot))
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
        #expect(armed == Schedule.retryTime(at: fixture.clock.sinceBoot))
    }
}
