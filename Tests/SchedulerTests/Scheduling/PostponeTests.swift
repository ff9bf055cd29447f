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
        await fixture.scheduler.handle(ClockEvent.zoneChanged)
        #expect(try await fixture.pending() == ["T 2027-01-15 12:00"])
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
        // It is that date that moves again, by both names.
        _ = try await fixture.snooze("T", 10 * minute)
        _ = try await fixture.snooze("T.snoozed", 10 * minute)
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

    @Test func whatHasNoDateIsRefused() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.add("R.snoozed", on("*:00"))
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
        #expect(
            await fixture.refusal(of: "R.snoozed")
                == "\"R.snoozed\" has the identifier that its postponed date would take; leave the "
                + "date out: notify-schedule skip R.snoozed"
        )
        #expect(try await fixture.history() == ["T paused"])
    }
}
