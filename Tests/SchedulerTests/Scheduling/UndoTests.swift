import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import RequestFiles
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600
private let day: Int64 = 86_400
private let program = "/usr/bin/notify-schedule"

private func after(_ seconds: Int64, repeats: Bool = false) -> NotificationTrigger {
    .timeInterval(microseconds: seconds * 1_000_000, repeats: repeats)
}

private func on(_ event: String, repeats: Bool = true) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), repeats: repeats))
}

private func selection(_ identifiers: String...) -> RemovalSelection {
    RemovalSelection(choice: .identifiers(identifiers), appID: AgentNames.app)
}

extension SchedulerFixture {
    fileprivate func row(_ identifier: String) throws -> PendingRow {
        try #require(try store.pending(app: AgentNames.app, identifier: identifier).first)
    }

    fileprivate func edit(
        _ identifier: String,
        _ change: (inout NotificationRequest) -> Void
    ) async throws {
        let original = try row(identifier).pending().request
        var request = original
        change(&request)
        _ = try await scheduler.edit(
            RequestChange(request: request, original: original, step: nil, origin: program),
            files: []
        )
    }

    fileprivate func skip(_ name: String) async throws {
        _ = try await scheduler.skip(name, preferring: AgentNames.app, by: program)
    }

    fileprivate func snooze(_ name: String, _ seconds: Int64) async throws {
        _ = try await scheduler.snooze(
            name,
            preferring: AgentNames.app,
            microseconds: seconds * 1_000_000,
            by: program
        )
    }

    fileprivate func remove(_ selection: RemovalSelection) async throws {
        let call = ChangeCall(.removed, by: program, at: clock.now)
        _ = try await scheduler.run { scheduler in
            try await scheduler.requests.remove(selection, of: call)
        }
    }

    /// Adds a request as the command does.
    @discardableResult
    fileprivate func put(
        _ name: String,
        _ trigger: NotificationTrigger,
        title: String? = nil
    ) async throws -> AddReply {
        var request = NotificationRequest(
            appID: AgentNames.app,
            identifier: name,
            content: NotificationContent(title: title ?? name),
            trigger: trigger
        )
        request.requester = program
        request.isUndoable = true
        return try await scheduler.add(request, files: [])
    }

    /// Adds a request of the app `org.a`, within its limits.
    fileprivate func add(_ name: String, within quota: SenderQuota) async throws {
        let request = NotificationRequest(
            appID: "org.a",
            identifier: name,
            content: NotificationContent(title: "T"),
            trigger: after(hour)
        )
        _ = try await scheduler.add(request, files: [], within: quota)
    }

    /// The pending requests, each with what it does, for the comparison of two states.
    fileprivate func state() async throws -> [String] {
        try await pending().sorted().map { line in
            let row = try row(String(line.prefix { $0 != " " }))
            return "\(line) \(row.fired) \(row.isPaused) \(try row.pending().request.content.title)"
        }
    }

    @discardableResult
    fileprivate func redo() async throws -> UndoReply {
        try await scheduler.undo(of: program, again: true)
    }

    @discardableResult
    fileprivate func undo(of origin: String = program) async throws -> UndoReply {
        try await scheduler.undo(of: origin)
    }

    fileprivate func restore(_ name: String) async throws -> [String] {
        try await scheduler.restore(name, preferring: AgentNames.app).names
    }

    /// What an undo says that changes nothing.
    fileprivate func refusal() async throws -> String? {
        let before = try await pending()
        let error = await #expect(throws: RequestError.self) { try await self.undo() }
        #expect(try await pending() == before)
        return error?.message
    }

    fileprivate var kept: Int {
        get throws {
            try store.read { connection in
                try connection.prepare("SELECT COUNT(*) FROM image").value(as: Int.self) ?? 0
            }
        }
    }
}

