import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600
private let day: Int64 = 86_400

private func after(_ seconds: Int64, repeats: Bool = false) -> NotificationTrigger {
    .timeInterval(microseconds: seconds * 1_000_000, repeats: repeats)
}

private func on(_ event: String, zone: String? = nil, repeats: Bool = true) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), timeZone: zone, repeats: repeats))
}

private func clockOffsets(_ hours: Int64) -> FixedZone {
    FixedZone(identifier: "UTC+\(hours)", offset: hours * 3_600)
}

/// A clock that is set, a zone that changes, a machine that sleeps.
///
/// It begins at 08:00 on Friday
/// 2027-01-15.
@Suite struct ClockTests {
    @Test func aClockSetForwardFiresWhatBecameDueOnce() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        await fixture.set(by: 3 * hour)
        #expect(fixture.shown == ["T: was due 3 times since 09:00, last 11:00"])
        #expect(try await fixture.pending() == ["T 2027-01-15 12:00"])
    }

    @Test func aClockSetForwardPastOneDateIsLate() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("2027-01-15 09:00", repeats: false))
        await fixture.set(by: 3 * hour)
        #expect(fixture.shown == ["T: was due 09:00 (2 h ago)"])
    }

    @Test func aClockSetBackDeliversNothingTwice() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        for _ in 0..<3 { await fixture.pass(hour) }
        #expect(fixture.shown == ["T", "T", "T"])
        await fixture.set(by: -150 * minute)
        // It is 08:30: 09:00 to 11:00 were delivered already.
        #expect(try await fixture.pending() == ["T 2027-01-15 12:00"])
        for _ in 0..<3 { await fixture.pass(hour) }
        #expect(fixture.shown == ["T", "T", "T"])
        await fixture.pass(30 * minute)
        #expect(fixture.shown == ["T", "T", "T", "T"])
    }

    /// Not in that of their dates, where the wall clock was moved by less than a second in between.
    @Test func intervalsComeInTheOrderOfTheClockThatTheyRunOn() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("later", .timeInterval(microseconds: 60_000_010, repeats: false))
        fixture.clock.set(microseconds: 20)
        try await fixture.add("sooner", after(60))
        #expect(try await fixture.pending().map { $0.prefix(6) } == ["later ", "sooner"])
        await fixture.pass(61)
        #expect(fixture.shown == ["sooner", "later"])
    }

    @Test func aClockSetBackByYearsPutsNothingToSleep() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("daily", on("09:00"))
        try await fixture.add("interval", after(hour, repeats: true))
        await fixture.set(by: 3_650 * day)
        #expect(fixture.shown.count == 1)
        await fixture.set(by: -3_650 * day)
        #expect(
            try await fixture.pending()
                == ["daily 2027-01-15 09:00", "interval 2027-01-15 09:00"]
        )
        await fixture.pass(hour)
        #expect(Set(fixture.shown.suffix(2)) == ["daily", "interval"])
    }

    @Test(arguments: [-5 * hour, -1, 1, 7 * day])
    func intervalsDoNotCareForTheWallClock(step: Int64) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("once", after(hour))
        try await fixture.add("grid", after(90 * minute, repeats: true))
        await fixture.set(by: step)
        #expect(fixture.shown == [])
        await fixture.pass(hour)
        #expect(fixture.shown == ["once"])
        await fixture.pass(30 * minute)
        #expect(fixture.shown == ["once", "grid"])
        let due = fixture.clock.sinceBoot + .seconds(90 * minute)
        #expect(fixture.clock.armed.last == EarliestDue(boot: due))
    }

    @Test func whatIsDueInSuspendComesOnWakingUp() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        await fixture.sleep(2 * hour)
        #expect(fixture.shown == ["T: was due 09:00 (1 h ago)"])
        // Waking up is over: what comes now is on time.
        try await fixture.add("next", after(minute))
        await fixture.pass(minute)
        #expect(fixture.shown.last == "next")
    }

    @Test func aChangeOfZoneMovesWhatFollowsIt() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("floating", on("12:00"))
        try await fixture.add("fixed", on("12:00", zone: "Europe/Berlin"))
        try await fixture.add("once", on("2027-01-15 18:00", repeats: false))
        let dates = ["fixed 2027-01-15 11:00", "floating 2027-01-15 12:00"]
        #expect(try await fixture.pending() == dates + ["once 2027-01-15 18:00"])
        zone.change(to: clockOffsets(-5))
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        let moved = ["fixed 2027-01-15 11:00", "floating 2027-01-15 17:00"]
        #expect(try await fixture.pending() == moved + ["once 2027-01-15 23:00"])
        #expect(fixture.clock.armed.last?.wall == Instant(seconds: 1_800_000_000 + 3 * hour))
        #expect(zone.drops.elements == [])
    }

    /// A flight to the east: nine o'clock has passed there already.
    @Test(arguments: [nil, LateRule.skip])
    func aChangeOfZonePastADateMakesItLate(rule: LateRule?) async throws {
        let zone = ManualZone(clockOffsets(-5))
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("09:00"), ScheduleOptions(late: rule))
        await fixture.pass(4 * hour)
        zone.change(to: FixedZone.utc)
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        #expect(fixture.shown == (rule == nil ? ["T: was due 09:00 (3 h ago)"] : []))
        #expect(try await fixture.pending() == ["T 2027-01-16 09:00"])
    }

    @Test func aZoneThatChangedWhileTheAgentWasAwayCounts() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("12:00"))
        let later = try await fixture.restarted(fixture.clock, zone: ManualZone(clockOffsets(2)))
            .begin()
        #expect(try await later.pending() == ["T 2027-01-15 10:00"])
    }

    @Test func updatedRulesAreReadAnewFirst() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("12:00"))
        zone.change(to: clockOffsets(1))
        await fixture.scheduler.handle(ScheduleEvent.zoneRulesChanged)
        #expect(zone.drops.elements == ["UTC+1"])
        #expect(try await fixture.pending() == ["T 2027-01-15 11:00"])
    }

    @Test func datesThatComeAgainAreNotCountedAgain() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"), ScheduleOptions(times: 5))
        await fixture.set(by: 2 * day + 2 * hour)
        #expect(
            fixture.shown == ["T: was due 3 times since Fri 15 Jan 09:00, last 09:00 (1 h ago)"]
        )
        await fixture.set(by: -2 * day - 2 * hour)
        for _ in 0..<10 { await fixture.pass(day) }
        // 15 and 16 come by themselves, 17 was delivered, 18 and 19 are the last of five.
        #expect(fixture.shown.count == 5)
    }

    @Test func anIntervalEndsWhereTheClockWasSetPastItsEnd() async throws {
        let fixture = try await SchedulerFixture().begin()
        let end = SchedulerFixture.start.advanced(byMicroseconds: 5 * hour * 1_000_000)
        try await fixture.add("T", after(hour, repeats: true), ScheduleOptions(until: end))
        await fixture.pass(hour)
        #expect(fixture.shown == ["T"])
        await fixture.set(by: day)
        await fixture.pass(hour)
        #expect(fixture.shown == ["T"])
        #expect(try await fixture.pending() == [])
    }

    @Test func anIntervalThatIsDueBeforeTheClocksEventKeepsItsGrid() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour, repeats: true))
        fixture.clock.set(by: -10 * day)
        await fixture.pass(hour)
        await fixture.scheduler.handle(ScheduleEvent.clockSet)
        #expect(fixture.shown == ["T"])
        #expect(
            fixture.clock.armed.last
                == EarliestDue(boot: fixture.clock.sinceBoot + .seconds(hour))
        )
    }

    @Test func anIntervalThatIsSkippedBeforeTheClocksEventKeepsItsGrid() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour, repeats: true))
        fixture.clock.set(by: -10 * day)
        _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        await fixture.scheduler.handle(ScheduleEvent.clockSet)
        #expect(
            fixture.clock.armed.last
                == EarliestDue(boot: fixture.clock.sinceBoot + .seconds(2 * hour))
        )
    }

    @Test func whatIsSkippedWhileDatesArePlannedAnewStaysSkipped() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        await fixture.pass(hour)
        fixture.clock.set(by: -30 * minute)
        fixture.clock.whileArming {
            _ = try? await fixture.scheduler.skip("T", preferring: AgentNames.app)
        }
        await fixture.scheduler.handle(ScheduleEvent.clockSet)
        #expect(try await fixture.pending() == ["T 2027-01-17 09:00"])
    }

    // MARK: What wakes the machine

    @Test func whatIsDueAlreadyArmsNoAlarm() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour), ScheduleOptions(wakes: true))
        await fixture.scheduler.plan()
        #expect(fixture.clock.armed.last?.wake != nil)
        // The wall clock is a little ahead of the clock since boot, as it may be.
        fixture.clock.pass(hour - 1)
        fixture.clock.set(by: 1)
        await fixture.scheduler.handle(ScheduleEvent.due)
        #expect(fixture.shown == [])
        #expect(fixture.clock.armed.last?.wake == nil)
        await fixture.pass(1)
        #expect(fixture.shown == ["T"])
    }

    @Test func aClockThatCannotBeRightArmsNoAlarm() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"), ScheduleOptions(wakes: true))
        let clock = ManualClock(boot: "boot-2", now: Instant(seconds: 315_532_800))
        let later = try await fixture.restarted(clock).begin()
        #expect(later.clock.armed.last == EarliestDue(boot: clock.sinceBoot + .seconds(600)))
    }

    // MARK: A wrong clock at boot

    /// The fixture after a boot at which the clock was at 1980.
    private func wrongBoot() async throws -> SchedulerFixture {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("daily", on("09:00"))
        try await fixture.add("interval", after(2 * hour))
        let clock = ManualClock(boot: "boot-2", now: Instant(seconds: 315_532_800))
        return try await fixture.restarted(clock).begin()
    }

    @Test func calendarDatesWaitForAClockThatCannotBeRight() async throws {
        let fixture = try await wrongBoot()
        #expect(
            fixture.clock.armed.last == EarliestDue(boot: fixture.clock.sinceBoot + .seconds(600))
        )
        let reply = try await fixture.add("new", on("10:00"))
        #expect(
            reply.remarks.last
                == "the clock is not right yet; the dates are computed again once it is set"
        )
        try await fixture.add("short", after(minute))
        await fixture.pass(minute)
        #expect(fixture.shown == ["short"])
        // It is set to 11:00 of the day before.
        await fixture.set(by: 1_800_000_000 + 3 * hour - 315_532_800 - minute)
        #expect(
            fixture.shown == [
                "short", "daily: was due 09:00 (2 h ago)", "interval: was due 10:00 (1 h ago)",
            ]
        )
        #expect(
            try await fixture.pending() == ["daily 2027-01-16 09:00", "new 2027-01-16 10:00"]
        )
    }

    @Test func theWaitForTheClockHasAnEnd() async throws {
        let fixture = try await wrongBoot()
        await fixture.pass(599)
        #expect(
            try await fixture.pending() == ["daily 2027-01-15 09:00", "interval 2027-01-15 10:00"]
        )
        await fixture.pass(1)
        // The clock is taken as it is: what repeats goes on from here.
        #expect(try await fixture.pending().first == "daily 1980-01-01 09:00")
        #expect(fixture.clock.armed.last?.wall == Instant(seconds: 315_532_800 + 9 * hour))
    }

    @Test func aClockThatWasSetBackInTheSameBootIsMeant() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("daily", on("09:00"))
        await fixture.scheduler.end()
        fixture.clock.set(by: -day)
        let later = try await fixture.restarted(fixture.clock).begin()
        #expect(try await later.pending() == ["daily 2027-01-14 09:00"])
    }
}
