import Foundation
import TestSupport
import Testing

/// What the command line says of rules and URLs without anybody's help.
@Suite(.serialized) struct RuleOutputTests {
    /// No bus anywhere.
    private static let environment = [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "TZ": "Europe/Berlin",
        "HOME": "/nonexistent", "XDG_RUNTIME_DIR": "/nonexistent",
    ]

    private static let tuesdays = ["2026-11-24T14:00:00+01:00", "2026-12-01T14:00:00+01:00"]

    private func next(_ arguments: [String]) async throws -> Program.Outcome {
        try await AgentFixture.command.run(
            ["next", "--after", "2026-11-21T00:00:00Z"] + arguments,
            environment: Self.environment
        )
    }

    private static let grammars = [
        ["--components", #"{"weekday":3,"hour":14}"#], ["--on", "Tue 14:00"],
        ["--cron", "0 14 * * 2"],
    ]

    @Test(arguments: grammars) func threeGrammarsGiveTheSameDates(rule: [String]) async throws {
        let lines = try await next(rule + ["--count", "2"])
        #expect(lines.code == 0)
        #expect(lines.error.hasPrefix("every Tuesday at 14:00, in Europe/Berlin\n"))
        #expect(lines.output == Self.tuesdays.map { "\($0)\n" }.joined())
        let json = try await next(rule + ["--count", "2", "--json"])
        #expect(json.output == "[\"2026-11-24T13:00:00Z\",\"2026-12-01T13:00:00Z\"]\n")
        #expect(json.error == "")
        let elsewhere = try await next(rule + ["--tz", "Asia/Tokyo", "--count", "1"])
        #expect(elsewhere.output == "2026-11-24T14:00:00+09:00\n")
    }

    @Test(
        "--every previews what add takes, a duration and a day",
        arguments: [
            ("90m", "every 1 h 30 min\n", "02:30", "04:00"),
            (
                "day at 9 and 17", "every day at 09:00 and 17:00, in Europe/Berlin\n", "09:00",
                "17:00"
            ),
        ]
    )
    func every(text: String, words: String, first: String, second: String) async throws {
        let lines = try await next(["--every", text, "--count", "2"])
        #expect(lines.error == words)
        #expect(lines.output == "2026-11-21T\(first):00+01:00\n2026-11-21T\(second):00+01:00\n")
    }

    @Test func aRuleThatIsOverGivesNoDate() async throws {
        let rule = ["--components", #"{"year":2020}"#]
        let json = try await next(rule + ["--json"])
        #expect(json.code == 0)
        #expect(json.output == "[]\n")
        let lines = try await next(rule)
        #expect(lines.code == 0)
        #expect(lines.output == "")
        #expect(lines.error.hasSuffix("\nnever\n"), "\(lines.error)")
        let impossible = try await next(["--components", #"{"month":2,"day":30}"#])
        #expect(impossible.output == "")
        #expect(impossible.error.contains("\nnever: "), "\(impossible.error)")
    }

    @Test func whatIsToBeKnownOfARuleIsSaid() async throws {
        let lines = try await next(["--on", "*-*-31 02:30", "--count", "2"])
        #expect(
            lines.error == """
                on day 31 of every month at 02:30, in Europe/Berlin
                note  skips 5 months a year (no day 31)
                note  02:30 comes twice on 31 October 2027 in Europe/Berlin; fires the first time

                """
        )
        let gap = try await next(["--cron", "30 2 * * *", "--count", "1"])
        #expect(gap.error.contains("note  02:30 does not exist on 28 March 2027 in Europe/Berlin"))
    }

    @Test func oneRuleIsNeeded() async throws {
        #expect(try await next(["--except", "friday"]).code == 64)
        #expect(try await next(["--on", "14:00", "--cron", "0 14 * * *"]).code == 64)
        let bad = try await next(["--cron", "61 * * * *"])
        #expect(bad.code == 65)
        #expect(bad.error.split(separator: "\n").count == 1)
    }

    /// An event without a time is at midnight, as for systemd, and nobody is to be surprised by it.
    @Test func midnightIsNoted() async throws {
        let fixture = try await AgentFixture()
        let start = "note  a calendar event without a time is at 00:00; for 09:00 write "
        for (event, advice) in [
            ("tuesday", "\"tuesday 09:00\""), ("daily", "one such as \"every day at 09:00\""),
        ] {
            let next = try await fixture.run(["next", "--on", event])
            #expect(next.error.contains("\(start)\(advice)\n"), "\(next)")
            let added = try await fixture.add("T", "--on", event)
            #expect(added.output.contains("\(start)\(advice)"), "\(added)")
        }
        for event in ["Tue 00:00", "every tuesday"] {
            let next = try await fixture.run(["next", "--on", event])
            #expect(!next.error.contains("is at 00:00"), "\(next)")
        }
    }

    @Test("next alone lists the next deliveries of all requests, soonest first")
    func nextAlone() async throws {
        let fixture = try await AgentFixture()
        let nothing = try await fixture.run(["next"])
        #expect(nothing.output == "" && nothing.error == "nothing comes\n", "\(nothing)")
        try await fixture.add("Late", "--at", "2099-01-02 09:00", "--id", "late")
        try await fixture.add("Each", "--on", "2099-01-*", "--id", "each")
        try await fixture.add("Paused", "--at", "2099-01-01 08:00", "--id", "paused")
        _ = try await fixture.run(["pause", "paused"])
        let outcome = try await fixture.run(["next", "--count", "3", "--json"])
        struct Delivery: Decodable {
            let identifier: String
            let title: String
        }
        let deliveries = try JSONDecoder().decode([Delivery].self, from: Data(outcome.output.utf8))
        #expect(deliveries.map(\.identifier) == ["each", "each", "late"])
        #expect(deliveries.map(\.title) == ["Each", "Each", "Late"])
        let table = try await fixture.run(["next"]).output.split(separator: "\n")
        #expect(table.count == 11, "\(table)")
        #expect(table[3].contains("late"), "\(table)")
    }

    /// A zone that the rule names is in its words already.
    @Test func aZoneIsNamedOnce() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--on", "Tue 09:45", "--tz", "Europe/Berlin", "--id", "t")
        let next = try await fixture.run(["next", "t"])
        #expect(next.error == "every Tuesday at 09:45 in Europe/Berlin\n")
        let elsewhere = try await fixture.run(["next", "t", "--tz", "Asia/Tokyo"])
        #expect(elsewhere.error == "every Tuesday at 09:45 in Europe/Berlin, in Asia/Tokyo\n")
        #expect(elsewhere.output.contains("+09:00\n"))
    }

    @Test func dryRunPrintsTheVector() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": #"\#(recorder.program) "a b" %{m} %p"#])
        let outcome = try await fixture.run(["open", "--dry-run", "clock://start/x%20y?m=4"])
        #expect(outcome.code == 0)
        #expect(outcome.output == "[\"\(recorder.program)\",\"a b\",\"4\",\"/x y\"]\n")
        let nobody = try await fixture.run(["open", "--dry-run", "nobody://x"])
        #expect(nobody.code == 65)
        #expect(
            nobody.error == "notify-schedule: nothing opens nobody: URLs; add [Scheme nobody] with "
                + "an Exec line to \(fixture.directory)/config/notify-schedule/launcher.conf\n"
        )
        #expect(recorder.isUntouched)
        #expect(fixture.owners.elements == [])
    }