/// An import of a calendar that has these events, in place of those that it had.
private func calendar(_ uids: String...) -> ImportCall {
    let entries = uids.flatMap { uid in
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: uid,
            content: NotificationContent(title: uid),
            trigger: after(5 * hour)
        )
        let event = EventEntry(
            uid: uid,
            present: ["#"],
            kept: [],
            requests: [EventRequest(request.key, part: "#1#", digest: "1")]
        )
        return [PendingEntry(request).record, event.record]
    }
    var call = ImportCall(
        entries: ImportRecords(
            records: entries + [FileEntry(name: "", stamp: "s", uids: uids).record]
        ),
        sender: ":1.1",
        requester: program
    )
    call.calendar = CalendarImport("work")
    return call
}

extension UndoReply {
    fileprivate var names: [String] {
        requests.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
    }
}

/// What the command line has done is as before.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct UndoTests {
    private static let nothing =
        "there is nothing to undo; what was done in the last 7 days can be undone once"

    // MARK: Remove

    @Test func whatWasRemovedIsAsBefore() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("once", after(3 * hour))
        try await fixture.add("each", on("*:00"), ScheduleOptions(times: 5))
        try await fixture.add("grid", after(hour, repeats: true))
        try await fixture.add("now", .immediate)
        await fixture.pass(hour)
        try await fixture.skip("each")
        let before = try await fixture.pending()
        let rows = try ["once", "each", "grid"].map { try fixture.row($0).pending() }
        #expect(try await fixture.delivered() == ["each", "grid", "now"])
        try await fixture.remove(RemovalSelection(choice: .all, appID: AgentNames.app))
        #expect(try await fixture.pending() == [])
        let later = try await fixture.restarted(fixture.clock, cleanly: false).begin()
        let reply = try await later.undo()
        #expect(reply.change == .removed)
        #expect(reply.names == ["once", "each", "grid", "now"])
        #expect(reply.requests.map(\.isThere) == [true, true, true, true])
        #expect(reply.requests[1].date == Instant(seconds: 1_800_010_800))
        #expect(try await later.pending() == before)
        #expect(try ["once", "each", "grid"].map { try later.row($0).pending() } == rows)
        #expect(try await later.delivered() == ["each", "grid", "now"])
        #expect(later.shown == [])
        // What was skipped stays left out, and the turn before that can be undone as well.
        #expect(try await later.undo().change == .skipped)
        #expect(try await later.pending().contains("each 2027-01-15 10:00"))
        #expect(try await later.refusal() == Self.nothing)
        #expect(try await later.redo().change == .skipped)
        #expect(try await later.pending() == before)
        #expect(try await later.redo().requests.map(\.isThere) == [false, false, false, false])
        #expect(try await later.pending() == [])
        #expect(try await later.delivered() == [])
        let history = try await later.history()
        #expect(
            history.suffix(10) == [
                "once restored", "each restored", "grid restored", "now restored", "each undone",
                "each redone", "once redone", "each redone", "grid redone", "now redone",
            ]
        )
    }

    @Test func datesThatPassedMeanwhileAreNotMadeUpFor() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), ScheduleOptions(times: 10))
        try await fixture.add("I", after(hour, repeats: true))
        try await fixture.add("O", after(2 * hour))
        try await fixture.add("L", on("*:00"), ScheduleOptions(times: 2))
        try await fixture.remove(selection("T", "I", "O"))
        try await fixture.remove(selection("L"))
        await fixture.pass(3 * hour + 10 * minute)
        #expect(
            try await fixture.refusal()
                == "\"L\" had the date 2027-01-15T10:00:00Z, which has passed, so the removal was not undone; "
                + "undo again for the removal before it"
        )
        let reply = try await fixture.undo()
        await fixture.scheduler.deliverDue()
        #expect(reply.names == ["T", "I", "O"])
        #expect(try await fixture.pending() == ["T 2027-01-15 12:00", "I 2027-01-15 12:00"])
        #expect(try fixture.row("T").fired == 3)
        #expect(fixture.shown == ["O"])
    }

    @Test func aSpanGoesOnByTheClockSinceBoot() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(2 * hour))
        try await fixture.remove(selection("T"))
        await fixture.set(by: -5 * hour)
        await fixture.pass(hour)
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 05:00"])
        await fixture.pass(hour)
        #expect(fixture.shown == ["T"])
    }

    @Test func restoreFindsWhatWasRemovedBefore() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["A", "B", "C"] {
            try await fixture.add(name, on("12:00"))
            try await fixture.remove(selection(name))
        }
        try await fixture.add("B", on("13:00"))
        try await fixture.remove(selection("B"))
        #expect(try await fixture.restore("B") == ["B"])
        #expect(try await fixture.pending() == ["B 2027-01-15 13:00"])
        #expect(try await fixture.restore("\(AgentNames.app)/A") == ["A"])
        let pendingAgain = await #expect(throws: RequestError.self) {
            _ = try await fixture.restore("B")
        }
        #expect(
            pendingAgain?.message
                == "\"B\" is pending again, so the removed one was not restored; to have it in place of that "
                + "one, write notify-schedule remove B --forever, then notify-schedule restore B"
        )
        let unknown = await #expect(throws: RequestError.self) {
            _ = try await fixture.restore("unknown")
        }
        #expect(
            unknown?.message
                == "\"unknown\" was not removed in the last 7 days, or not to be restored; see notify-schedule "
                + "list removed"
        )
        let list = try await fixture.scheduler.run { try $0.lists.removed(app: nil) }
        #expect(list.map(\.key.identifier) == ["C", "B"])
        await fixture.pass(7 * day)
        await fixture.pass(minute)
        let late = await #expect(throws: RequestError.self) { _ = try await fixture.restore("C") }
        #expect(late?.code == .notFound)
        #expect(try await fixture.refusal() == Self.nothing)
        #expect(try fixture.kept > 0)
        await fixture.pass(day)
        #expect(try fixture.kept == 0)
    }

    @Test func aFileThatHasGoneTakesItsRequestAlong() async throws {
        let fixture = try await SchedulerFixture().begin()
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.conf"
        try "[Request]\nTitle=A\nOnCalendar=12:00\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        _ = await fixture.scheduler.handle(RequestFileScan(folders: [folder.path]))
        let all = RemovalSelection(choice: .all)
        try await fixture.remove(all)
        try await fixture.undo()
        #expect(try await fixture.pending() == ["a 2027-01-15 12:00"])
        try await fixture.remove(all)
        try FileManager.default.removeItem(atPath: path)
        _ = await fixture.scheduler.handle(RequestFileScan(folders: [folder.path]))
        #expect(
            try await fixture.refusal()
                == "the file of \"a\" in requests.d has gone, so the removal was not undone"
        )
    }

    @Test func whatIsKeptIsBounded() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let body = String(repeating: "x", count: 100_000)
        var requests: [AddCall] = []
        for number in 0..<200 {
            requests.append(
                .success(
                    NotificationRequest(
                        appID: AgentNames.app,
                        identifier: "\(number)",
                        content: NotificationContent(title: "T", body: body),
                        trigger: after(hour)
                    )
                )
            )
        }
        _ = await fixture.scheduler.add(together: requests)
        try await fixture.remove(RemovalSelection(choice: .all, appID: AgentNames.app))
        #expect(try fixture.kept == 0)
        #expect(
            try await fixture.refusal()
                == "not all of it is kept: it had more than 10000 requests or 16 MiB, or some were removed "
                + "for ever, so the removal was not undone"
        )
        // Who does not say that it may exceed what can be kept loses nothing.
        try await fixture.add("T", after(hour))
        let call = ChangeCall(.removed, by: program, at: fixture.clock.now)
        var all = RemovalSelection(choice: .all, appID: AgentNames.app)
        all.mayExceed = false
        let chosen = all
        _ = try await fixture.scheduler.run { try await $0.requests.remove(chosen, of: call) }
        #expect(try fixture.kept == 1)
        _ = await fixture.scheduler.add(together: requests)
        let error = await #expect(throws: RequestError.self) {
            _ = try await fixture.scheduler.run { try await $0.requests.remove(chosen, of: call) }
        }
        #expect(error?.code == .notKept)
        #expect(try await fixture.pending().count == 200)
    }

    @Test func appsKeepNothing() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        _ = try await fixture.scheduler.remove(selection("T"))
        #expect(try fixture.kept == 0)
        #expect(try await fixture.refusal() == Self.nothing)
    }

    /// What was kept of an app counts towards its quota, and makes room.
    @Test func whatIsKeptOfASandboxGoesFirst() async throws {
        let fixture = try await SchedulerFixture().begin()
        var quota = SenderQuota(Sender(.sandbox, "org.a"), apps: "org.a"..."org.a", words: "A")
        quota.maxRequests = 3
        try await fixture.add("1", within: quota)
        try await fixture.add("2", within: quota)
        try await fixture.remove(RemovalSelection(choice: .all, appID: "org.a"))
        try await fixture.add("3", within: quota)
        #expect(try fixture.kept == 2)
        try await fixture.add("4", within: quota)
        #expect(try fixture.kept == 0)
        try await fixture.add("5", within: quota)
        await #expect(throws: RequestError.self) { try await fixture.add("6", within: quota) }
    }

    // MARK: Edit

    @Test func anEditIsTakenBack() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), ScheduleOptions(times: 4))
        try await fixture.add("S", after(2 * hour))
        try await fixture.edit("T") { $0.content.title = "New" }
        try await fixture.edit("S") { $0.trigger = after(5 * hour) }
        try await fixture.edit("T") { $0.trigger = on("*:30") }
        await fixture.pass(30 * minute)
        #expect(fixture.shown == ["New"])
        // How often it came stays, and what was left out.
        #expect(try await fixture.undo().change == .edited)
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00", "S 2027-01-15 13:00"])
        #expect(try fixture.row("T").fired == 1)
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00", "S 2027-01-15 10:00"])
        await fixture.pass(30 * minute)
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 10:00", "S 2027-01-15 10:00"])
        await fixture.pass(3 * hour)
        #expect(fixture.shown.suffix(2) == ["T: was due 2 times since 10:00, last 11:00", "S"])
        #expect(try await fixture.pending() == [])
    }

    @Test func anEditOfWhatChangedSinceStays() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.edit("T") { $0.content.title = "Mine" }
        let original = try fixture.row("T").pending().request
        var theirs = original
        theirs.content.title = "Theirs"
        _ = try await fixture.scheduler.edit(
            RequestChange(request: theirs, original: original, step: nil),
            files: []
        )
        #expect(
            try await fixture.refusal() == "\"T\" was changed since, so the edit was not undone"
        )
        #expect(try await fixture.refusal() == Self.nothing)
    }

    @Test func anEditOfWhatIsGoneStays() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.edit("T") { $0.content.title = "Mine" }
        await fixture.pass(2 * hour)
        #expect(
            try await fixture.refusal() == "\"T\" was shown since, so the edit was not undone"
        )
    }

    /// What cannot be undone is reported once.
    @Test func whatCannotBeUndoneDoesNotBlockWhatCameBefore() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["P", "Q", "S"] { try await fixture.add(name, on("12:00")) }
        try await fixture.edit("P") { $0.trigger = on("14:00") }
        try await fixture.remove(selection("S"))
        try await fixture.edit("Q") { $0.trigger = on("15:00") }
        try await fixture.add("Q", on("16:00"))
        try await fixture.add("S", on("17:00"))
        #expect(
            try await fixture.refusal()
                == "\"Q\" was changed since, so the edit was not undone; undo again for the removal before it"
        )
        #expect(
            try await fixture.refusal()
                == "\"S\" is pending again, so the removal was not undone; undo again for the edit before it"
        )
        #expect(try await fixture.undo().names == ["P"])
        #expect(try await fixture.refusal() == Self.nothing)
        // What the message says restores the older one.
        _ = try await fixture.scheduler.remove(selection("S"))
        #expect(try await fixture.restore("S") == ["S"])
        #expect(
            try await fixture.pending() == [
                "P 2027-01-15 12:00", "S 2027-01-15 12:00", "Q 2027-01-15 16:00",
            ]
        )
    }

    @Test("A change is undone as a whole or not at all, and the rest can still be restored")
    func wholeOrNothing() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["P", "A", "B"] { try await fixture.add(name, on("12:00")) }
        try await fixture.edit("P") { $0.content.title = "New" }
        try await fixture.remove(selection("A", "B"))
        try await fixture.add("A", on("13:00"))
        #expect(
            try await fixture.refusal()
                == "\"A\" is pending again, so the removal was not undone; undo again for the edit before it"
        )
        #expect(try await fixture.undo().names == ["P"])
        #expect(try await fixture.restore("B") == ["B"])
        #expect(
            try await fixture.scheduler.run { try $0.lists.removed(app: nil) }
                .map(\.key.identifier) == ["A"]
        )
    }

    @Test func aDateThatHasPassedDoesNotComeBack() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        try await fixture.edit("T") { $0.trigger = after(5 * hour) }
        await fixture.pass(2 * hour)
        #expect(
            try await fixture.refusal()
                == "\"T\" had the date 2027-01-15T09:00:00Z, which has passed, so the edit was not undone"
        )
    }

    // MARK: Skip and snooze

    @Test(arguments: [on("*:00"), after(hour, repeats: true)])
    func whatWasSkippedComes(trigger: NotificationTrigger) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", trigger, ScheduleOptions(times: 3))
        try await fixture.skip("T")
        try await fixture.skip("T")
        #expect(try await fixture.pending() == ["T 2027-01-15 11:00"])
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 10:00"])
        #expect(try fixture.row("T").fired == 1)
        await fixture.pass(90 * minute)
        #expect(
            try await fixture.refusal()
                == "\"T\" had the date 2027-01-15T09:00:00Z, which has passed, so the skip was not undone"
        )
    }

    @Test(arguments: [on("*:00"), after(hour, repeats: true)])
    func theLastDateComesAgain(trigger: NotificationTrigger) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", trigger, ScheduleOptions(times: 1))
        try await fixture.skip("T")
        #expect(try await fixture.pending() == [])
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        try await fixture.snooze("T", 10 * minute)
        #expect(try await fixture.pending() == ["T.snoozed 2027-01-15 09:10"])
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        await fixture.pass(2 * hour)
        #expect(fixture.shown.count == 1)
        #expect(try await fixture.pending() == [])
    }

    @Test func whatWasSkippedComesInAnotherZone() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("12:00"))
        try await fixture.skip("T")
        zone.change(to: FixedZone(identifier: "UTC+1", offset: 3_600))
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 11:00"])
    }

    @Test func aSnoozeIsTakenBack() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        try await fixture.add("O", after(2 * hour))
        try await fixture.add("N", .immediate)
        let before = try await fixture.pending()
        for name in ["T", "O", "N"] { try await fixture.snooze(name, 10 * minute) }
        #expect(
            try await fixture.pending() == [
                "N.snoozed 2027-01-15 08:10", "T.snoozed 2027-01-15 09:10", "T 2027-01-15 10:00",
                "O 2027-01-15 10:10",
            ]
        )
        #expect(try await fixture.delivered() == [])
        for _ in 1...3 { #expect(try await fixture.undo().change == .snoozed) }
        #expect(try await fixture.pending() == before)
        #expect(try await fixture.delivered() == ["N"])
        try await fixture.snooze("N", 10 * minute)
        await fixture.pass(10 * minute)
        #expect(
            try await fixture.refusal()
                == "\"N.snoozed\" was shown since, so the snooze was not undone"
        )
    }

    // MARK: Pause and resume

    @Test func pauseAndResumeAreTurnedAround() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        try await fixture.add("O", after(5 * hour))
        try await fixture.add("P", on("*:00"), ScheduleOptions(times: 1))
        _ = try await fixture.scheduler.pause(selection("P"))
        _ = try await fixture.scheduler.pause(selection("T", "O", "P"), by: program)
        #expect(try await fixture.undo().names.sorted() == ["O", "T"])
        #expect(try ["T", "O", "P"].map { try fixture.row($0).isPaused } == [false, false, true])
        await fixture.pass(90 * minute)
        _ = try await fixture.scheduler.resume(selection("P"), by: program)
        #expect(try await fixture.pending() == ["T 2027-01-15 10:00", "O 2027-01-15 13:00"])
        #expect(try await fixture.undo().names == ["P"])
        #expect(try fixture.row("P").isPaused)
        #expect(try await fixture.refusal() == Self.nothing)
    }

    // MARK: Add

    @Test("What was added is gone, what it replaced is back, and both the other way round")
    func added() async throws {
        let fixture = try await SchedulerFixture().begin()
        let first = try await fixture.put("zz", on("Tue 14:00"), title: "Weekly review")
        #expect(first.replaced == nil)
        try await fixture.skip("zz")
        let before = try await fixture.state()
        let second = try await fixture.put("zz", after(3 * hour), title: "Dentist")
        #expect(second.replaced == "every Tuesday at 14:00 \"Weekly review\"")
        let after = try await fixture.state()
        let undone = try await fixture.undo()
        #expect(undone.change == .added)
        #expect(undone.requests.map(\.title) == ["Weekly review"])
        #expect(undone.requests.first?.date == Instant(seconds: 1_800_972_000))
        #expect(try await fixture.state() == before)
        try await fixture.redo()
        #expect(try await fixture.state() == after)
        try await fixture.undo()
        try await fixture.undo()
        try await fixture.undo()
        #expect(try await fixture.state() == [])
        #expect(try await fixture.refusal() == Self.nothing)
        for _ in 1...3 { try await fixture.redo() }
        #expect(try await fixture.state() == after)
        let history = try await fixture.history()
        #expect(history.contains("zz replaced"), "\(history)")
    }

    @Test("Undo takes back the last change alone, which a later addition is")
    func lastAlone() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.put("tea", after(hour))
        try await fixture.remove(selection("tea"))
        try await fixture.put("oops", .immediate)
        await fixture.scheduler.deliverDue()
        #expect(try await fixture.delivered() == ["oops"])
        try await fixture.undo()
        #expect(try await fixture.delivered() == [])
        #expect(try await fixture.pending() == [])
        try await fixture.undo()
        #expect(try await fixture.pending() == ["tea 2027-01-15 09:00"])
        // Once something else happened, nothing can be made again.
        try await fixture.put("more", after(2 * hour))
        let error = await #expect(throws: RequestError.self) { try await fixture.redo() }
        #expect(error?.code == .notFound)
    }

    @Test("An addition that was shown since is not undone")
    func shownSince() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.put("tea", after(hour))
        await fixture.pass(2 * hour)
        #expect(
            try await fixture.refusal() == "\"tea\" was shown since, so the addition was not undone"
        )
        #expect(try await fixture.delivered() == ["tea"])
    }

    @Test("A restoration is undone, and the request can be restored again")
    func restored() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("a", after(hour))
        try await fixture.add("b", after(2 * hour))
        try await fixture.remove(selection("a", "b"))
        _ = try await fixture.scheduler.run {
            try await $0.requests.restore("a", preferring: AgentNames.app, by: program)
        }
        #expect(try await fixture.pending() == ["a 2027-01-15 09:00"])
        #expect(try await fixture.undo().change == .restored)
        #expect(try await fixture.pending() == [])
        let list = try await fixture.scheduler.run { try $0.lists.removed(app: nil) }
        #expect(list.map(\.key.identifier).sorted() == ["a", "b"])
        try await fixture.undo()
        #expect(try await fixture.pending() == ["a 2027-01-15 09:00", "b 2027-01-15 10:00"])
    }

    @Test("What was restored and is away again can be restored after another change")
    func restoredAndUndone() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("a", after(hour))
        try await fixture.add("b", after(2 * hour))
        try await fixture.remove(selection("a"))
        _ = try await fixture.scheduler.run {
            try await $0.requests.restore("a", preferring: AgentNames.app, by: program)
        }
        try await fixture.undo()
        _ = try await fixture.scheduler.pause(selection("b"), by: program)
        #expect(try await fixture.restore("a") == ["a"])
    }

    @Test("The limits of an app drop what is kept of that app, and the rest can be restored")
    func limitsOfAnApp() async throws {
        let fixture = try await SchedulerFixture().begin()
        var quota = SenderQuota(Sender(.sandbox, "org.a"), apps: "org.a"..."org.a", words: "A")
        quota.maxRequests = 2
        try await fixture.add("1", within: quota)
        try await fixture.add("mine", after(hour))
        try await fixture.remove(RemovalSelection(choice: .all, appID: nil))
        try await fixture.add("2", within: quota)
        try await fixture.add("3", within: quota)
        #expect(try fixture.kept == 1)
        #expect(try await fixture.restore("mine") == ["mine"])
    }

    @Test("What is removed for ever is kept of no earlier change, and undo says so once")
    func removedForEver() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.put("other", after(hour))
        try await fixture.put("secret", after(hour))
        try await fixture.edit("secret") { $0.content.title = "New" }
        _ = try await fixture.scheduler.run { try await $0.requests.remove(selection("secret")) }
        #expect(try fixture.kept == 1)
        for kind in ["edit", "addition"] {
            let reason = try #require(try await fixture.refusal())
            #expect(reason.contains("not all of it is kept"))
            #expect(reason.contains("so the \(kind) was not undone"))
        }
        #expect(try await fixture.undo().names == ["other"])
    }

    @Test("What waits for a server and is removed as delivered is back after an undo")
    func waitingAsDelivered() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.put("now", .immediate)
        var delivered = RemovalSelection(choice: .identifiers(["now"]), appID: AgentNames.app)
        delivered.includesPending = false
        try await fixture.remove(delivered)
        #expect(try await fixture.undo().names == ["now"])
    }

    @Test("A resumed interval is paused again by an undo, also after its date")
    func resumedInterval() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.put("t", after(10 * minute, repeats: true))
        _ = try await fixture.scheduler.pause(selection("t"), by: program)
        await fixture.pass(hour)
        _ = try await fixture.scheduler.resume(selection("t"), by: program)
        #expect(try await fixture.undo().names == ["t"])
        #expect(try fixture.row("t").isPaused)
    }

    @Test("What comes back in place of another has not counted the dates of that one")
    func countsOfAnother() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("z", on("*:00"), ScheduleOptions(times: 3))
        try await fixture.put("z", on("*:30"), title: "Other")
        for _ in 1...4 {
            await fixture.pass(hour)
            await fixture.scheduler.deliverDue()
        }
        #expect(try await fixture.undo().names == ["z"])
        #expect(try fixture.row("z").fired == 0)
    }

    private static let changes: [@Sendable (SchedulerFixture) async throws -> Void] = [
        { try await $0.put("a", on("*:00")) }, { try await $0.put("b", after(3 * hour)) },
        { try await $0.edit("a") { $0.content.title = "New" } },
        { try await $0.edit("b") { $0.trigger = after(4 * hour) } }, { try await $0.skip("a") },
        { try await $0.snooze("b", 600) }, { try await $0.snooze("a", 600) },
        { _ = try await $0.scheduler.pause(selection("a", "b"), by: program) },
        { _ = try await $0.scheduler.resume(selection("a"), by: program) },
        { try await $0.put("b", on("Mon 9:00")) },
        { _ = try await $0.scheduler.handle(calendar("c", "d")) },
        { _ = try await $0.scheduler.handle(calendar("d", "e")) },
        {
            _ = try await $0.scheduler.run { scheduler in
                try await scheduler.imports.endCalendar("work", by: program)
            }
        },
        { try await $0.remove(selection("a", "b")) },
        {
            _ = try await $0.scheduler.run { scheduler in
                try await scheduler.requests.restore("b", preferring: AgentNames.app, by: program)
            }
        },
    ]

    @Test(
        "A store as a kill at a commit leaves it, undo takes back the whole change or the one before"
    )
    func killedAtEachCommit() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let folder = try TemporaryFolder()
        var states = [try await fixture.state()]
        let undo: @Sendable (SchedulerFixture) async throws -> Void = { try await $0.undo() }
        for (number, change) in (Self.changes + [undo]).enumerated() {
            let copies = Recorder<String>()
            try fixture.store.database.use { connection in
                try connection.reportStatements { sql, _ in
                    guard sql == "COMMIT" else { return }
                    let copy = "\(folder.path)/\(number)-\(copies.elements.count)"
                    copies.append((try? StoreFixture.copy(fixture.storePath, to: copy)) ?? "")
                }
            }
            try await change(fixture)
            try fixture.store.database.use { try $0.reportStatements(to: nil) }
            states.append(try await fixture.state())
            #expect(!copies.elements.isEmpty)
            for copy in copies.elements {
                try await expectWhole(copy, fixture, states)
            }
        }
    }

    /// Expects the last state or the one before, and that undo and redo lead from there to another whole one.
    private func expectWhole(
        _ path: String,
        _ fixture: SchedulerFixture,
        _ states: [[String]]
    ) async throws {
        let folder = String(path.dropLast("/store.sqlite".count))
        let killed = try SchedulerFixture(clock: fixture.clock, folder: folder, isQuiet: true)
        try await killed.begin()
        let found = try await killed.state()
        let isMade = found == states.last
        #expect(isMade || found == states.dropLast().last, "\(path)")
        let isUndo = states.count > Self.changes.count + 1
        if isUndo, isMade {
            try await killed.redo()
            #expect(try await killed.state() == states.dropLast().last, "\(path)")
            try await killed.undo()
        } else if let earlier = states.dropLast(isMade ? 1 : 2).last {
            try await killed.undo()
            #expect(try await killed.state() == earlier, "\(path)")
            try await killed.redo()
        }
        #expect(try await killed.state() == found, "\(path)")
    }

    @Test("Each change is undone and made again, one after the other")
    func everyChange() async throws {
        let fixture = try await SchedulerFixture().begin()
        var states = [try await fixture.state()]
        for change in Self.changes {
            try await change(fixture)
            states.append(try await fixture.state())
        }
        for state in states.dropLast().reversed() {
            try await fixture.undo()
            #expect(try await fixture.state() == state)
        }
        #expect(try await fixture.refusal() == Self.nothing)
        for state in states.dropFirst() {
            try await fixture.redo()
            #expect(try await fixture.state() == state)
        }
        for state in states.dropLast().reversed() {
            try await fixture.undo()
            #expect(try await fixture.state() == state)
        }
    }

    @Test func eachProgramUndoesItsOwn() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        try await fixture.skip("T")
        let error = await #expect(throws: RequestError.self) {
            try await fixture.undo(of: "/usr/bin/other")
        }
        #expect(error?.message == Self.nothing)
        try await fixture.undo()
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
    }
}
