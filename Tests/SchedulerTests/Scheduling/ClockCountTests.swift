import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600

/// What counts of dates that passed, were skipped or are others in another zone, once the clock is set.
///
/// It begins at 08:00 on Friday 2027-01-15, in UTC.
@Suite struct ClockCountTests {
    private static func on(_ text: String, repeats: Bool = true) -> NotificationTrigger {
        .calendar(CalendarTrigger(spec: .onCalendar(text), repeats: repeats))
    }

    private static let all = RemovalSelection(
        choice: .identifiers(["T"]),
        appID: AgentNames.app
    )

    private static func moveToBerlin(_ fixture: SchedulerFixture) async throws {
        fixture.zone.change(to: try #require(SystemZone(named: "Europe/Berlin")))
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
    }

    @Test(arguments: [true, false])
    func anotherDateAtTheInstantOfASkippedOneIsLate(isRestarted: Bool) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.on("10,11:00"), ScheduleOptions(late: .show))
        _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        try await Self.moveToBerlin(fixture)
        // 10:00 is left out in Berlin, too, and 11:00 is what was 10:00.
        #expect(try await fixture.pending() == ["T 2027-01-15 10:00"])
        if isRestarted {
            fixture = try await fixture.restarted(fixture.clock, cleanly: false).begin()
        }
        await fixture.set(by: 3 * hour)
        #expect(fixture.shown.count == 1)
        #expect(fixture.server.shown.last?.occurrences.latest.seconds == 1_800_000_000 + 2 * hour)
    }

    @Test func datesThatPassWhileItIsPausedCountNoMoreOnceTheyLieAhead() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.on("*:00"), ScheduleOptions(times: 3))
        _ = try await fixture.scheduler.pause(Self.all)
        await fixture.pass(90 * minute)
        _ = try await fixture.scheduler.resume(Self.all)
        #expect(try await fixture.pending() == ["T 2027-01-15 10:00"])
        await fixture.set(by: -hour)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        for _ in 0..<5 { await fixture.pass(hour) }
        #expect(fixture.shown.count == 3)
        #expect(try await fixture.pending() == [])
    }

    @Test func whatEndedWhileItWasPausedGoesOnOnceItsDatesLieAhead() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.on("*:00"), ScheduleOptions(times: 1))
        _ = try await fixture.scheduler.pause(Self.all)
        await fixture.pass(90 * minute)
        _ = try await fixture.scheduler.resume(Self.all)
        #expect(try await fixture.pending() == [])
        await fixture.set(by: -hour)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        await fixture.pass(hour)
        #expect(fixture.shown == ["T"])
        #expect(try await fixture.pending() == [])
    }

    @Test func aRequestThatIsNamedTwiceEndsOnce() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.on("*:00"), ScheduleOptions(times: 1))
        _ = try await fixture.scheduler.pause(Self.all)
        await fixture.pass(90 * minute)
        let twice = RemovalSelection(choice: .identifiers(["T", "T"]), appID: AgentNames.app)
        #expect(try await fixture.scheduler.resume(twice).map(\.identifier) == ["T"])
        #expect(try StoreCheck.problems(of: fixture.storePath, limit: 5) == [])
    }

    @Test(arguments: [true, false])
    func whatWasMissedBeforeTheLastDateComesOnceItLiesAhead(isLastSkipped: Bool) async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let until = SchedulerFixture.start.advanced(byMicroseconds: 2 * hour * 1_000_000)
        try await fixture.add("T", Self.on("*:00"), ScheduleOptions(late: .skip, until: until))
        await fixture.sleep(70 * minute)
        #expect(fixture.shown == [])
        if isLastSkipped {
            _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        }
        await fixture.pass(hour)
        #expect(fixture.shown == (isLastSkipped ? [] : ["T"]))
        #expect(try await fixture.pending() == [])
        await fixture.set(by: -100 * minute)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        await fixture.pass(4 * hour)
        #expect(fixture.shown == (isLastSkipped ? ["T"] : ["T", "T"]))
        #expect(try await fixture.pending() == [])
    }

    @Test func whatHasNoDateInAnotherZoneIsNotLost() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.on("2027-01-15 08:30", repeats: false))
        try await Self.moveToBerlin(fixture)
        #expect(try await fixture.pending() == ["T 2027-01-15 08:30"])
        await fixture.set(by: -hour)
        #expect(try await fixture.pending() == ["T 2027-01-15 07:30"])
        await fixture.set(by: hour)
        #expect(fixture.shown.count == 1)
        #expect(try await fixture.pending() == [])
    }
}