    /// A test that passes with a program that is not there would be none.
    @Test func dryRunNamesAMissingProgram() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "/nonexistent/backup.sh %u", "bad": "~/bin/backup.sh"])
        let missing = try await fixture.run(["open", "--dry-run", "x:1"])
        #expect(missing.output == "[\"/nonexistent/backup.sh\",\"x:1\"]\n")
        let warning =
            "warning: there is no program \"/nonexistent/backup.sh\", or it may not be run; "
        #expect(missing.error.contains(warning), "\(missing)")
        // What prevents the URL is said once.
        let bad = try await fixture.run(["open", "--dry-run", "bad:1"])
        #expect(bad.code == 65)
        #expect(bad.error.split(separator: "\n").count == 1, "\(bad)")
        #expect(bad.error.contains("write the whole path, such as /home/me/bin/backup.sh"))
    }

    @Test func aRepeatingRequestListsItsNextDate() async throws {
        let fixture = try await AgentFixture()
        let every = try await fixture.add("E", "--every", "60s", "--id", "every")
        #expect(every.output.split(separator: "\n").filter { $0.contains("  then  ") }.count == 2)
        let before = Date()
        try await fixture.add(
            "M",
            "--components",
            #"{"weekday":3,"hour":14}"#,
            "--repeat",
            "--id",
            "meeting"
        )
        let list = try await fixture.listed("list")
        #expect(Set(list.map(\.identifier)) == ["every", "meeting"])
        let date = try await AgentFixture.command.run(
            [
                "next", "--on", "Tue 14:00", "--after", before.ISO8601Format(), "--count", "1",
                "--json",
            ],
            environment: Self.environment
        )
        let meeting = try #require(list.first { $0.identifier == "meeting" })
        let dates = try JSONDecoder().decode([String].self, from: Data(date.output.utf8))
        #expect(meeting.nextTriggerDate == dates.first)
    }
}
