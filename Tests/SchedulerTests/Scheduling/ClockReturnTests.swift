import AgentInterface
import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let hour: Int64 = 3_600
private let day: Int64 = 86_400

/// A clock that is set back and forward again in one boot.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct ClockReturnTests {
    /// How the agent lives through the steps.
    enum Run: String, CaseIterable {
        case goesOn, isRestarted, isKilled
    }

    private static let toTheEpoch = SchedulerFixture.start.microseconds / 1_000_000 - 2 * hour

    private static func daily(_ text: String = "09:00") -> NotificationTrigger {
        .calendar(CalendarTrigger(spec: .onCalendar(text), repeats: true))
    }

    /// Sets the clock, and ends and starts the agent around it where that is wanted.
    private static func set(
        _ fixture: SchedulerFixture,
        by seconds: Int64,
        _ run: Run
    ) async throws -> SchedulerFixture {
        guard run != .goesOn else {
            await fixture.set(by: seconds)
            return fixture
        }
        let later = try await fixture.restarted(fixture.clock, cleanly: run == .isRestarted)
        fixture.clock.set(by: seconds)
        return try await later.begin()
    }

    @Test(arguments: [2 * day, 365 * day, toTheEpoch], Run.allCases)
    func whatWasShownIsNotShownAgain(step: Int64, run: Run) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily())
        await fixture.pass(2 * hour)
        #expect(fixture.shown == ["T"])
        fixture = try await Self.set(fixture, by: -step, run)
        let before = fixture.server.shown.count
        await fixture.pass(60)
        fixture = try await Self.set(fixture, by: step, run)
        #expect(fixture.shown.count == (run == .goesOn ? before : 0))
        #expect(try await fixture.pending() == ["T 2027-01-16 09:00"])
        let shown = fixture.shown.count
        await fixture.pass(day)
        #expect(fixture.shown.dropFirst(shown) == ["T"])
    }

    @Test(arguments: [2 * day, 365 * day, toTheEpoch], Run.allCases)
    func datesThatNeverCameDoNotCount(step: Int64, run: Run) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily(), ScheduleOptions(times: 3))
        await fixture.pass(2 * hour)
        fixture = try await Self.set(fixture, by: -step, run)
        await fixture.pass(60)
        fixture = try await Self.set(fixture, by: step, run)
        #expect(try await fixture.pending() == ["T 2027-01-16 09:00"])
        await fixture.pass(day - hour - 60)
        #expect(try await fixture.pending() == ["T 2027-01-17 09:00"])
        await fixture.pass(day)
        #expect(try await fixture.pending() == [])
        #expect(fixture.shown.suffix(2) == ["T", "T"])
    }

    /// A day goes by under the wrong clock, and its date is shown.
    @Test(arguments: Run.allCases)
    func whatIsShownUnderTheWrongClockCounts(run: Run) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily(), ScheduleOptions(times: 3))
        await fixture.pass(2 * hour)
        fixture = try await Self.set(fixture, by: -10 * day, run)
        await fixture.pass(day)
        #expect(try await fixture.pending() == ["T 2027-01-07 09:00"])
        fixture = try await Self.set(fixture, by: 10 * day, run)
        // The third date passed meanwhile.
        #expect(fixture.shown.last == "T: was due 09:00 (1 h ago)")
        #expect(try await fixture.pending() == [])
    }

    @Test(arguments: Run.allCases)
    func whatPassedMeanwhileIsLate(run: Run) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily(), ScheduleOptions(late: .show))
        await fixture.pass(2 * hour)
        fixture = try await Self.set(fixture, by: -2 * day, run)
        fixture = try await Self.set(fixture, by: 5 * day, run)
        let note = "was due 3 times since Sat 16 Jan 09:00, last 09:00 (1 h ago)"
        #expect(fixture.shown.last == "T: \(note)")
    }

    /// The clock was wrong when it was ahead; a small step after that leads nowhere near.
    @Test func aStepThatDoesNotLeadBackMakesWhatItPassesLate() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily("*:00"), ScheduleOptions(late: .show))
        await fixture.set(by: 30 * day)
        await fixture.set(by: -30 * day)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        await fixture.set(by: 3 * hour)
        #expect(fixture.shown.last == "T: was due 3 times since 09:00, last 11:00")
    }

    @Test func anotherBootKnowsNothingOfTheClockBefore() async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily(), ScheduleOptions(late: .show))
        await fixture.pass(2 * hour)
        await fixture.set(by: -10 * day)
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        fixture = try await fixture.restarted(clock).begin()
        await fixture.set(by: 3 * day)
        #expect(fixture.shown == ["T: was due 3 times since Wed 6 Jan 09:00, last 09:00 (1 h ago)"])
    }

    // MARK: A clock that was ahead

    @Test(arguments: Run.allCases)
    func whatEndedUnderAWrongClockGoesOn(run: Run) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        let until = SchedulerFixture.start.advanced(byMicroseconds: 3 * day * 1_000_000)
        try await fixture.add("times", Self.daily(), ScheduleOptions(late: .show, times: 3))
        try await fixture.add("until", Self.daily(), ScheduleOptions(late: .show, until: until))
        fixture = try await Self.set(fixture, by: 3_650 * day, run)
        #expect(fixture.shown.count == 2)
        #expect(try await fixture.pending() == [])
        fixture = try await Self.set(fixture, by: -3_650 * day, run)
        #expect(
            try await fixture.pending() == ["times 2027-01-15 09:00", "until 2027-01-15 09:00"]
        )
        for _ in 0..<5 { await fixture.pass(day) }
        #expect(try await fixture.pending() == [])
        // The third date was shown under the wrong clock.
        #expect(fixture.shown.count { $0.hasPrefix("times") } == (run == .goesOn ? 3 : 2))
    }

    /// The clock was right when they came to their end, and comes back there.
    @Test(arguments: Run.allCases)
    func whatHasEndedDoesNotGoOnOnceTheClockIsBack(run: Run) async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        let until = SchedulerFixture.start.advanced(byMicroseconds: 3 * day * 1_000_000)
        try await fixture.add("times", Self.daily(), ScheduleOptions(late: .show, times: 3))
        try await fixture.add("until", Self.daily(), ScheduleOptions(late: .show, until: until))
        try await fixture.add(
            "days",
            Self.daily("2027-01-15..17 09:00"),
            ScheduleOptions(late: .show)
        )
        await fixture.set(by: 10 * day)
        #expect(fixture.shown.count == 3)
        for _ in 0..<2 {
            fixture = try await Self.set(fixture, by: -10 * day, run)
            #expect(try await fixture.pending().count == 3)
            let before = fixture.server.shown.count
            fixture = try await Self.set(fixture, by: 10 * day, run)
            #expect(fixture.shown.count == (run == .goesOn ? before : 0))
            #expect(try await fixture.pending() == [])
            #expect(try await fixture.scheduler.store.counts().pending == 0)
        }
    }

    @Test func whatHasEndedIsInNoListAndGoesWithItsName() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        for name in ["removed", "replaced", "kept"] {
            try await fixture.add(name, Self.daily(), ScheduleOptions(late: .show, times: 3))
        }
        await fixture.set(by: 10 * day)
        let store = await fixture.scheduler.store
        #expect(try store.counts().pending == 0)
        #expect(try store.pending(app: nil, identifier: "kept").isEmpty)
        #expect(try await fixture.scheduler.pending(app: nil).isEmpty)
        let selection = RemovalSelection(choice: .identifiers(["removed"]), appID: AgentNames.app)
        #expect(try store.remove(selection).pending.isEmpty)
        try await fixture.add("replaced", Self.daily("10:00"))
        await fixture.set(by: -10 * day)
        #expect(
            try await fixture.pending() == ["kept 2027-01-15 09:00", "replaced 2027-01-15 10:00"]
        )
        #expect(try store.counts().pending == 2)
    }

    @Test func whatEndedLongAgoIsForgotten() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily(), ScheduleOptions(late: .show, times: 3))
        await fixture.set(by: 10 * day)
        await fixture.pass(40 * day)
        await fixture.set(by: -50 * day)
        #expect(try await fixture.pending() == [])
    }

    // MARK: A machine that was off

    @Test func datesCountWhileTheMachineIsOff() async throws {
        var fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("T", Self.daily(), ScheduleOptions(late: .show, times: 4))
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        clock.pass(2 * day + 2 * hour)
        fixture = try await fixture.restarted(clock).begin()
        #expect(
            fixture.shown == ["T: was due 3 times since Fri 15 Jan 09:00, last 09:00 (1 h ago)"]
        )
        await fixture.pass(day)
        #expect(fixture.shown.count == 2)
        #expect(try await fixture.pending() == [])
    }
}
