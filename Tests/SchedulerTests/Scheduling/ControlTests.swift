import AgentInterface
import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600
private let day: Int64 = 86_400

private func after(_ seconds: Int64, repeats: Bool = false) -> NotificationTrigger {
    .timeInterval(microseconds: seconds * 1_000_000, repeats: repeats)
}

private func on(_ event: String, repeats: Bool = true) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), repeats: repeats))
}

private func selection(_ identifiers: String...) -> RemovalSelection {
    RemovalSelection(choice: .identifiers(identifiers), appID: AgentNames.app)
}

/// Pause, resume, skip, snooze and the ends of what repeats.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct ControlTests {
    @Test func aPausedOneIsHeldBackAndNotMadeUpFor() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        #expect(try await fixture.scheduler.pause(selection("T", "other")).count == 1)
        #expect(fixture.clock.armed.last == EarliestDue())
        await fixture.pass(5 * hour)
        #expect(fixture.shown == [])
        #expect(try await fixture.scheduler.pause(selection("T")) == [])
        #expect(try await fixture.scheduler.resume(selection("T")).count == 1)
        #expect(fixture.shown == [])
        #expect(try await fixture.pending() == ["T 2027-01-15 14:00"])
        await fixture.pass(hour)
        #expect(fixture.shown == ["T"])
        #expect(
            try await fixture.history() == ["T paused", "T resumed", "T delivered"]
        )
    }

    @Test func oneThatFiresOnceIsShownWhenItIsResumed() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        _ = try await fixture.scheduler.pause(RemovalSelection(choice: .all, appID: AgentNames.app))
        await fixture.pass(3 * hour)
        #expect(fixture.shown == [])
        _ = try await fixture.scheduler.resume(
            RemovalSelection(choice: .all, appID: AgentNames.app)
        )
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["T"])
    }

    @Test("A removal of names of several apps removes each, and is carried out with the last one")
    func aRemovalOfSeveralApps() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("own", after(hour))
        try await fixture.add("stays", after(hour))
        try await fixture.scheduler.add(
            NotificationRequest(
                appID: SchedulerFixture.app,
                identifier: "other",
                content: NotificationContent(title: "other"),
                trigger: after(hour)
            )
        )
        var names = selection("own", "other", "unknown")
        names.mayBeOfOthers = true
        let chosen = names
        let removed = try await fixture.scheduler.run {
            try await $0.requests.remove(chosen, call: ":1.7 5")
        }
        #expect(removed.map(\.identifier) == ["own", "other"])
        #expect(try fixture.store.pending(app: nil).count == 1)
        #expect(try fixture.store.hasCarriedOut(":1.7 5"))
    }

    /// A pause over the last dates of what has an end.
    @Test(arguments: [
        ScheduleOptions(until: SchedulerFixture.start.advanced(byMicroseconds: 9_000_000_000)),
        ScheduleOptions(times: 2),
    ])
    func whatEndedWhileItWasPausedIsNotMadeUpFor(options: ScheduleOptions) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), options)
        _ = try await fixture.scheduler.pause(selection("T"))
        await fixture.pass(5 * hour)
        #expect(try await fixture.scheduler.resume(selection("T")).count == 1)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == [])
        #expect(try await fixture.pending() == [])
        #expect(try await fixture.history() == ["T paused", "T resumed", "T ended"])
    }

    @Test func aPauseOutlivesTheAgentAndAChangeOfZone() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("12:00"))
        _ = try await fixture.scheduler.pause(selection("T"))
        let later = try await fixture.restarted(fixture.clock).begin()
        zone.change(to: FixedZone(identifier: "UTC+1", offset: 3_600))
        await later.scheduler.handle(ScheduleEvent.zoneChanged)
        #expect(later.clock.armed.last?.wall == nil)
        await later.pass(day)
        #expect(later.shown == [])
    }

    @Test("A pause until a date, the dates from then on come and nothing wakes the agent before")
    func aPauseEndsByItself() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("rule", on("09:00"))
        try await fixture.add("span", after(2 * hour, repeats: true))
        try await fixture.add("once", after(hour))
        try await fixture.add("other", on("2027-03-01", repeats: false))
        let end = Self.at(18, 9)
        let all = RemovalSelection(choice: .all, appID: AgentNames.app)
        #expect(try await fixture.scheduler.pause(all, until: end).count == 4)
        #expect(fixture.clock.armed.last == EarliestDue(wall: end))
        _ = try await fixture.scheduler.resume(selection("other"))
        // An agent that starts meanwhile keeps it, and so does another zone.
        let later = try await fixture.restarted(fixture.clock).begin()
        #expect(later.clock.armed.last == EarliestDue(wall: end))
        await later.pass(2 * day)
        #expect(later.shown == [])
        let row = try later.store.pending(app: AgentNames.app, identifier: "rule").first
        #expect(row?.pause == .until(end))
        await later.pass(day + hour)
        #expect(Set(later.shown) == ["rule", "once"])
        #expect(
            try await later.pending() == [
                "span 2027-01-18 10:00", "rule 2027-01-19 09:00", "other 2027-03-01 00:00",
            ]
        )
    }

    @Test("A pause that ended while no agent ran, dates since then are late ones")
    func aPauseEndsWithoutAnAgent() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        _ = try await fixture.scheduler.pause(selection("T"), until: Self.at(17, 12))
        fixture.clock.pass(4 * day)
        let later = try await fixture.restarted(fixture.clock).begin()
        await later.scheduler.handle(ScheduleEvent.due)
        #expect(
            later.shown == ["T: was due Mon 18 Jan 09:00 (23 h ago)"]
        )
    }

    @Test("A pause with another end, and one whose end is past")
    func anotherEnd() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        for end in [Self.at(17, 0), nil, Self.at(18, 0), Self.at(16, 0)] {
            #expect(try await fixture.scheduler.pause(selection("T"), until: end).count == 1)
            #expect(try await fixture.scheduler.pause(selection("T"), until: end).isEmpty)
            #expect(fixture.clock.armed.last?.wall == end)
        }
        let refusal = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.pause(selection("T"), until: Self.at(15, 8))
        }
        #expect(
            refusal?.message
                == "the end of the pause, 2027-01-15T08:00:00Z, is past; write a later one"
        )
    }

    @Test func aSkippedDateIsLeftOutForGood() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        let skipped = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        #expect(skipped.skipped == Instant(seconds: 1_800_000_000 + hour))
        #expect(skipped.next == Instant(seconds: 1_800_000_000 + hour + day))
        #expect(try await fixture.pending() == ["T 2027-01-16 09:00"])
        await fixture.set(by: -minute)
        #expect(try await fixture.pending() == ["T 2027-01-16 09:00"])
        await fixture.pass(2 * hour)
        #expect(fixture.shown == [])
    }

    /// A time on a day of January 2027.
    private static func at(_ dayOfMonth: Int64, _ hours: Int64, _ minutes: Int64 = 0) -> Instant {
        // 1_800_000_000 is 2027-01-15 at 08:00.
        Instant(
            seconds: 1_800_000_000 + (dayOfMonth - 15) * day + (hours - 8) * hour + minutes * minute
        )
    }

    @Test("One date ahead of a rule, skipped and undone, the others come")
    func oneDateAhead() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("Mon..Fri 09:30"))
        let tuesday = Self.at(19, 0)...Self.at(19, 24)
        for isUndone in [true, false] {
            let skipped = try await fixture.scheduler.skip(
                "T",
                on: tuesday,
                preferring: AgentNames.app,
                by: "me"
            )
            #expect(skipped.skipped == Self.at(19, 9, 30))
            #expect(skipped.next == Self.at(15, 9, 30))
            if isUndone {
                #expect(try await fixture.scheduler.undo(of: "me").requests.count == 1)
            }
        }
        let refusal = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.skip("T", on: tuesday, preferring: AgentNames.app)
        }
        #expect(
            refusal?.message
                == "\"T\" is skipped at 2027-01-19T09:30:00Z already; see notify-schedule skip --list"
        )
        let later = try await fixture.restarted(fixture.clock).begin()
        for _ in 15...20 { await later.pass(day) }
        #expect(later.shown.count == 3)
        #expect(try await later.pending() == ["T 2027-01-21 09:30"])
    }

    @Test(
        "A date that is skipped is the only one in the range",
        arguments: [
            // The rule, how often it comes, the range, and what is skipped or said.
            ("09:00", nil, at(17, 0), at(17, 24), "2027-01-17T09:00:00Z"),
            ("09:00", nil, at(17, 9), at(17, 9), "2027-01-17T09:00:00Z"),
            ("09:00", 2, at(16, 0), at(16, 24), "2027-01-16T09:00:00Z"),
            ("*-01-29 09:00", nil, at(1, 0), at(31, 0), "2027-01-29T09:00:00Z"),
            (
                "09:00", 2, at(17, 0), at(17, 24),
                "\"T\" has no date from 2027-01-17T00:00:00Z to 2027-01-18T00:00:00Z; the nearest is 2027-01-16T09:00:00Z"
            ),
            (
                "Mon..Fri 09:30", nil, at(16, 0), at(16, 24),
                "\"T\" has no date from 2027-01-16T00:00:00Z to 2027-01-17T00:00:00Z; the nearest are 2027-01-15T09:30:00Z and 2027-01-18T09:30:00Z"
            ),
            (
                "09:00", nil, at(17, 10), at(17, 10),
                "\"T\" has no date at 2027-01-17T10:00:00Z; the nearest are 2027-01-17T09:00:00Z and 2027-01-18T09:00:00Z"
            ),
            (
                "09:00", nil, at(14, 0), at(14, 24),
                "\"T\" has no date from 2027-01-14T00:00:00Z to 2027-01-15T00:00:00Z; the nearest is 2027-01-15T09:00:00Z"
            ),
            (
                "*:00", nil, at(16, 0), at(16, 24),
                "\"T\" has more than one date then, such as 2027-01-16T00:00:00Z and 2027-01-16T01:00:00Z; write the time, too"
            ),
        ] as [(String, Int?, Instant, Instant, String)]
    )
    func oneDateInRange(
        rule: String,
        times: Int?,
        from: Instant,
        until: Instant,
        outcome: String
    ) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on(rule), ScheduleOptions(times: times))
        let range = from...until
        do {
            let skipped = try await fixture.scheduler.skip(
                "T",
                on: range,
                preferring: AgentNames.app
            ).skipped
            #expect(RFC3339.string(skipped, in: FixedZone.utc) == outcome)
        } catch {
            #expect(error.message == outcome)
        }
    }

    @Test("A date beside skipped ones, the nearest before and after them are named")
    func nearestOfSkipped() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("Mon..Fri 09:30"))
        for day in [19, 20] as [Int64] {
            let date = Self.at(day, 9, 30)
            _ = try await fixture.scheduler.skip("T", on: date...date, preferring: AgentNames.app)
        }
        let refusal = await #expect(throws: RequestError.self) {
            let noon = Self.at(20, 12)
            _ = try await fixture.scheduler.skip("T", on: noon...noon, preferring: AgentNames.app)
        }
        #expect(
            refusal?.message
                == "\"T\" has no date at 2027-01-20T12:00:00Z; the nearest are 2027-01-18T09:30:00Z and 2027-01-21T09:30:00Z"
        )
    }

    @Test("Of a request with a span only the next date can be skipped")
    func dateOfASpan() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(2 * hour, repeats: true))
        let refusal = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.skip(
                "T",
                on: Self.at(15, 12)...Self.at(15, 12),
                preferring: AgentNames.app
            )
        }
        #expect(
            refusal?.message
                == "\"T\" counts from one date to the next, so that only the next one can be skipped; write 2027-01-15T10:00:00Z, or no date"
        )
        let skipped = try await fixture.scheduler.skip(
            "T",
            on: Self.at(15, 9)...Self.at(15, 11),
            preferring: AgentNames.app
        )
        #expect(skipped.next == Self.at(15, 12))
    }

    @Test func aSkippedDateIsLeftOutInEachZone() async throws {
        let zone = ManualZone()
        let fixture = try await SchedulerFixture(zone: zone).begin()
        try await fixture.add("T", on("*:00"))
        for _ in 1...2 { _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app) }
        #expect(try await fixture.pending() == ["T 2027-01-15 11:00"])
        zone.change(to: FixedZone(identifier: "UTC-2", offset: -7_200))
        await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
        // At 06:00 there, 09:00 and 10:00 are left out.
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
        await fixture.pass(5 * hour)
        #expect(try await fixture.pending() == ["T 2027-01-15 14:00"])
        #expect(fixture.shown == ["T: was due 3 times since 09:00, last 13:00"])
    }

    @Test func whatFiresOnceCannotBeSkipped() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(hour))
        let error = await #expect(throws: RequestError.self) {
            _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        }
        #expect(
            error?.message
                == "\"T\" fires once; to leave that out, remove it: notify-schedule remove T"
        )
        #expect(try await fixture.pending() == ["T 2027-01-15 09:00"])
    }

    @Test func aSnoozedOneComesOnceMoreAndTheParentGoesOn() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"))
        await fixture.pass(hour)
        let reply = try await fixture.scheduler.snooze(
            "T",
            preferring: AgentNames.app,
            microseconds: 600_000_000
        )
        #expect(reply.identifier == "T.snoozed")
        #expect(try await fixture.delivered() == [])
        #expect(
            try await fixture.pending() == ["T.snoozed 2027-01-15 09:10", "T 2027-01-15 10:00"]
        )
        await fixture.pass(10 * minute)
        #expect(fixture.shown == ["T", "T"])
        #expect(try await fixture.delivered() == ["T.snoozed"])
        // The child snoozed again is the child still.
        _ = try await fixture.scheduler.snooze(
            "T.snoozed",
            preferring: AgentNames.app,
            microseconds: 600_000_000
        )
        #expect(
            try await fixture.pending() == ["T.snoozed 2027-01-15 09:20", "T 2027-01-15 10:00"]
        )
    }

    @Test func aButtonSnoozes() async throws {
        let fixture = try await SchedulerFixture().begin()
        let button = NotificationAction(
            identifier: "snooze-10",
            title: "Snooze 10 min",
            snooze: 600_000_000
        )
        try await fixture.add("T", after(minute), actions: [button])
        await fixture.pass(minute)
        await fixture.click("T", "snooze-10")
        #expect(try await fixture.delivered() == [])
        #expect(try await fixture.pending() == ["T.snoozed 2027-01-15 08:11"])
        let later = try await fixture.restarted(fixture.clock).begin()
        await later.pass(10 * minute)
        #expect(later.shown == ["T"])
    }

    @Test func timesCountsWhatWasMissedAndSkippedToo() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:00"), ScheduleOptions(times: 5))
        await fixture.pass(hour)
        _ = try await fixture.scheduler.skip("T", preferring: AgentNames.app)
        await fixture.sleep(3 * hour)
        #expect(try await fixture.pending() == ["T 2027-01-15 13:00"])
        await fixture.pass(hour)
        #expect(try await fixture.pending() == [])
        #expect(fixture.shown.count == 3)
    }

    @Test func moreThanAreLeftAreNotCounted() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add(
            "T",
            after(hour, repeats: true),
            ScheduleOptions(late: .show, times: 3)
        )
        try await fixture.add("U", on("*:00"), ScheduleOptions(late: .show, times: 3))
        await fixture.sleep(2 * day)
        #expect(fixture.shown.count == 2)
        for shown in fixture.shown {
            #expect(shown.contains("was due 3 times since Fri 15 Jan 09:00"))
        }
        #expect(try await fixture.pending() == [])
    }

    @Test func untilIsTheLastDateThatMayCome() async throws {
        let fixture = try await SchedulerFixture().begin()
        let end = Instant(seconds: 1_800_000_000 + 2 * hour)
        try await fixture.add("T", on("*:00"), ScheduleOptions(until: end))
        await fixture.pass(hour)
        #expect(try await fixture.pending() == ["T 2027-01-15 10:00"])
        await fixture.pass(hour)
        #expect(try await fixture.pending() == [])
        #expect(fixture.shown == ["T", "T"])
    }

    @Test func anEndBeforeTheFirstDateIsRefused() async throws {
        let fixture = try await SchedulerFixture().begin()
        let end = Instant(seconds: 1_800_000_000 + minute)
        let error = await #expect(throws: RequestError.self) {
            try await fixture.add("T", on("*:00"), ScheduleOptions(until: end))
        }
        #expect(
            error?.message
                == "it would first fire at 2027-01-15T09:00:00Z, after until "
                + "(2027-01-15T08:01:00Z); choose a later end"
        )
    }

    @Test func theAlarmThatMayWakeIsArmedForWhatAsksForIt() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        let reply = try await fixture.add("W", on("10:00"), ScheduleOptions(wakes: true))
        #expect(fixture.clock.armed.last?.wake == Instant(seconds: 1_800_000_000 + 2 * hour))
        #expect(
            reply.remarks.last
                == "fires after wake-up: waking the machine needs the capability CAP_WAKE_ALARM"
        )
    }

    /// What happens right before a delivery's time, and what is shown then.
    @Test(arguments: ["nothing", "removed", "replaced", "paused", "another", "clock"])
    func whatChangesRightBeforeItsTimeCounts(change: String) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("08:01"))
        // A hair before the minute.
        fixture.clock.pass(minute)
        fixture.clock.set(microseconds: -1_000)
        await fixture.scheduler.handle(ScheduleEvent.due)
        #expect(fixture.shown == [])
        switch change {
        case "removed":
            _ = try await fixture.scheduler.remove(selection("T"))
        case "replaced":
            try await fixture.add("T", on("08:02"))
        case "paused":
            _ = try await fixture.scheduler.pause(selection("T"))
        case "another":
            try await fixture.add("U", .immediate)
        case "clock":
            await fixture.set(by: -hour)
        default:
            break
        }
        fixture.clock.set(microseconds: 1_000)
        await fixture.scheduler.handle(ScheduleEvent.due)
        let expected = ["nothing": ["T"], "another": ["U", "T"]]
        #expect(fixture.shown == expected[change] ?? [])
        #expect(
            try await fixture.pending().first
                == [
                    "removed": nil, "replaced": "T 2027-01-15 08:02",
                    "paused": "T 2027-01-15 08:01",
                    "clock": "T 2027-01-15 08:01",
                ][change, default: "T 2027-01-16 08:01"]
        )
    }
}
