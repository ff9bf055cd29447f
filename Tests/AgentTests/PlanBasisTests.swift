import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let hour: Int64 = 3_600

private func on(_ event: String, zone: String? = nil) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), timeZone: zone, repeats: true))
}

/// A start finds dates anew only where what they were found with has changed.
///
/// Each request is put an hour off in the file while no agent runs: what is found anew is right again.
@Suite struct PlanBasisTests {
    private static let asAdded = [
        "fixed 2027-01-15 08:30", "floating 2027-01-15 09:00", "interval 2027-01-15 10:00",
    ]
    private static let anHourOff = [
        "fixed 2027-01-15 09:30", "floating 2027-01-15 10:00", "interval 2027-01-15 11:00",
    ]

    /// A desk that has ended, with its requests an hour off.
    private func ended(
        cleanly: Bool = true,
        zone: ManualZone = ManualZone()
    ) async throws -> VirtualDesk {
        let desk = try await VirtualDesk(zone: zone).begin()
        try await desk.add("floating", on("09:00"))
        try await desk.add("fixed", on("09:30", zone: "Europe/Berlin"))
        try await desk.add(
            "interval",
            .timeInterval(microseconds: 2 * hour * 1_000_000, repeats: false)
        )
        #expect(try await desk.pending() == Self.asAdded)
        if cleanly { await desk.scheduler.end() }
        try Desk.execute("UPDATE pending SET due = due + 3600000000", on: desk.storePath)
        return desk
    }

    private func next(
        _ desk: VirtualDesk,
        _ clock: ManualClock? = nil,
        zone: ManualZone? = nil
    ) async throws -> VirtualDesk {
        try await desk.restarted(clock ?? desk.clock, zone: zone, cleanly: false).begin()
    }

    @Test func whatHasNotChangedIsNotFoundAnew() async throws {
        let desk = try await next(try await ended())
        #expect(try await desk.pending() == Self.anHourOff)
        // Nor at the end of the next one.
        await desk.scheduler.end()
        #expect(try await next(desk).pending() == Self.anHourOff)
    }

    @Test func anAgentThatWasKilledLeavesNothingToRelyOn() async throws {
        let desk = try await next(try await ended(cleanly: false))
        #expect(try await desk.pending() == Self.asAdded)
    }

    @Test func oneThatWasKilledAfterAQuickStartNeither() async throws {
        let desk = try await next(try await ended())
        #expect(try await next(desk).pending() == Self.asAdded)
    }

    @Test func anotherZoneCounts() async throws {
        let zone = ManualZone(FixedZone(identifier: "elsewhere", offset: -3_600))
        let desk = try await next(try await ended(), zone: zone)
        #expect(
            try await desk.pending() == [
                "fixed 2027-01-15 08:30", "floating 2027-01-15 10:00", "interval 2027-01-15 11:00",
            ]
        )
    }

    @Test func otherRulesOfTheSameZoneCount() async throws {
        let desk = try await next(
            try await ended(),
            zone: ManualZone(FixedZone(identifier: "UTC", offset: 60))
        )
        #expect(try await desk.pending().contains("floating 2027-01-15 08:59"))
    }

    @Test func aZoneThatChangedBeforeTheEndAndWasNotActedOnCounts() async throws {
        let zone = ManualZone()
        let desk = try await VirtualDesk(zone: zone).begin()
        try await desk.add("floating", on("09:00"))
        zone.change(to: FixedZone(identifier: "elsewhere", offset: -3_600))
        await desk.scheduler.end()
        #expect(try await next(desk).pending() == ["floating 2027-01-15 10:00"])
    }

    @Test func aClockThatIsEarlierCounts() async throws {
        let desk = try await ended()
        desk.clock.set(by: -60)
        #expect(try await next(desk).pending().prefix(2) == Self.asAdded.prefix(2))
    }

    @Test func intervalsFollowAClockThatWasSet() async throws {
        let desk = try await ended()
        desk.clock.set(by: 60)
        // What follows the calendar stands where it was.
        #expect(
            try await next(desk).pending() == [
                "fixed 2027-01-15 09:30", "floating 2027-01-15 10:00", "interval 2027-01-15 10:01",
            ]
        )
    }

    @Test func intervalsAreTakenOverToAnotherBoot() async throws {
        let desk = try await ended()
        let clock = ManualClock(boot: "boot-2", now: VirtualDesk.start)
        let later = try await next(desk, clock)
        #expect(try await later.pending() == Self.anHourOff)
        await later.pass(3 * hour)
        #expect(later.shown.contains("interval"))
    }

    @Test func aClockThatWasSetBeforeTheEndAndNotActedOnCounts() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("floating", on("09:00"))
        desk.clock.set(by: -24 * hour)
        await desk.scheduler.end()
        #expect(try await next(desk).pending() == ["floating 2027-01-14 09:00"])
    }

    /// Up to a date that lies ahead it counts as dealt with, until it is found anew.
    @Test func aSkippedDateCounts() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("floating", on("09:00"))
        _ = try await desk.scheduler.skip("floating", preferring: AgentNames.app)
        await desk.scheduler.end()
        try Desk.execute("UPDATE pending SET due = due + 3600000000", on: desk.storePath)
        #expect(try await next(desk).pending() == ["floating 2027-01-16 09:00"])
    }

    /// What an import brought so far is found in the zone of that moment, and stored in another one.
    @Test(arguments: [true, false])
    func whatAnImportBroughtBeforeAChangeCounts(hasClock: Bool) async throws {
        let zone = ManualZone()
        let desk = try await VirtualDesk(zone: zone).begin()
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "floating",
            content: NotificationContent(title: "T"),
            trigger: on("09:00")
        )
        let entry = Variant.dictionary([("list", .string("pending")), ("request", request.record)])
        func call(_ entries: [Variant], hasMore: Bool) -> ImportCall {
            ImportCall(
                entries: entries.map(ImportCall.Entry.record),
                files: [],
                sender: ":1.1",
                requester: "",
                hasMore: hasMore
            )
        }
        _ = try await desk.scheduler.take(call([entry], hasMore: true))
        if hasClock {
            await desk.set(by: -24 * hour)
        } else {
            zone.change(to: FixedZone(identifier: "elsewhere", offset: -3_600))
            await desk.scheduler.handle(ClockEvent.zoneChanged)
        }
        _ = try await desk.scheduler.take(call([], hasMore: false))
        let date = hasClock ? "floating 2027-01-14 09:00" : "floating 2027-01-15 10:00"
        #expect(try await desk.pending() == [date])
        await desk.scheduler.end()
        #expect(try await next(desk).pending() == [date])
    }

    @Test func whatIsWrittenIsRead() throws {
        let basis = PlanBasis(
            boot: "a boot",
            offset: -1,
            now: VirtualDesk.start,
            version: "1.0",
            zones: "Europe/Berlin 12\nUTC "
        )
        #expect(PlanBasis(basis.text) == basis)
        for text in ["", "a\nb\nc\nd\ne", "a\n1\n2\n3"] { #expect(PlanBasis(text) == nil) }
    }
}
