import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// The verbs that steer what is pending, typed at a shell.
@Suite(.serialized) struct ControlVerbTests {
    @Test func pauseAndResume() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add(
            "A",
            "--on",
            "2099-01-01 09:00",
            "--id",
            "a",
            "--user-info",
            "order=4711"
        )
        try await fixture.add("B", "--on", "2099-01-02 09:00", "--id", "b")
        let paused = try await fixture.run(["pause", "a", "nobody"])
        #expect(paused.code == 65)
        #expect(paused.output == "paused a\n")
        #expect(
            paused.error
                == "notify-schedule: not pending, due at once, or paused already: \"nobody\"; "
                + "see notify-schedule list\n"
        )
        let list = try await fixture.run(["list"]).output.split(separator: "\n")
        #expect(list.dropFirst().first?.hasPrefix("2099-01-01T09:00:00+01:00  paused  ") ?? false)
        #expect(list.last?.hasPrefix("2099-01-02T09:00:00+01:00  in ") ?? false)
        let show = try await fixture.run(["show", "a"])
        #expect(
            show.output.contains("  state     paused; to continue: notify-schedule resume a\n")
        )
        #expect(show.output.contains("  info      \"order\" = 4711\n"))
        let json = try await fixture.run(["show", "a", "--json"]).output
        #expect(json.contains("\"userInfo\" : {\n        \"order\" : \"4711\"\n"), "\(json)")
        let simulated = try await fixture.run(["simulate", "--from", "2099-01-01", "--to", "2d"])
        #expect(
            simulated.output == """
                DATE                       ID  TITLE
                2099-01-02T09:00:00+01:00  b   B

                """
        )
        #expect(simulated.error == "1 paused request is not listed\n")
        let days = ["simulate", "--from", "2099-01-01", "--to", "2099-01-02"]
        #expect(try await fixture.run(days).output == simulated.output, "--to includes its day")
        #expect(try await fixture.run(["resume", "--all"]).output == "resumed a\n")
        #expect(
            try await fixture.run(["resume", "a"]).error.hasPrefix(
                "notify-schedule: not paused: \"a\""
            )
        )
        #expect(try await fixture.run(["pause"]).code == 64)
    }

    @Test func simulateListsEveryDelivery() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Daily", "--on", "09:00", "--id", "daily", "--until", "2099-03-02")
        try await fixture.add(
            "End",
            "--cron",
            "0 8 31 * *",
            "--month-end",
            "--tz",
            "UTC",
            "--id",
            "end"
        )
        let range = ["simulate", "--from", "2099-02-27", "--to", "2099-03-05"]
        #expect(
            try await fixture.run(range).output == """
                DATE                       ID     TITLE
                2099-02-27T09:00:00+01:00  daily  Daily
                2099-02-28T09:00:00+01:00  daily  Daily
                2099-02-28T09:00:00+01:00  end    End
                2099-03-01T09:00:00+01:00  daily  Daily
                2099-03-02T09:00:00+01:00  daily  Daily

                """
        )
        let elsewhere = try await fixture.run(range + ["--tz", "UTC", "--json"])
        let entries = try JSONDecoder().decode(
            [[String: String]].self,
            from: Data(elsewhere.output.utf8)
        )
        #expect(
            entries.map { "\($0["identifier"] ?? "") \($0["date"] ?? "")" } == [
                "daily 2099-02-27T09:00:00Z", "end 2099-02-28T08:00:00Z",
                "daily 2099-02-28T09:00:00Z", "daily 2099-03-01T09:00:00Z",
                "daily 2099-03-02T09:00:00Z",
            ]
        )
        // What was skipped does not come, and the last date does.
        try await fixture.add("S", "--on", "Tue 14:00", "--id", "s", "--times", "3")
        #expect(try await fixture.run(["skip", "s"]).code == 0)
        let listed = try await fixture.run(["next", "s", "--count", "9", "--json"])
        let next = try JSONDecoder().decode([String].self, from: Data(listed.output.utf8))
        #expect(next.count == 2)
        for zone in [[], ["--tz", AgentFixture.timeZone]] {
            let simulated = try await fixture.run(["simulate", "--to", "60d", "--json"] + zone)
            let dates = try JSONDecoder().decode(
                [[String: String]].self,
                from: Data(simulated.output.utf8)
            ).filter { $0["identifier"] == "s" }.compactMap { $0["date"] }
            #expect(dates == next, "\(simulated)")
        }
        let empty = try await fixture.run(["simulate", "--from", "2100-01-02", "--to", "1h"])
        #expect(empty.output == "")
        #expect(empty.error == "nothing is delivered in that time\n")
        #expect(try await fixture.run(["simulate", "--to", "2020-01-01"]).code == 65)
        #expect(try await fixture.run(["simulate", "--tz", "Nowhere/Land"]).code == 65)
    }

    @Test func nextAndShowGiveTheDatesOfWhatIsPending() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--on", "2099-01-01..05 09:00", "--id", "t", "--times", "4")
        let next = try await fixture.run(["next", "t", "--count", "9", "--json"])
        let dates = (1...4).map { "2099-01-0\($0)T08:00:00Z" }
        #expect(try JSONDecoder().decode([String].self, from: Data(next.output.utf8)) == dates)
        let later = try await fixture.run(
            ["next", "t", "--after", "2099-01-02T09:00:00+01:00", "--count", "1"]
        )
        #expect(later.output == "2099-01-03T09:00:00+01:00\n")
        let show = try await fixture.run(["show", "t"])
        let lines = show.output.split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix("  next ") } == 1)
        #expect(lines.count { $0.hasPrefix("  then ") } == 2)
        // The last date of the rule is not that of the request.
        #expect(!lines.contains { $0.contains("fires for the last time") })
        try await fixture.add("U", "--on", "2099-01-01..05 09:00", "--id", "u")
        #expect(
            try await fixture.run(["show", "u"]).output
                .contains("  note      fires for the last time on 2099-01-05")
        )
        #expect(try await fixture.run(["next", "t", "--on", "09:00"]).code == 64)
        #expect(try await fixture.run(["next", "nobody"]).code == 65)
    }

    @Test func skipSnoozeAndHistory() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("A", "--on", "2099-01-01..03 09:00", "--id", "a", "--tz", "UTC")
        try await fixture.add("Once", "--in", "1h", "--id", "once")
        let skip = try await fixture.run(["skip", "a", "--json"])
        struct Skip: Decodable, Equatable {
            let skipped: String
            let nextTriggerDates: [String]
            let nextTriggerDate: String
        }
        let next = "2099-01-02T09:00:00Z"
        #expect(
            try JSONDecoder().decode(Skip.self, from: Data(skip.output.utf8))
                == Skip(
                    skipped: "2099-01-01T09:00:00Z",
                    nextTriggerDates: [next],
                    nextTriggerDate: next
                )
        )
        #expect(try await fixture.run(["skip", "once"]).code == 65)
        let snoozed = try await fixture.run(["snooze", "once", "2h"])
        #expect(snoozed.output.hasPrefix("once\n  next  "))
        // Of the hour the commands have taken some seconds.
        #expect(
            snoozed.output.contains("  (in 3 h)\n") || snoozed.output.contains("  (in 2 h 5"),
            "\(snoozed)"
        )
        #expect(try await fixture.run(["snooze", "once", "0s"]).code == 65)
        #expect(try await fixture.run(["snooze", "nobody", "5m"]).code == 65)
        #expect(
            Set(try await fixture.listed("list").map(\.identifier)) == [
                "a", "once",
            ]
        )
        #expect(try await fixture.run(["remove", "once"]).output == "removed once\n")
        let gone = try await fixture.run(["show", "once"])
        #expect(gone.code == 0)
        #expect(gone.output.contains("neither pending nor delivered any more"))
        let history = try await fixture.run(["history", "--json"])
        let lines = try JSONDecoder().decode(
            [[String: String]].self,
            from: Data(history.output.utf8)
        )
        #expect(
            lines.map { "\($0["identifier"] ?? "") \($0["event"] ?? "")" }
                == ["once removed", "once snoozed", "a skipped"]
        )
        #expect(
            try await fixture.run(["history", "a"]).output.contains("skipped Thu 1 Jan 2099 10:00")
        )
    }

    @Test("A date ahead is skipped by its day, listed, and comes again after undo")
    func skipADate() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("A", "--on", "2099-01-01..05 09:00", "--id", "a", "--tz", "UTC")
        let skipped = try await fixture.run(["skip", "a", "3", "jan", "2099"])
        #expect(
            skipped.output.hasPrefix(
                "skips 2099-01-03T10:00:00+01:00\nnext  2099-01-01T10:00:00+01:00"
            )
        )
        let again = try await fixture.run(["skip", "a", "2099-01-03 10:00"])
        #expect(again.code == 65)
        #expect(again.error.hasSuffix("already; see notify-schedule skip --list\n"))
        let none = try await fixture.run(["skip", "a", "2099-01-07"])
        #expect(none.code == 65)
        #expect(none.error.hasSuffix("; the nearest is 2099-01-05T10:00:00+01:00\n"))
        let list = try await fixture.run(["skip", "--list"])
        #expect(list.output.contains("\n2099-01-03T10:00:00+01:00  in "))
        #expect(list.output.hasSuffix("  a   A\n"))
        #expect(
            try await fixture.run(["show", "a"]).output.contains("skips     2099-01-03T10:00:00")
        )
        let dates = try await fixture.run(["next", "a", "--count", "3"]).output
        #expect(dates.contains("2099-01-02") && dates.contains("2099-01-04"))
        #expect(!dates.contains("2099-01-03"))
        #expect(try await fixture.run(["undo"]).code == 0)
        #expect(try await fixture.run(["skip", "--list"]).error == "nothing is skipped\n")
        #expect(try await fixture.run(["skip"]).code == 64)
        #expect(try await fixture.run(["skip", "--list", "a"]).code == 64)
    }

    @Test("A pause until a date is in list and show, and the dates from then on are listed")
    func pauseUntil() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("A", "--on", "2099-01-01..05 09:00", "--id", "a")
        let paused = try await fixture.run(["pause", "--all", "--until", "3 jan 2099"])
        #expect(paused.output == "paused a until 2099-01-03T00:00:00+01:00\n")
        let list = try await fixture.run(["list"]).output
        #expect(
            list.contains("\n2099-01-03T09:00:00+01:00  paused until 2099-01-03T00:00:00+01:00  ")
        )
        let shown = try await fixture.run(["show", "a"]).output
        #expect(
            shown.contains("paused until 2099-01-03T00:00:00+01:00; to continue: notify-schedule")
        )
        #expect(shown.contains("next      2099-01-03T09:00:00+01:00"))
        #expect(try await fixture.run(["next"]).output.contains("\n2099-01-03T09:00:00+01:00  "))
        let lines = try await fixture.run(["export", "-"]).output
        #expect(lines.contains("pausedUntil"))
        #expect(try await fixture.run(["pause", "a", "--for", "1w"]).code == 0)
        #expect(try await fixture.run(["resume", "a"]).output == "resumed a\n")
        #expect(try await fixture.run(["next", "a"]).output.hasPrefix("2099-01-01T09:00:00+01:00"))
        for wrong in [["--until", "yesterday"], ["--for", "x"], ["--until", "x"]] {
            #expect(try await fixture.run(["pause", "a"] + wrong).code == 65)
        }
        #expect(
            try await fixture.run(["pause", "a", "--for", "1w", "--until", "monday"]).code == 64
        )
    }

    @Test func anEndTodayIsTheEndOfToday() async throws {
        let fixture = try await AgentFixture()
        let zone = try #require(SystemZone(named: AgentFixture.timeZone))
        func today() -> String {
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            let date = WallTime(now, in: zone).date
            return "\(date.year)-\(date.month)-\(date.day)"
        }
        var (date, outcome): (String, Program.Outcome)
        // A day that ends in between is no longer today.
        repeat {
            date = today()
            outcome = try await fixture.run(["add", "T", "--on", "*:*", "--until", date])
        } while date != today()
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("23:59:59"))
    }

    /// Options of `add` that exclude each other or are invalid, with the exit code.
    @Test(
        arguments: [
            (["--in", "1h", "--times", "3"], 64, "--times is for repeating notifications"),
            (
                ["--in", "1h", "--until", "2099-01-01"], 64,
                "--until is for repeating notifications"
            ),
            (["--at", "09:00", "--month-end"], 64, "--month-end does not go with --at"),
            (["--on", "09:00", "--until", "2020-01-01"], 65, "--until \"2020-01-01\""),
            (["--on", "09:00", "--late", "soon"], 65, "--late \"soon\": write show"),
            (["--on", "09:00", "--times", "0"], 65, "--times 0 is not between"),
            (["--on", "Mon 09:00", "--month-end"], 65, "month end needs a day from 29 to 31"),
            (["--times", "3"], 64, "--times needs a time that repeats"),
            (["--late", "skip"], 64, "--late needs a time"),
            (["--wake"], 64, "--wake needs a time"),
            (["--month-end"], 64, "--month-end needs a date"),
            (["--in", "1h", "--snooze", "5x"], 65, "--snooze \"5x\""),
        ] as [([String], Int32, String)]
    )
    func badOptionsAreRefused(options: [String], code: Int32, message: String) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["add", "T"] + options)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.error.hasPrefix("notify-schedule: \(message)"), "\(outcome)")
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.output == "")
    }

    @Test func addSaysWhatItUnderstood() async throws {
        let fixture = try await AgentFixture()
        let added = try await fixture.add(
            "T",
            "--on",
            "Mon 09:00",
            "--id",
            "t",
            "--times",
            "5",
            "--late",
            "2h"
        )
        let lines = added.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "t")
        #expect(lines.dropFirst().first == "  every Monday at 09:00, 5 times")
        #expect(lines.count { $0.hasPrefix("  next") || $0.hasPrefix("  then") } == 3)
        #expect(!added.output.contains("time zone"), "what follows the user's zone does not say so")
        #expect(lines.last == "  note  shown late up to 2 h after it was due")
        let fixed = try await fixture.add("T", "--on", "Mon 09:00", "--tz", "Asia/Tokyo")
        #expect(fixed.output.contains("  note  stays in Asia/Tokyo, wherever you are\n"))
        let span = try await fixture.add("T", "--at", "in 2 hours")
        #expect(span.output.contains("\n  once, after 2 h\n"))
        #expect(!span.output.contains("stays in"))
        let words = ["add", "T", "--at", "in 2 hours", "--tz", "Asia/Tokyo"]
        let refused = try await fixture.run(words)
        #expect(refused.code == 64)
        #expect(
            refused.error.contains("--at \"in 2 hours\", which is the same duration in every zone")
        )
    }

    @Test func showSaysHowManyDatesArePast() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--on", "daily", "--times", "5", "--id", "t")
        #expect(try await fixture.run(["skip", "t"]).code == 0)
        let lines = try await fixture.run(["show", "t"]).output.split(separator: "\n")
        #expect(
            lines.contains {
                $0.hasSuffix("1 of 5 dates is past (delivered, missed or skipped)")
            },
            "\(lines)"
        )
    }
}
