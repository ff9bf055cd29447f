import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let hour: Int64 = 3_600

private func on(_ event: String, zone: String? = nil) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), timeZone: zone, repeats: true))
}

/// A start recomputes dates only if what they were computed with has changed.
///
/// Each request is put an hour off in the file while no agent runs: what is recomputed is right again.
@Suite struct ScheduleFingerprintTests {
    private static let asAdded = [
        "fixed 2027-01-15 08:30", "floating 2027-01-15 09:00", "interval 2027-01-15 10:00",
    ]
    private static let anHourOff = [
        "fixed 2027-01-15 09:30", "floating 2027-01-15 10:00", "interval 2027-01-15 11:00",
    ]

    /// A fixture that has ended, with its requests an hour off.
    private func ended(
        cleanly: Bool = true,
        zone: ManualZone = ManualZone()
    ) async throws -> SchedulerFixture {
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("floating", on("09:00"))
        try await fixture.add("fixed", on("09:30", zone: "Europe/Berlin"))
        try await fixture.add(
            "interval",
            .timeInterval(microseconds: 2 * hour * 1_000_000, repeats: false)
        )
        #expect(try await fixture.pending() == Self.asAdded)
        if cleanly { await fixture.scheduler.end() }
        try AgentFixture.execute("UPDATE pending SET due = due + 3600000000", on: fixture.storePath)
        return fixture
    }

    private func next(
        _ fixture: SchedulerFixture,
        _ clock: ManualClock? = nil,
        zone: ManualZone? = nil
    ) async throws -> SchedulerFixture {
        try await fixture.restarted(clock ?? fixture.clock, zone: zone, cleanly: false).begin()
    }

    @Test func whatHasNotChangedIsNotFoundAnew() async throws {
        let fixture = try await next(try await ended())
        #expect(try await fixture.pending() == Self.anHourOff)
        // Nor at the end of the next one.
        await fixture.scheduler.end()
        #expect(try await next(fixture).pending() == Self.anHourOff)
    }

    @Test func anAgentThatWasKilledLeavesNothingToRelyOn() async throws {
        let fixture = try await next(try await ended(cleanly: false))
        #expect(try await fixture.pending() == Self.asAdded)
    }

    @Test func oneThatWasKilledAfterAQuickStartNeither() async throws {
        let fixture = try await next(try await ended())
        #expect(try await next(fixture).pending() == Self.asAdded)
    }

    @Test func anotherZoneCounts() async throws {
        let zone = ManualZone(FixedZone(identifier: "elsewhere", offset: -3_600))
        let fixture = try await next(try await ended(), zone: zone)
        #expect(
            try await fixture.pending() == [
                "fixed 2027-01-15 08:30", "floating 2027-01-15 10:00", "interval 2027-01-15 11:00",
            ]
        )
    }

    @Test func otherRulesOfTheSameZoneCount() async throws {
        let fixture = try await next(
            try await ended(),
            zone: ManualZone(FixedZone(identifier: "UTC", offset: 60))
        )
        #expect(try await fixture.pending().contains("floating 2027-01-15 08:59"))
    }

    @Test func aZoneThatChangedBeforeTheEndAndWasNotActedOnCounts() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("floating", on("09:00"))
        zone.change(to: FixedZone(identifier: "elsewhere", offset: -3_600))
        await fixture.scheduler.end()
        #expect(try await next(fixture).pending() == ["floating 2027-01-15 10:00"])
    }

    @Test func aClockThatIsEarlierCounts() async throws {
        let fixture = try await ended()
        fixture.clock.set(by: -60)
        #expect(try await next(fixture).pending().prefix(2) == Self.asAdded.prefix(2))
    }

    @Test func intervalsFollowAClockThatWasSet() async throws {
        let fixture = try await ended()
        fixture.clock.set(by: 60)
        // What follows the calendar stands where it was.
        #expect(
            try await next(fixture).pending() == [
                "fixed 2027-01-15 09:30", "floating 2027-01-15 10:00", "interval 2027-01-15 10:01",
            ]
        )
    }

    @Test func intervalsAreTakenOverToAnotherBoot() async throws {
        let fixture = try await ended()
        let clock = ManualClock(boot: "boot-2", now: SchedulerFixture.start)
        let later = try await next(fixture, clock)
        #expect(try await later.pending() == Self.anHourOff)
        await later.pass(3 * hour)
        #expect(later.shown.contains("interval"))
    }

    @Test func aClockThatWasSetBeforeTheEndAndNotActedOnCounts() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("floating", on("09:00"))
        fixture.clock.set(by: -24 * hour)
        await fixture.scheduler.end()
        #expect(try await next(fixture).pending() == ["floating 2027-01-14 09:00"])
    }

    /// It stays skipped when all dates are recomputed.
    @Test(arguments: [true, false])
    func aSkippedDateCounts(isCleanEnd: Bool) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("floating", on("09:00"))
        _ = try await fixture.scheduler.skip("floating", preferring: AgentNames.app)
        let later = try await fixture.restarted(fixture.clock, cleanly: isCleanEnd).begin()
        #expect(try await later.pending() == ["floating 2027-01-16 09:00"])
    }

    /// What an import brought so far is found in the zone of that moment, and stored in another one.
    @Test(arguments: [true, false])
    func whatAnImportBroughtBeforeAChangeCounts(hasClock: Bool) async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "floating",
            content: NotificationContent(title: "T"),
            trigger: on("09:00")
        )
        let entry = Variant.dictionary([("list", .string("pending")), ("request", request.record)])
        func call(_ entries: [Variant], hasMore: Bool) -> ImportCall {
            ImportCall(
                entries: ImportRecords(records: entries),
                sender: ":1.1",
                requester: "",
                hasMore: hasMore
            )
        }
        _ = try await fixture.scheduler.handle(call([entry], hasMore: true))
        if hasClock {
            await fixture.set(by: -24 * hour)
        } else {
            zone.change(to: FixedZone(identifier: "elsewhere", offset: -3_600))
            await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        }
        _ = try await fixture.scheduler.handle(call([], hasMore: false))
        let date = hasClock ? "floating 2027-01-14 09:00" : "floating 2027-01-15 10:00"
        #expect(try await fixture.pending() == [date])
        await fixture.scheduler.end()
        #expect(try await next(fixture).pending() == [date])
    }

    @Test func whatIsWrittenIsRead() throws {
        let basis = ScheduleFingerprint(
            boot: "a boot",
            offset: .microseconds(-1),
            now: SchedulerFixture.start,
            version: "1.0",
            zones: "Europe/Berlin 12\nUTC "
        )
        #expect(ScheduleFingerprint(basis.text) == basis)
        for text in ["", "a\nb\nc\nd\ne", "a\n1\n2\n3"] {
            #expect(ScheduleFingerprint(text) == nil)
        }
    }
}
