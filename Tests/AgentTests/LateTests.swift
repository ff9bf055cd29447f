import AgentInterface
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
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", after(minute))
        await desk.sleep(slept)
        #expect(desk.shown == [shown])
        #expect(try await desk.pending() == [])
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
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", after(minute), ScheduleOptions(late: rule))
        await desk.sleep(minute + late)
        #expect(desk.shown.count == (isShown ? 1 : 0))
        #expect(try await desk.pending() == [])
        #expect(try await desk.history().last == (isShown ? "T delivered" : "T missed"))
    }

    @Test func aRepeatingOneIsShownOnceForAllThatWereMissed() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", on("09:00"))
        await desk.sleep(5 * day + 7 * hour)
        #expect(
            desk.shown == ["T: was due 6 times since Fri 15 Jan 09:00, last 09:00 (6 h ago)"]
        )
        #expect(try await desk.pending() == ["T 2027-01-21 09:00"])
    }

    @Test func countingHasAnEndAndTheGridGoesOn() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", on("*:*:00"))
        await desk.sleep(2 * day + 40)
        #expect(
            desk.shown == [
                "T: was due more than 1000 times since Fri 15 Jan 08:01, last 08:00 (40 s ago)"
            ]
        )
        #expect(try await desk.pending() == ["T 2027-01-17 08:01"])
    }

    @Test func aRepeatingIntervalKeepsItsGridPastWhatWasMissed() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", after(7 * minute, repeats: true))
        await desk.sleep(30 * minute)
        #expect(
            desk.shown == ["T: was due 4 times since 08:07, last 08:28 (2 min ago)"]
        )
        #expect(try await desk.pending() == ["T 2027-01-15 08:35"])
    }

    /// How late a monthly one is, and whether it is shown: a week is the limit.
    @Test(arguments: [(7 * day, true), (7 * day + 1, false)] as [(Int64, Bool)])
    func aRepeatingOneIsMissedAfterAWeek(late: Int64, isShown: Bool) async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", on("*-*-16 08:00"))
        await desk.sleep(day + late)
        #expect(desk.shown.count == (isShown ? 1 : 0))
        #expect(try await desk.pending() == ["T 2027-02-16 08:00"])
        #expect(try await desk.history() == (isShown ? ["T delivered"] : ["T missed"]))
    }

    @Test func theRuleShowHasNoLimit() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", on("*-*-16 08:00"), ScheduleOptions(late: .show))
        await desk.sleep(20 * day)
        #expect(desk.shown == ["T: was due Sat 16 Jan 08:00 (19 days ago)"])
    }

    @Test func threeLateOnesAreThreeBubbles() async throws {
        let desk = try await VirtualDesk().begin()
        for name in ["a", "b", "c"] { try await desk.add(name, after(minute)) }
        await desk.sleep(hour)
        #expect(
            desk.shown == ["a", "b", "c"].map { "\($0): was due 08:01 (59 min ago)" }
        )
    }

    @Test func moreOfThemAreOneSummaryThatCanShowEach() async throws {
        let desk = try await VirtualDesk().begin()
        let names = (1...12).map { "n\($0)" }
        for (index, name) in names.enumerated() {
            try await desk.add(name, after(minute * Int64(index + 1)))
        }
        try await desk.add("later", after(2 * hour))
        await desk.sleep(hour)
        #expect(desk.shown == ["12 notifications were due while you were away"])
        #expect(
            desk.server.shown.first?.body
                == (1...8).map { "08:0\($0) n\($0)" }.joined(separator: "\n") + "\nand 4 more"
        )
        #expect(try await desk.delivered() == Set(names + ["late-summary"]))
        #expect(try await desk.pending() == ["later 2027-01-15 10:00"])

        await desk.click("12 notifications were due while you were away", "show-each")
        #expect(
            desk.server.shown.dropFirst().map(\.title) == names
        )
        #expect(desk.shown[1] == "n1: was due 08:01 (59 min ago)")
        #expect(try await desk.delivered() == Set(names))
    }

    @Test func whatCameWithoutASummaryComesOnTimeAfterIt() async throws {
        let desk = try await VirtualDesk().begin()
        for name in ["a", "b", "c", "d"] { try await desk.add(name, after(minute)) }
        try await desk.add("now", after(hour))
        await desk.sleep(hour)
        #expect(Set(desk.shown) == ["4 notifications were due while you were away", "now"])
    }

    @Test func aSecondSummaryTakesTheFirstOneIn() async throws {
        let desk = try await VirtualDesk().begin()
        for name in ["a", "b", "c", "d"] { try await desk.add(name, after(minute)) }
        await desk.sleep(hour)
        _ = try await desk.scheduler.remove(
            RemovalSelection(choice: .identifiers(["a"]), appID: nil)
        )
        for name in ["b", "e", "f", "g"] { try await desk.add(name, after(minute)) }
        await desk.sleep(hour)
        // c and d of the first four are left, b has come again.
        #expect(
            desk.shown == [
                "4 notifications were due while you were away",
                "6 notifications were due while you were away",
            ]
        )
        await desk.click("6 notifications were due while you were away", "show-each")
        #expect(desk.server.shown.dropFirst(2).map(\.title) == ["c", "d", "b", "e", "f", "g"])
    }

    @Test func aServerThatComesLateMakesWhatWaitedLate() async throws {
        let desk = try await VirtualDesk().begin(serverPresent: false)
        try await desk.add("T", after(minute))
        await desk.pass(2 * hour)
        #expect(desk.shown == [])
        await desk.serverReady()
        #expect(desk.shown == ["T: was due 08:01 (1 h 59 min ago)"])
    }

    @Test func waitingForASlowServerIsNotLateness() async throws {
        let desk = try await VirtualDesk().begin()
        desk.server.hang(true)
        try await desk.add("first", after(minute))
        try await desk.add("second", after(2 * minute))
        await desk.pass(minute)
        await desk.pass(2 * hour)
        #expect(desk.shown == [])
        desk.server.hang(false)
        await desk.scheduler.met(VirtualDesk.owner)
        await desk.scheduler.deliverDue()
        #expect(desk.shown == ["second"])
    }

    @Test func whatWasDueWhileTheMachineWasOffIsLate() async throws {
        let desk = try await VirtualDesk().begin()
        try await desk.add("T", after(minute))
        try await desk.add("D", on("09:00"))
        let next = ManualClock(boot: "boot-2", now: VirtualDesk.start)
        next.pass(26 * hour)
        let later = try await desk.restarted(next).begin()
        #expect(
            later.shown == [
                "T: was due Fri 15 Jan 08:01 (1 day 1 h ago)",
                "D: was due 2 times since Fri 15 Jan 09:00, last 09:00 (1 h ago)",
            ]
        )
        #expect(try await later.pending() == ["D 2027-01-17 09:00"])
    }

    @Test func manyTimesAsManyAsOneSummaryTakesAreInTheLastOne() async throws {
        let desk = try await VirtualDesk(mostSummarised: 5).begin()
        let names = (1...14).map { "n\($0)" }
        for (index, name) in names.enumerated() {
            try await desk.add(name, after(minute * Int64(index + 1)))
        }
        await desk.sleep(hour)
        #expect(desk.shown.last == "14 notifications were due while you were away")
        await desk.click("14 notifications were due while you were away", "show-each")
        #expect(desk.server.shown.suffix(14).map(\.title) == names)
        #expect(try await desk.delivered() == Set(names))
    }

    @Test func aSummaryThatWaitsForAServerIsNeverLateItself() async throws {
        let desk = try await VirtualDesk().begin()
        for name in ["a", "b", "c", "d"] { try await desk.add(name, after(minute)) }
        try await desk.add("x", after(hour - 10))
        // The server keeps the agent waiting with what was due before the summary, and goes then.
        desk.server.hang(true)
        await desk.sleep(hour)
        await desk.scheduler.handle(BubbleEvent.ownerChanged(nil))
        for name in ["e", "f", "g", "h"] { try await desk.add(name, after(minute)) }
        await desk.sleep(hour)
        desk.server.hang(false)
        await desk.serverReady()
        #expect(desk.shown.last == "8 notifications were due while you were away")
        await desk.click("8 notifications were due while you were away", "show-each")
        #expect(
            desk.server.shown.suffix(8).map(\.title) == ["a", "b", "c", "d", "e", "f", "g", "h"]
        )
    }

    @Test func aSnoozedSummaryStillShowsEach() async throws {
        let desk = try await VirtualDesk().begin()
        for name in ["a", "b", "c", "d"] { try await desk.add(name, after(minute)) }
        await desk.sleep(hour)
        _ = try await desk.scheduler.snooze(
            "late-summary",
            preferring: AgentNames.app,
            microseconds: 600_000_000
        )
        await desk.pass(10 * minute)
        await desk.click("4 notifications were due while you were away", "show-each")
        #expect(desk.server.shown.suffix(4).map(\.title) == ["a", "b", "c", "d"])
    }

    @Test func theHistoryTellsASummaryFromABubble() async throws {
        let desk = try await VirtualDesk().begin()
        for name in ["a", "b", "c", "d"] { try await desk.add(name, after(minute)) }
        await desk.sleep(hour)
        let lines = try await desk.scheduler.history("a", app: "", limit: 10)
            .map { try HistoryEntry(record: $0) }
        #expect(lines.map(\.detail) == ["summary"])
    }
}
