import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import RequestFiles
import TestSupport
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
    fileprivate func stored(_ identifier: String) async throws -> PendingRequest {
        let row = try #require(
            try store.pending(app: AgentNames.app, identifier: identifier).first
        )
        return try row.pending()
    }

    @discardableResult
    fileprivate func edit(
        _ identifier: String,
        by seconds: Int64? = nil,
        restarts: Bool = false,
        _ change: (inout NotificationRequest) -> Void = { _ in }
    ) async throws -> AddReply {
        let original = try await stored(identifier).request
        var request = original
        change(&request)
        return try await scheduler.edit(
            RequestChange(
                request: request,
                original: original,
                step: seconds.map { $0 * 1_000_000 },
                restarts: restarts
            ),
            files: []
        )
    }

    fileprivate func refusal(
        of identifier: String,
        by seconds: Int64? = nil,
        _ change: (inout NotificationRequest) -> Void = { _ in }
    ) async throws -> String? {
        let before = try await stored(identifier)
        let error = await #expect(throws: RequestError.self) {
            try await self.edit(identifier, by: seconds, change)
        }
        #expect(try await stored(identifier) == before)
        return error?.message
    }
}

/// What is edited while it is pending.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct EditTests {
    @Test func whatIsNotGivenStays() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), ScheduleOptions(times: 3))
        await fixture.pass(hour)
        let before = try await fixture.stored("T")
        let reply = try await fixture.edit("T") { $0.content.title = "New" }
        #expect(reply.nextTriggerDates == before.due.hours(2))
        var expected = before
        expected.request.content.title = "New"
        #expect(try await fixture.stored("T") == expected)
        #expect(try await fixture.delivered() == ["T"])
        #expect(fixture.shown == ["T"])
        await fixture.pass(hour)
        await fixture.pass(hour)
        #expect(fixture.shown == ["T", "New", "New"])
        #expect(try await fixture.pending() == [])
        #expect(
            try await fixture.history()
                == ["T delivered", "T edited", "T delivered", "T delivered"]
        )
    }

    @Test func anotherRuleKeepsTheCountAndThePause() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        await fixture.pass(hour)
        _ = try await fixture.scheduler.pause(
            RemovalSelection(choice: .identifiers(["T"]), appID: AgentNames.app)
        )
        try await fixture.edit("T") { $0.trigger = on("12:00") }
        let after = try await fixture.stored("T")
        #expect(after.fired == 1)
        #expect(after.isPaused)
        #expect(try await fixture.pending() == ["T 2027-01-15 12:00"])
    }

    @Test func anotherRuleKeepsWhatWasLeftOut() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("09:00"))
        try await fixture.add("S", on("09:00"), ScheduleOptions(times: 3))
        _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        _ = try await fixture.scheduler.snooze(
            "S",
            preferring: AgentNames.app,
            microseconds: 60_000_000
        )
        try await fixture.edit("T") { $0.trigger = on("*:00") }
        try await fixture.edit("S") { $0.trigger = on("9,10:00") }
        let expected = [
            "S.snoozed 2027-01-15 09:01", "T 2027-01-15 10:00", "S 2027-01-15 10:00",
        ]
        #expect(try await fixture.pending() == expected)
        #expect(try await fixture.stored("S").fired == 1)
        let later = try await fixture.restarted(fixture.clock, cleanly: false).begin()
        #expect(try await later.pending() == expected)
        // What the user asks for comes.
        try await later.edit("T") { $0.trigger = on("2027-01-15 09:00", repeats: false) }
        zone.change(to: FixedZone(identifier: "UTC-1", offset: -3_600))
        await later.scheduler.handle(ScheduleEvent.zoneChanged)
        #expect(try await later.pending().contains("T 2027-01-15 10:00"))
    }

    @Test func aRuleWithoutAnotherDateThanThoseLeftOutIsRefused() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        #expect(
            try await fixture.refusal(of: "T") { $0.trigger = on("2027-01-15 09:00") }
                == "\"T\" was skipped on all dates that it would have; choose another rule, or remove it"
        )
    }

    @Test func whatComesFromAFileIsEditedThere() async throws {
        let fixture = try await SchedulerFixture().begin()
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.conf"
        try "[Request]\nTitle=A\nOnCalendar=12:00\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await fixture.scheduler.handle(RequestFileScan(folders: [folder.path])) == [])
        let app = AgentNames.requestFilesApp
        let row = try #require(try fixture.store.pending(app: app, identifier: "a").first)
        let original = try row.pending().request
        var request = original
        request.content.title = "B"
        let change = RequestChange(request: request, original: original, step: nil)
        let error = await #expect(throws: RequestError.self) {
            _ = try await fixture.scheduler.edit(change, files: [])
        }
        #expect(error?.message == "\"a\" comes from the file \(path); edit that file")
        #expect(try fixture.store.pending(id: row.id)?.record == row.record)
        // What shows it again later has no file.
        _ = try await fixture.scheduler.snooze("a", preferring: app, microseconds: 60_000_000)
        let child = try #require(
            try fixture.store.pending(app: app, identifier: "a.snoozed").first?.pending().request
        )
        var renamed = child
        renamed.content.title = "B"
        _ = try await fixture.scheduler.edit(
            RequestChange(request: renamed, original: child, step: nil),
            files: []
        )
    }

    @Test func theEndOfWhatWaitsForAPlaceMoves() async throws {
        let fixture = try await SchedulerFixture().begin()
        let region = CircularRegion(center: Coordinate(latitude: 52, longitude: 13), radius: 200)
        let end = SchedulerFixture.start.advanced(byMicroseconds: hour * 1_000_000)
        try await fixture.add(
            "P",
            .location(LocationTrigger(region: region, repeats: true)),
            ScheduleOptions(until: end)
        )
        try await fixture.edit("P") { $0.options.until = nil }
        await fixture.pass(2 * hour)
        await fixture.scheduler.plan()
        #expect(try fixture.store.pending(app: AgentNames.app, identifier: "P").count == 1)
    }

    @Test func whatFiresOnceNowComesThoughItCameBefore() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("*:00"))
        await fixture.pass(hour)
        try await fixture.edit("T") { $0.trigger = on("2027-01-15 12:00", repeats: false) }
        zone.change(to: FixedZone(identifier: "UTC+1", offset: 3_600))
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        #expect(try await fixture.pending() == ["T 2027-01-15 11:00"])
        await fixture.pass(2 * hour)
        #expect(fixture.shown == ["T", "T"])
    }

    @Test func aSpanMovesWhatFiresOnce() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.edit("T", by: hour)
        try await fixture.edit("T", by: -30 * minute) { $0.content.title = "New" }
        #expect(try await fixture.pending() == ["T 2027-01-15 09:30"])
        let later = try await fixture.restarted(fixture.clock, cleanly: false).begin()
        await later.pass(2 * hour)
        #expect(later.shown == ["New"])
    }

    @Test func theSameSpanStartsAgainWhereItIsGiven() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.add("R", after(2 * hour, repeats: true))
        try await fixture.add("D", on("*:00"))
        await fixture.pass(30 * minute)
        try await fixture.edit("T") { $0.content.title = "New" }
        #expect(try await fixture.stored("T").due == SchedulerFixture.start.hours(2)[1])
        for name in ["T", "R", "D"] { try await fixture.edit(name, restarts: true) }
        #expect(
            try await fixture.pending() == [
                "D 2027-01-15 09:00", "T 2027-01-15 09:30", "R 2027-01-15 10:30",
            ]
        )
        await fixture.pass(hour)
        #expect(fixture.shown == ["D", "New"])
    }

    @Test func whatHoldsNoNumberIsEdited() async throws {
        let fixture = try await SchedulerFixture().begin()
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "T",
            content: NotificationContent(title: "T", userInfo: ["n": .real(.nan)]),
            trigger: after(hour)
        )
        _ = try await fixture.scheduler.add(request)
        try await fixture.edit("T") { $0.content.title = "New" }
        #expect(try await fixture.stored("T").request.content.title == "New")
    }

    @Test(
        "A duration moves the time of a rule, and what was skipped stays skipped; undo takes both back"
    )
    func ruleByDuration() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("R", on("Mon..Sun 17:00"))
        _ = try await fixture.scheduler.skip("R", preferring: AgentNames.app)
        _ = try await fixture.scheduler.skip("R", preferring: AgentNames.app)
        #expect(try await fixture.pending() == ["R 2027-01-17 17:00"])
        let original = try await fixture.stored("R").request
        var change = RequestChange(request: original, original: original, step: 3_600_000_000)
        change.origin = "me"
        let reply = try await fixture.scheduler.edit(change, files: [])
        #expect(reply.understood == "every day at 18:00")
        #expect(try await fixture.pending() == ["R 2027-01-17 18:00"])
        _ = try await fixture.scheduler.undo(of: "me")
        #expect(try await fixture.pending() == ["R 2027-01-17 17:00"])
        _ = try await fixture.scheduler.undo(of: "me", again: true)
        #expect(try await fixture.pending() == ["R 2027-01-17 18:00"])
        #expect(
            try await fixture.refusal(of: "R", by: 6 * hour)?.contains("within the day") == true
        )
    }

    @Test func whatIsRefusedChangesNothing() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.add("R", on("*:00"), ScheduleOptions(times: 3))
        let region = CircularRegion(center: Coordinate(latitude: 52, longitude: 13), radius: 200)
        try await fixture.add("P", .location(LocationTrigger(region: region)))
        #expect(
            try await fixture.refusal(of: "T", by: -hour)
                == "\"T\" would be due at 2027-01-15T08:00:00Z, which is past; move it less far, or "
                + "give it a date"
        )
        #expect(
            try await fixture.refusal(of: "R", by: hour)
                == "\"R\" repeats, and its rule has no single time of day that this moves within the day; give "
                + "it another rule, as in --on \"Tue 15:00\", or move its next date: notify-schedule snooze"
        )
        #expect(
            try await fixture.refusal(of: "P", by: hour)
                == "\"P\" waits for a place and has no date to move; give it a date, as in --at 15:00"
        )
        #expect(
            try await fixture.refusal(of: "T") { $0.identifier = "U" }
                == "an edit keeps the app and the identifier \"T\"; add a request for another one"
        )
        #expect(
            try await fixture.refusal(of: "R") { $0.options.until = SchedulerFixture.start }
                == "\"R\" is next due at 2027-01-15T09:00:00Z, after until (2027-01-15T08:00:00Z); "
                + "choose a later end, or remove it"
        )
        await fixture.pass(2 * hour)
        #expect(
            try await fixture.refusal(of: "R") { $0.options.times = 2 }
                == "\"R\" has fired 2 times already; give more than that for times, or remove it"
        )
    }

    @Test func aChangeInBetweenIsNotLost() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        let original = try await fixture.stored("T").request
        try await fixture.edit("T") { $0.content.body = "Theirs" }
        var request = original
        request.content.title = "Mine"
        let change = RequestChange(request: request, original: original, step: nil)
        let error = await #expect(throws: RequestError.self) {
            _ = try await fixture.scheduler.edit(change, files: [])
        }
        #expect(
            error?.message
                == "\"T\" was changed in the meantime, so nothing was edited; edit it again"
        )
        #expect(try await fixture.stored("T").request.content.body == "Theirs")
    }
}

extension Instant {
    /// So many dates, an hour apart.
    fileprivate func hours(_ count: Int64) -> [Instant] {
        (0..<count).map { advanced(byMicroseconds: $0 * hour * 1_000_000) }
    }
}
