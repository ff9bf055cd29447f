import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Testing

@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600
private let day: Int64 = 86_400

private func after(_ seconds: Int64, repeats: Bool = false) -> NotificationTrigger {
    .timeInterval(microseconds: seconds * 1_000_000, repeats: repeats)
}

private func on(_ event: String) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: .onCalendar(event), repeats: true))
}

/// What is due while the machine is off, asleep or without a server.
///
/// It begins at 08:00 on Friday
/// 2027-01-15.
@Suite struct LateTests {
    /// How long the machine slept, and what is said of something that was due after one minute.
    @Test(
        arguments: [
            (61, "T"),
            (90, "T"),
            (91, "T: was due 08:01 (31 s ago)"),
            (2 * hour + 60, "T: was due 08:01 (2 h ago)"),
            (3 * day + 60, "T: was due Fri 15 Jan 08:01 (3 days ago)"),
            (400 * day + 60, "T: was due Fri 15 Jan 2027 08:01 (400 days ago)"),
        ] as [(Int64, String)]
    )
    func oneThatFiresOnceIsShownAtAnyAge(slept: Int64, shown: String) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(minute))
        await fixture.sleep(slept)
        #expect(fixture.shown == [shown])
        #expect(try await fixture.pending() == [])
    }

    /// A rule for what is late, how late it is in seconds, and whether it is shown.
    @Test(
        arguments: [
            (.skip, 30, true), (.skip, 31, false), (.show, 30 * day, true),
            (.within(microseconds: 3_600_000_000), 3_600, true),
            (.within(microseconds: 3_600_000_000), 3_601, false),
            (.within(microseconds: 0), 30, true), (.within(microseconds: 0), 31, false),
        ] as [(LateRule, Int64, Bool)]
    )
    func itsOwnRuleGoesFirst(rule: LateRule, late: Int64, isShown: Bool) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(minute), ScheduleOptions(late: rule))
        await fixture.sleep(minute + late)
        #expect(fixture.shown.count == (isShown ? 1 : 0))
        #expect(try await fixture.pending() == [])
        #expect(try await fixture.history().last == (isShown ? "T delivered" : "T missed"))
    }

    @Test func aRepeatingOneIsShownOnceForAllThatWereMissed() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("09:00"))
        await fixture.sleep(5 * day + 7 * hour)
        #expect(
            fixture.shown == ["T: was due 6 times since Fri 15 Jan 09:00, last 09:00 (6 h ago)"]
        )
        #expect(try await fixture.pending() == ["T 2027-01-21 09:00"])
    }

    @Test func countingHasAnEndAndTheGridGoesOn() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*:*:00"))
        await fixture.sleep(2 * day + 40)
        #expect(
            fixture.shown == [
                "T: was due more than 1000 times since Fri 15 Jan 08:01, last 08:00 (40 s ago)"
            ]
        )
        #expect(try await fixture.pending() == ["T 2027-01-17 08:01"])
    }

    @Test func aRepeatingIntervalKeepsItsGridPastWhatWasMissed() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(7 * minute, repeats: true))
        await fixture.sleep(30 * minute)
        #expect(
            fixture.shown == ["T: was due 4 times since 08:07, last 08:28 (2 min ago)"]
        )
        #expect(try await fixture.pending() == ["T 2027-01-15 08:35"])
    }

    /// What is due once a month matters most after a long absence.
    @Test(
        "A monthly request is shown however late it is, and of several dates the latest",
        arguments: [(7, "Sat 16 Jan"), (8, "Sat 16 Jan"), (20, "Sat 16 Jan"), (40, "Tue 16 Feb")]
            as [(Int64, String)]
    )
    func aMonthlyOneIsShownLate(days: Int64, latest: String) async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*-*-16 08:00"))
        await fixture.sleep(day + days * day)
        #expect(fixture.shown.count == 1)
        #expect(fixture.shown.first?.contains(latest) == true, "\(fixture.shown)")
        #expect(try await fixture.history() == ["T delivered"])
    }

    @Test func theRuleShowHasNoLimit() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", on("*-*-16 08:00"), ScheduleOptions(late: .show))
        await fixture.sleep(20 * day)
        #expect(fixture.shown == ["T: was due Sat 16 Jan 08:00 (19 days ago)"])
    }

    @Test func threeLateOnesAreThreeBubbles() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c"] { try await fixture.add(name, after(minute)) }
        await fixture.sleep(hour)
        #expect(
            fixture.shown == ["a", "b", "c"].map { "\($0): was due 08:01 (59 min ago)" }
        )
    }

    @Test func moreOfThemAreOneSummaryThatCanShowEach() async throws {
        let fixture = try await SchedulerFixture().begin()
        let names = (1...12).map { "n\($0)" }
        for (index, name) in names.enumerated() {
            try await fixture.add(name, after(minute * Int64(index + 1)))
        }
        try await fixture.add("later", after(2 * hour))
        await fixture.sleep(hour)
        #expect(fixture.shown == ["12 notifications were due while you were away"])
        #expect(
            fixture.server.shown.first?.body
                == (1...8).map { "08:0\($0) n\($0)" }.joined(separator: "\n") + "\nand 4 more"
        )
        #expect(try await fixture.delivered() == Set(names + ["late-summary"]))
        #expect(try await fixture.pending() == ["later 2027-01-15 10:00"])

        await fixture.click("12 notifications were due while you were away", "show-each")
        #expect(
            fixture.server.shown.dropFirst().map(\.title) == names
        )
        #expect(fixture.shown[1] == "n1: was due 08:01 (59 min ago)")
        #expect(try await fixture.delivered() == Set(names))
    }

    @Test func whatCameWithoutASummaryComesOnTimeAfterIt() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c", "d"] { try await fixture.add(name, after(minute)) }
        try await fixture.add("now", after(hour))
        await fixture.sleep(hour)
        #expect(Set(fixture.shown) == ["4 notifications were due while you were away", "now"])
    }

    @Test func aSecondSummaryTakesTheFirstOneIn() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c", "d"] { try await fixture.add(name, after(minute)) }
        await fixture.sleep(hour)
        _ = try await fixture.scheduler.remove(
            RemovalSelection(choice: .identifiers(["a"]), appID: nil)
        )
        for name in ["b", "e", "f", "g"] { try await fixture.add(name, after(minute)) }
        await fixture.sleep(hour)
        // c and d of the first four are left, b has come again.
        #expect(
            fixture.shown == [
                "4 notifications were due while you were away",
                "6 notifications were due while you were away",
            ]
        )
        await fixture.click("6 notifications were due while you were away", "show-each")
        #expect(fixture.server.shown.dropFirst(2).map(\.title) == ["c", "d", "b", "e", "f", "g"])
    }

    @Test func aServerThatComesLateMakesWhatWaitedLate() async throws {
        let fixture = try await SchedulerFixture().begin(serverPresent: false)
        try await fixture.add("T", after(minute))
        await fixture.pass(2 * hour)
        #expect(fixture.shown == [])
        await fixture.serverReady()
        #expect(fixture.shown == ["T: was due 08:01 (1 h 59 min ago)"])
    }

    @Test func waitingForASlowServerIsNotLateness() async throws {
        let fixture = try await SchedulerFixture().begin()
        fixture.server.setAnswer(.timeOut)
        try await fixture.add("first", after(minute))
        try await fixture.add("second", after(2 * minute))
        await fixture.pass(minute)
        await fixture.pass(2 * hour)
        #expect(fixture.shown == [])
        fixture.server.setAnswer(.number)
        await fixture.scheduler.met(SchedulerFixture.owner)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["second"])
    }

    @Test func whatWasDueWhileTheMachineWasOffIsLate() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.add("T", after(minute))
        try await fixture.add("D", on("09:00"))
        let next = ManualClock(boot: "boot-2", now: SchedulerFixture.start)
        next.pass(26 * hour)
        let later = try await fixture.restarted(next).begin()
        #expect(
            later.shown == [
                "T: was due Fri 15 Jan 08:01 (1 day 1 h ago)",
                "D: was due 2 times since Fri 15 Jan 09:00, last 09:00 (1 h ago)",
            ]
        )
        #expect(try await later.pending() == ["D 2027-01-17 09:00"])
    }

    @Test func manyTimesAsManyAsOneSummaryTakesAreInTheLastOne() async throws {
        let fixture = try await SchedulerFixture(maxSummarised: 5).begin()
        let names = (1...14).map { "n\($0)" }
        for (index, name) in names.enumerated() {
            try await fixture.add(name, after(minute * Int64(index + 1)))
        }
        await fixture.sleep(hour)
        #expect(fixture.shown.last == "14 notifications were due while you were away")
        await fixture.click("14 notifications were due while you were away", "show-each")
        #expect(fixture.server.shown.suffix(14).map(\.title) == names)
        #expect(try await fixture.delivered() == Set(names))
    }

    @Test func aSummaryThatWaitsForAServerIsNeverLateItself() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c", "d"] { try await fixture.add(name, after(minute)) }
        try await fixture.add("x", after(hour - 10))
        // The server keeps the agent waiting with what was due before the summary, and goes then.
        fixture.server.setAnswer(.timeOut)
        await fixture.sleep(hour)
        await fixture.scheduler.handle(BubbleEvent.ownerChanged(nil))
        for name in ["e", "f", "g", "h"] { try await fixture.add(name, after(minute)) }
        await fixture.sleep(hour)
        fixture.server.setAnswer(.number)
        await fixture.serverReady()
        #expect(fixture.shown.last == "8 notifications were due while you were away")
        await fixture.click("8 notifications were due while you were away", "show-each")
        #expect(
            fixture.server.shown.suffix(8).map(\.title) == ["a", "b", "c", "d", "e", "f", "g", "h"]
        )
    }

    @Test func aSnoozedSummaryStillShowsEach() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c", "d"] { try await fixture.add(name, after(minute)) }
        await fixture.sleep(hour)
        _ = try await fixture.scheduler.snooze(
            "late-summary",
            preferring: AgentNames.app,
            microseconds: 600_000_000
        )
        await fixture.pass(10 * minute)
        await fixture.click("4 notifications were due while you were away", "show-each")
        #expect(fixture.server.shown.suffix(4).map(\.title) == ["a", "b", "c", "d"])
    }

    @Test func theHistoryTellsASummaryFromABubble() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c", "d"] { try await fixture.add(name, after(minute)) }
        await fixture.sleep(hour)
        let lines = try await fixture.scheduler.history(HistorySelection("a", app: "", limit: 10))
        #expect(lines.map(\.detail) == ["summary"])
    }
}
