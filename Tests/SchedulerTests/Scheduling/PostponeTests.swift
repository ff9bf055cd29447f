import AgentInterface
import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600

private func after(_ seconds: Int64, repeats: Bool = false) -> NotificationTrigger {
    .timeInterval(microseconds: seconds * 1_000_000, repeats: repeats)
}

private func on(_ event: String, repeats: Bool = true) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), repeats: repeats))
}

extension SchedulerFixture {
    fileprivate func snooze(_ name: String, _ seconds: Int64) async throws -> AddReply {
        try await scheduler.snooze(
            name,
            preferring: AgentNames.app,
            microseconds: seconds * 1_000_000
        )
    }

    fileprivate func refusal(of name: String) async -> String? {
        let error = await #expect(throws: RequestError.self) {
            _ = try await self.snooze(name, 600)
        }
        return error?.message
    }
}

/// What is snoozed before it is due.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct PostponeTests {
    @Test(arguments: [
        (after(hour), "once, after 1 h 10 min"),
        (on("2027-01-15 09:00", repeats: false), "once, on 15 January 2027 at 09:10"),
    ])
    func whatFiresOnceMovesByTheSpan(trigger: NotificationTrigger, words: String) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", trigger)
        await fixture.pass(minute)
        let reply = try await fixture.snooze("T", 10 * minute)
        #expect(reply.identifier == "T")
        #expect(reply.understood == words)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:10"])
        await fixture.pass(hour)
        #expect(fixture.shown == [])
        await fixture.set(by: 0)
        await fixture.pass(10 * minute)
        #expect(fixture.shown == ["T"])
        #expect(try await fixture.delivered() == ["T"])
        #expect(try await fixture.history() == ["T snoozed", "T delivered"])
    }

    @Test func aMovedDateFollowsTheZone() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("2027-01-15 12:00", repeats: false))
        _ = try await fixture.snooze("T", hour)
        zone.change(to: FixedZone(identifier: "UTC+1", offset: 3_600))
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        #expect(try await fixture.pending() == ["T 2027-01-15 12:00"])
    }

    /// The date that moved is one of the wall clock, as all dates of a request without a zone.
    @Test func aPostponedDateDoesNotComeTwiceInAnotherZone() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("12:00"))
        _ = try await fixture.snooze("T", 10 * minute)
        let here = ["T.snoozed 2027-01-15 12:10", "T 2027-01-16 12:00"]
        #expect(try await fixture.pending() == here)
        let zones = [
            (
                FixedZone(identifier: "UTC+1", offset: 3_600),
                ["T.snoozed 2027-01-15 11:10", "T 2027-01-16 11:00"]
            ),
            (.utc, here),
            (
                FixedZone(identifier: "UTC-5", offset: -18_000),
                ["T.snoozed 2027-01-15 17:10", "T 2027-01-16 17:00"]
            ),
        ]
        for (other, expected) in zones {
            zone.change(to: other)
            await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
            #expect(try await fixture.pending() == expected)
        }
        // Nor where the agent did not run when the zone changed.
        let later = try await fixture.restarted(fixture.clock, zone: ManualZone(), cleanly: false)
            .begin()
        #expect(try await later.pending() == here)
        await later.pass(5 * hour)
        #expect(later.shown == ["T"])
    }

    @Test func oneThatWaitsForTheServerIsPostponedFromNow() async throws {
        let fixture = try await SchedulerFixture().begin(serverPresent: false)
        try await fixture.add("T", after(minute))
        try await fixture.add("N", .immediate)
        await fixture.pass(hour)
        _ = try await fixture.snooze("T", 10 * minute)
        _ = try await fixture.snooze("N", 20 * minute)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:10", "N 2027-01-15 09:20"])
        await fixture.serverReady()
        #expect(fixture.shown == [])
        await fixture.pass(20 * minute)
        #expect(fixture.shown == ["T", "N"])
    }

    @Test(arguments: [on("*:00"), after(hour, repeats: true)])
    func ofWhatRepeatsTheNextDateMovesAlone(trigger: NotificationTrigger) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", trigger, ScheduleOptions(times: 3))
        let reply = try await fixture.snooze("T", 10 * minute)
        #expect(reply.identifier == "T.snoozed")
        let isDate = trigger.calendar != nil
        #expect(
            reply.understood
                == (isDate ? "once, on 15 January 2027 at 09:10" : "once, after 1 h 10 min")
        )
        #expect(
            try await fixture.pending() == ["T.snoozed 2027-01-15 09:10", "T 2027-01-15 10:00"]
        )
        // It is that date that moves again, by its own name.
        _ = try await fixture.snooze("T.snoozed", 20 * minute)
        #expect(
            try await fixture.pending() == ["T.snoozed 2027-01-15 09:30", "T 2027-01-15 10:00"]
        )
        await fixture.pass(90 * minute)
        await fixture.pass(30 * minute)
        await fixture.pass(hour)
        #expect(fixture.shown == ["T", "T", "T"])
        #expect(try await fixture.pending() == [])
    }

    @Test func theLastDateOfWhatRepeatsMoves() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), ScheduleOptions(times: 1))
        _ = try await fixture.snooze("T", 10 * minute)
        #expect(try await fixture.pending() == ["T.snoozed 2027-01-15 09:10"])
        let later = try await fixture.restarted(fixture.clock, cleanly: false).begin()
        await later.pass(2 * hour)
        #expect(later.shown == ["T"])
    }

    /// The last date is that of the snoozed one, which the name of the request still means.
    @Test func theNameOfWhatEndedMovesItsPostponedDate() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), ScheduleOptions(times: 2))
        _ = try await fixture.snooze("T", 10 * minute)
        _ = try await fixture.snooze("T", 5 * minute)
        #expect(
            try await fixture.pending() == [
                "T.snoozed 2027-01-15 09:10", "T.snoozed.2 2027-01-15 10:05",
            ]
        )
        #expect(try await fixture.snooze("T", 20 * minute).identifier == "T.snoozed")
        let name = "\(AgentNames.app)/T"
        #expect(try await fixture.snooze(name, 2 * hour).identifier == "T.snoozed")
        #expect(
            try await fixture.pending() == [
                "T.snoozed.2 2027-01-15 10:05", "T.snoozed 2027-01-15 11:30",
            ]
        )
        await fixture.pass(4 * hour)
        #expect(try await fixture.snooze("T", minute).identifier == "T.snoozed")
        #expect(
            await fixture.refusal(of: "U")?.hasPrefix("unknown identifier \"U\"") == true
        )
    }

    @Test func whatHasTheNameAlreadyStays() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        try await fixture.add("T.snoozed", after(5 * hour))
        try await fixture.add("R.snoozed", on("*:30"))
        #expect(try await fixture.snooze("T", 10 * minute).identifier == "T.snoozed.2")
        #expect(try await fixture.snooze("T", 10 * minute).identifier == "T.snoozed.3")
        #expect(try await fixture.snooze("R.snoozed", 10 * minute).identifier == "R.snoozed.2")
        #expect(
            try await fixture.pending() == [
                "R.snoozed.2 2027-01-15 08:40", "T.snoozed.2 2027-01-15 09:10",
                "R.snoozed 2027-01-15 09:30", "T.snoozed.3 2027-01-15 10:10",
                "T 2027-01-15 11:00", "T.snoozed 2027-01-15 13:00",
            ]
        )
    }

    @Test func aHundredDatesArePostponedAtMost() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        for _ in 1...100 { _ = try await fixture.snooze("T", 10 * minute) }
        let before = try await fixture.pending()
        #expect(before.count == 101)
        #expect(
            await fixture.refusal(of: "T")
                == "\"T\" is postponed 100 times already; remove one of them first: "
                + "notify-schedule remove T.snoozed"
        )
        #expect(try await fixture.pending() == before)
    }

    @Test func whatWasShownLeavesAPostponedDateThere() async throws {
        let fixture = try await SchedulerFixture().begin()
        let button = NotificationAction(identifier: "s", title: "Snooze", snooze: 600_000_000)
        try await fixture.add("T", on("*:00"), actions: [button])
        try await fixture.add("U", on("*:00"), actions: [button])
        await fixture.pass(hour)
        try await fixture.add("T.snoozed", after(5 * hour))
        #expect(try await fixture.snooze("T", 10 * minute).identifier == "T.snoozed.2")
        try await fixture.add("U.snoozed", after(5 * hour))
        await fixture.click("U", "s")
        let pending = try await fixture.pending()
        #expect(pending.contains("T.snoozed 2027-01-15 14:00"), "\(pending)")
        #expect(pending.contains("U.snoozed 2027-01-15 14:00"), "\(pending)")
        #expect(pending.contains("T.snoozed.2 2027-01-15 09:10"), "\(pending)")
        #expect(pending.contains("U.snoozed.2 2027-01-15 09:10"), "\(pending)")
    }

    @Test func aPostponedDateKeepsLateAndWake() async throws {
        let fixture = try await SchedulerFixture().begin()
        let until = SchedulerFixture.start.advanced(byMicroseconds: 9 * hour * 1_000_000)
        try await fixture.add(
            "T",
            on("*:00"),
            ScheduleOptions(late: .skip, until: until, times: 3, wakes: true)
        )
        _ = try await fixture.snooze("T", 10 * minute)
        let row = try #require(
            try fixture.store.pending(app: AgentNames.app, identifier: "T.snoozed").first
        )
        #expect(try row.pending().request.options == ScheduleOptions(late: .skip, wakes: true))
    }

    @Test func whatHasNoDateIsRefused() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        let region = CircularRegion(center: Coordinate(latitude: 52, longitude: 13), radius: 200)
        try await fixture.add("P", .location(LocationTrigger(region: region)))
        _ = try await fixture.scheduler.pause(
            RemovalSelection(choice: .identifiers(["T"]), appID: AgentNames.app)
        )
        #expect(
            await fixture.refusal(of: "T")
                == "\"T\" is paused; resume it first: notify-schedule resume T"
        )
        #expect(
            await fixture.refusal(of: "P")
                == "\"P\" waits for a place and has no date to postpone; "
                + "to hold it back: notify-schedule pause P"
        )
        #expect(try await fixture.history() == ["T paused"])
    }
}
