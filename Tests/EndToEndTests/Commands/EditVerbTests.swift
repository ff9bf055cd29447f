import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// The verb edit, typed at a shell.
@Suite(.serialized) struct EditVerbTests {
    private func report(_ fixture: AgentFixture, _ identifier: String) async throws -> [String] {
        let show = try await fixture.run(["show", identifier, "--json"])
        let found = try JSONSerialization.jsonObject(with: Data(show.output.utf8))
        let request = try #require((found as? [[String: Any]])?.first)
        return request.keys.sorted().map { "\($0)=\(request[$0] ?? "")" }
    }

    @Test func whatIsGivenChanges() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add(
            "Meeting",
            "Room 2",
            "--at",
            "2099-01-01 14:00",
            "--id",
            "meeting",
            "--action",
            "Map=https://a.example",
            "--snooze",
            "5m",
            "--user-info",
            "a=1",
            "--user-info",
            "b=2"
        )
        let moved = try await fixture.run(["edit", "meeting", "--at", "2099-01-02 15:00"])
        #expect(moved.code == 0, "\(moved)")
        #expect(
            moved.error
                == "notify-schedule: warning: no notification server is running; it is shown once one "
                + "starts\n"
        )
        #expect(
            moved.output.hasPrefix(
                """
                meeting
                  was   once, on 1 January 2099 at 14:00
                  now   once, on 2 January 2099 at 15:00
                  next  2099-01-02T15:00:00+01:00  (in 
                """
            ),
            "\(moved)"
        )
        let later = try await fixture.run(["edit", "meeting", "--by", "+1h", "--title", "Staff"])
        #expect(later.output.contains("once, on 2 January 2099 at 16:00\n"), "\(later)")
        let earlier = try await fixture.run(["edit", "meeting", "--by", "-30min", "--json"])
        #expect(earlier.output.contains("\"2099-01-02T14:30:00Z\""), "\(earlier)")
        let parts = try await fixture.run(
            ["edit", "meeting", "--clear", "body", "--clear", "action", "--user-info", "b=3"]
        )
        #expect(parts.code == 0, "\(parts)")
        let show = try await fixture.run(["show", "meeting"]).output
        #expect(show.contains("Staff"), "\(show)")
        #expect(!show.contains("Room 2"), "\(show)")
        #expect(!show.contains("a.example"), "\(show)")
        #expect(show.contains("\"a\" = 1\n"), "\(show)")
        #expect(show.contains("\"b\" = 3\n"), "\(show)")
        #expect(show.contains("edited, next due Fri 2 Jan 2099 15:30\n"), "\(show)")
        #expect(try await fixture.listed("list").map(\.identifier) == ["meeting"])
    }

    /// A day ends where the request has its dates, not where the user is.
    @Test func anEndIsInTheZoneOfTheRequest() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--on", "07:00", "--tz", "Asia/Tokyo", "--id", "t")
        let edited = try await fixture.run(["edit", "t", "--until", "2099-12-31"])
        #expect(edited.code == 0, "\(edited)")
        let when = "every day at 07:00 in Asia/Tokyo, until 2099-12-31 23:59:59\n"
        #expect(edited.output.contains(when), "\(edited)")
    }

    /// Another rule of a series keeps its first date and time, and another zone its times.
    @Test func anotherRuleGoesOnFromTheFirstDate() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add(
            "S",
            "--rrule",
            "FREQ=WEEKLY;INTERVAL=2",
            "--starting",
            "2099-01-06 14:00",
            "--id",
            "s"
        )
        for (words, dates) in [
            (
                ["--rrule", "FREQ=WEEKLY;INTERVAL=3"],
                ["2099-01-06T14:00:00+01:00", "2099-01-27T14:00:00+01:00"]
            ),
            (["--every", "4d"], ["2099-01-06T14:00:00+01:00", "2099-01-10T14:00:00+01:00"]),
            (
                ["--tz", "Asia/Tokyo"], ["2099-01-06T14:00:00+09:00", "2099-01-10T14:00:00+09:00"]
            ),
            (["--every", "1w"], ["2099-01-06T14:00:00+09:00", "2099-01-13T14:00:00+09:00"]),
        ] {
            let edited = try await fixture.run(["edit", "s"] + words)
            #expect(edited.code == 0, "\(words) \(edited)")
            #expect(!edited.output.contains("no time was given"), "\(words) \(edited)")
            let next = try await fixture.run(["next", "s", "--count", "2"]).output
            #expect(next.split(separator: "\n").map(String.init) == dates, "\(words)")
        }
        let unknown = try await fixture.run(["edit", "s", "--tz", "Mars/Base"])
        #expect(unknown.code == 65, "\(unknown)")
    }

    /// A series does not become one date by the way; a time alone is the new time of its rule.
    @Test func aSeriesStaysOne() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add(
            "M",
            "--on",
            "Tue 14:00",
            "--times",
            "5",
            "--until",
            "2099-12-31",
            "--id",
            "meeting"
        )
        let moved = try await fixture.run(["edit", "meeting", "--at", "15:00"])
        #expect(moved.code == 0, "\(moved)")
        let when = "every Tuesday at 15:00, 5 times, until 2099-12-31 23:59:59"
        #expect(moved.output.contains(when), "\(moved)")
        let zoned = try await fixture.run(["edit", "meeting", "--at", "5pm", "--tz", "Asia/Tokyo"])
        #expect(zoned.output.contains("every Tuesday at 17:00 in Asia/Tokyo"), "\(zoned)")
        for words in [
            ["--at", "tomorrow 9:00"], ["--in", "1h"], ["--components", "{\"hour\":9}"],
        ] {
            let refused = try await fixture.run(["edit", "meeting"] + words)
            #expect(refused.code == 65, "\(words) \(refused)")
            let start =
                "notify-schedule: \"meeting\" repeats, every Tuesday at 17:00 in Asia/Tokyo, and "
            #expect(refused.error.hasPrefix(start + "\(words[0]) names one date: "), "\(refused)")
        }
        let once = try await fixture.run(["edit", "meeting", "--on", "Tue 16:00", "--once"])
        #expect(once.output.contains("  once, "), "\(once)")
    }

    @Test("A time alone keeps the day of a single date, and a day alone its time")
    func keepsTheRest() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("M", "--at", "2099-01-01 14:00", "--id", "m")
        let cases = [
            (["--at", "15:00"], "once, on 1 January 2099 at 15:00"),
            (["--at", "2099-03-02"], "once, on 2 March 2099 at 15:00"),
            (["--at", "5pm"], "once, on 2 March 2099 at 17:00"),
            (["--by", "-1h"], "once, on 2 March 2099 at 16:00"),
        ]
        for (words, result) in cases {
            let outcome = try await fixture.run(["edit", "m"] + words)
            #expect(outcome.output.contains("  now   \(result)\n"), "\(words) \(outcome)")
        }
        try await fixture.add("F", "--on", "last friday of the month 17:00", "--id", "f")
        let later = try await fixture.run(["edit", "f", "--by", "+1h"])
        #expect(later.output.contains("18:00"), "\(later)")
    }

    @Test func theSameSpanStartsAgain() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let first = try await fixture.run(["edit", "tea", "--by", "-30min"])
        #expect(first.output.contains("once, after 30 min\n"), "\(first)")
        let restarted = try await fixture.run(["edit", "tea", "--in", "30min"])
        let again = try await fixture.run(["edit", "tea", "--in", "1h"])
        #expect(restarted.code == 0 && again.code == 0, "\(restarted) \(again)")
        let before = try await fixture.listed("list").map(\.nextTriggerDate)
        // What is printed has seconds.
        let deadline = ContinuousClock.now + .seconds(30)
        var after = before
        while after == before, ContinuousClock.now < deadline {
            #expect(try await fixture.run(["edit", "tea", "--in", "1h"]).code == 0)
            after = try await fixture.listed("list").map(\.nextTriggerDate)
        }
        #expect(after != before)
    }

    @Test func filesStayAndAreReplaced() async throws {
        let fixture = try await AgentFixture()
        let folder = try TemporaryFolder()
        let (one, two) = ("\(folder.path)/one.wav", "\(folder.path)/two.wav")
        let wave = Data("RIFF\u{24}\0\0\0WAVEfmt ".utf8) + Data(count: 28)
        try wave.write(to: URL(fileURLWithPath: one))
        try wave.write(to: URL(fileURLWithPath: two))
        try await fixture.add("A", "--in", "1h", "--id", "a", "--attach", one)
        #expect(try await fixture.run(["edit", "a", "--body", "B"]).code == 0)
        #expect(try await fixture.run(["show", "a"]).output.contains("one.wav"))
        #expect(try await fixture.run(["edit", "a", "--attach", two]).code == 0)
        let show = try await fixture.run(["show", "a"]).output
        #expect(show.contains("two.wav") && !show.contains("one.wav"), "\(show)")
        #expect(try await fixture.run(["edit", "a", "--clear", "attach"]).code == 0)
        #expect(!(try await fixture.run(["show", "a"]).output.contains(".wav")))
    }

    /// Buttons that no option describes stay, and the order of all.
    @Test func buttonsWithoutAnOptionStay() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { withExtendedLifetime(agent) {} }
        func request(_ identifier: String, _ actions: [NotificationAction]) -> NotificationRequest {
            NotificationRequest(
                appID: AgentNames.app,
                identifier: identifier,
                content: NotificationContent(title: "T"),
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false),
                actions: actions
            )
        }
        let plain = NotificationAction(identifier: "done", title: "Done")
        let url = NotificationAction(identifier: "map", title: "Map", url: "https://a.example")
        let actions = [.snooze(60_000_000), plain, .reply(placeholder: "?"), url]
        try await fixture.add(request("t", actions))
        try await fixture.add(request("u", [.snooze(60_000_000), plain]))
        func buttons(_ identifier: String) async throws -> [String] {
            let output = try await fixture.run(["show", identifier, "--json"]).output
            let found = try JSONSerialization.jsonObject(with: Data(output.utf8))
            let request = try #require((found as? [[String: Any]])?.first)
            return (request["actions"] as? [[String: Any]] ?? []).map {
                $0["identifier"] as? String ?? ""
            }
        }
        let names = actions.map(\.identifier)
        #expect(try await buttons("t") == names)
        let words = ["--action", "A=https://b.example", "--action", "B=https://b.example"]
        #expect(try await fixture.run(["edit", "t"] + words).code == 0)
        #expect(try await buttons("t") == [names[0], "done", names[2], "action-1", "action-2"])
        #expect(
            try await fixture.run(["edit", "t", "--clear", "action", "--reply", "!"]).code == 0
        )
        #expect(try await buttons("t") == [names[0], "done", names[2]])
        #expect(try await fixture.run(["edit", "u", "--reply", "!"] + words).code == 0)
        #expect(
            try await buttons("u") == ["action-1", "action-2", names[2], names[0], "done"]
        )
    }

    /// The program that had it opened answers for what is opened.
    @Test func theRequesterIsWhoGaveWhatIsOpened() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { withExtendedLifetime(agent) {} }
        // By the test itself, which is another program.
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "t",
            content: NotificationContent(title: "T"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false),
            openURL: "https://a.example"
        )
        try await fixture.add(request)
        func requester() async throws -> String {
            let entries = try await fixture.call("Find", .string("t"), .string(AgentNames.app))[0]
            return entries?.children.first?["request"]?["requester"]?.string ?? ""
        }
        let own = try await requester()
        #expect(own.hasPrefix("/") && !own.hasSuffix("/notify-schedule"), "\(own)")
        #expect(try await fixture.run(["edit", "t", "--title", "U", "--clear", "badge"]).code == 0)
        #expect(try await requester() == own)
        #expect(try await fixture.run(["edit", "t", "--open", "https://b.example"]).code == 0)
        #expect(try await requester().hasSuffix("/notify-schedule"))
    }

    @Test func whatIsRefusedChangesNothing() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Daily", "--on", "09:00", "--id", "daily")
        try await fixture.add("Tea", "--in", "1h", "--id", "tea")
        let before = try await fixture.run(["export", "-"]).output
        let parts =
            "subtitle, body, except, also, until, times, late, wake, before, nag, private, sound, "
            + "badge, "
            + "level, icon, markup, expire, expire-time, open, run, action, snooze, reply, attach, "
            + "thread, category, user-info, app-name, transient or hint"
        let cases: [([String], Int32, String)] = [
            (["tee", "--title", "T"], 65, "unknown identifier \"tee\"; did you mean tea?"),
            (
                ["tea"], 64,
                "nothing is given to change, and there is no terminal for an editor; write an option, such "
                    + "as --at 15:00, --by +1h or --title"
            ),
            (
                ["tea", "--clear", "bdy"], 65,
                "--clear \"bdy\" is not a part that can be left out; write \(parts)"
            ),
            (
                ["tea", "--clear", "body", "--body", "B"], 64,
                "--body and --clear body exclude each other; keep one of them"
            ),
            (
                ["tea", "--clear", "level", "--urgency", "low"], 64,
                "--urgency and --clear level exclude each other; keep one of them"
            ),
            (["tea", "-r", "1"], 64, "edit has no -r; it changes the request that it names"),
            (
                ["tea", "--by", "1h", "--in", "2h"], 64,
                "--by and --in both set the time; keep one of them"
            ),
            (
                ["tea", "--by", "soon"], 65,
                "--by \"soon\": a number is expected here: write one such as 90s, 1h30m or "
                    + "2 days"
            ),
            (
                ["tea", "--app", "org.x"], 64,
                "edit keeps the app; write APP/ID for a request of another app"
            ),
            (
                ["tea", "--title", ""], 65,
                "the title and the body are both empty; write at least one of them"
            ),
            (
                ["tea", "--times", "3"], 64,
                "--times is for repeating notifications; add --repeat, or use --every, --on or --cron"
            ),
            (
                ["tea", "--once"], 64,
                "--once needs a time that repeats; add --every, --on or --cron"
            ),
            (
                ["daily", "--by", "20h"], 65,
                "\"daily\" repeats, and its rule has no single time of day that this moves within the day; give "
                    + "it another rule, as in --on \"Tue 15:00\", or move its next date: notify-schedule snooze"
            ),
        ]
        for (words, code, message) in cases {
            let outcome = try await fixture.run(["edit"] + words)
            #expect(outcome.code == code, "\(words) \(outcome)")
            #expect(outcome.error == "notify-schedule: \(message)\n", "\(words)")
            #expect(outcome.output == "", "\(words)")
        }
        #expect(try await fixture.run(["export", "-"]).output == before)
    }
}
