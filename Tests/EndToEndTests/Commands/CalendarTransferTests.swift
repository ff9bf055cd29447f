import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

/// Calendar files through the command line and back.
@Suite(.serialized) struct CalendarTransferTests {
    private static let calendar = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Example//EN\r
        BEGIN:VEVENT\r
        UID:weekly@example.org\r
        SUMMARY:Weekly meeting\r
        URL:https://example.org/agenda\r
        DTSTART;TZID=Europe/Berlin:20200107T140000\r
        RRULE:FREQ=WEEKLY\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT15M\r
        END:VALARM\r
        END:VEVENT\r
        BEGIN:VTODO\r
        UID:tax@example.org\r
        SUMMARY:Tax\r
        DUE:20990301T090000Z\r
        END:VTODO\r
        END:VCALENDAR\r

        """

    @Test func eventsAreTakenOverAndReplacedTheNextTime() async throws {
        let fixture = try await AgentFixture()
        let file = "\(fixture.directory)/calendar"
        try Self.calendar.write(toFile: file, atomically: true, encoding: .utf8)
        // By what it begins with, since its name does not say it.
        let first = try await fixture.run(["import", file])
        #expect(first.output == "imported 2 pending\n", "\(first)")
        let show = try await fixture.run(["show", "weekly@example.org"]).output
        #expect(show.contains("15 min before each of: every week on Tuesday at 14:00"))
        #expect(show.contains("https://example.org/agenda"))
        let planned = try await fixture.run(["import", "--dry-run", file])
        #expect(
            planned.output == """
                weekly@example.org  Weekly meeting: 15 min before each of: every week on Tuesday at 14:00, from \
                7 January 2020 in Europe/Berlin
                tax@example.org  Tax: once, on 1 March 2099 at 09:00 in UTC
                would import 2 pending, replacing 2

                """,
            "\(planned)"
        )
        let counts = try await fixture.run(["import", "--dry-run", "--json", file])
        #expect(counts.output.hasPrefix("{"), "\(counts)")
        let again = try await fixture.run(
            ["import", "--format", "ical", "-"],
            input: Self.calendar
        )
        #expect(again.output == "imported 2 pending, replacing 2\n", "\(again)")
        // From a pipe, and as an editor wrote it that marks its files.
        let unsaid = try await fixture.run(["import", "-"], input: "\u{FEFF}" + Self.calendar)
        #expect(unsaid.output == again.output, "\(unsaid)")
        let denied = try await fixture.run(
            ["import", "--format", "json", "-"],
            input: Self.calendar
        )
        #expect(
            denied.error
                == "notify-schedule: line 1: this is iCalendar; write --format ical, or omit --format\n"
        )
        let bad = Self.calendar.replacing("Europe/Berlin", with: "Mars/Base")
        let refused = try await fixture.run(["import", "--format", "ical", "-"], input: bad)
        #expect(refused.output == "imported 1 pending, replacing 1\n", "\(refused)")
        #expect(
            refused.error.hasPrefix(
                "notify-schedule: warning: line 8, \"Weekly meeting\": DTSTART: the time zone"
            ),
            "\(refused)"
        )
        #expect(try await fixture.listed("list").count == 2)
    }

    @Test func whatIsExportedAsACalendarComesBackWhole() async throws {
        let fixture = try await AgentFixture()
        let picture = try SamplePicture.write(to: fixture.directory, as: "cat.png")
        try await fixture.add("Once", "one, two; \\", "--at", "2090-03-01 09:00", "--id", "once")
        try await fixture.add(
            "Often",
            "--on",
            "Mon..Fri 09:55",
            "--tz",
            "Asia/Tokyo",
            "--id",
            "often",
            "--times",
            "5",
            "--action",
            "Open=https://example.org",
            "--level",
            "critical",
            "--attach",
            picture
        )
        try await fixture.add("Every", "--every", "45m", "--id", "every")
        try await fixture.add("Strange", "--cron", "0 9 13 * 5", "--id", "strange")
        let lines = try await fixture.run(["export"]).output
        let file = "\(fixture.directory)/out.ics"
        let exported = try await fixture.run(["export", file])
        #expect(
            exported.error
                == "notify-schedule: warning: \(AgentNames.app)/strange: iCalendar cannot express its rule; other "
                + "programs see only its next date, and an import here restores the rule\n"
        )
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for part in [
            "DTSTART:20900301T090000\r\n",
            "RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=MO,TU,WE,TH,FR\r\n",
            "DTSTART;TZID=Asia/Tokyo:", "BEGIN:VTIMEZONE\r\n",
            "RRULE:FREQ=MINUTELY;INTERVAL=45\r\n",
            "DESCRIPTION:one\\, two\\; \\\\\r\n",
        ] {
            #expect(text.replacing("\r\n ", with: "").contains(part), "\(part)")
        }
        #expect(try await fixture.run(["remove", "--all"]).code == 0)
        let imported = try await fixture.run(["import", file])
        #expect(imported.output == "imported 4 pending\n", "\(imported)")
        #expect(try await fixture.run(["export"]).output == lines)
        // What somebody changed counts, without what iCalendar has no words for.
        let changed = text.replacing("SUMMARY:Often", with: "SUMMARY:Seldom")
        let outcome = try await fixture.run(["import", "--format", "ical", "-"], input: changed)
        #expect(outcome.error.contains("it was changed since its export"), "\(outcome)")
        let titles = try await fixture.listed("list").map(\.content.title).sorted()
        #expect(titles == ["Every", "Once", "Seldom", "Strange"])
    }

    /// What does not show in a calendar program opens pages and mails alone, until the user trusts it.
    @Test func aStrangersCalendarStartsNothing() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add(
            "Page",
            "--in",
            "1h",
            "--id",
            "page",
            "--action",
            "Go=https://a.example"
        )
        let picture = try SamplePicture.write(to: fixture.directory, as: "a.png")
        try await fixture.add("Run", "--in", "1h", "--id", "run", "--action", "Go=run:lock")
        try await fixture.add("Open", "--in", "1h", "--id", "open", "--open", "prefs:root=WIFI")
        try await fixture.add("Icon", "--in", "1h", "--id", "icon", "--icon", picture)
        let lines = try await fixture.run(["export"]).output
        let file = "\(fixture.directory)/out.ics"
        #expect(try await fixture.run(["export", file]).code == 0)
        #expect(try await fixture.run(["remove", "--all"]).code == 0)
        let outcome = try await fixture.run(["import", file])
        #expect(outcome.output == "imported 4 pending\n", "\(outcome)")
        let remarks = outcome.error.split(separator: "\n").compactMap { line in
            line.range(of: "\"").map { String(line[$0.lowerBound...]) }
        }
        let page =
            "\"Open\": URL \"prefs:root=WIFI\" is neither a web page nor a mail address; left out without --trust"
        // Those of the command, the page of settings and the icon.
        let left =
            "\"Run\": its stored request is left out without --trust (and 2 more like it: lines "
        #expect(remarks.count == 2, "\(outcome.error)")
        #expect(remarks.contains(page), "\(outcome.error)")
        #expect(remarks.contains { $0.hasPrefix(left) }, "\(outcome.error)")
        let listed = try await fixture.listed("list")
        #expect(
            listed.filter { !$0.actions.isEmpty }.map(\.identifier) == ["page"]
        )
        #expect(try await !fixture.run(["export"]).output.contains("prefs:root"))
        #expect(try await fixture.run(["remove", "--all"]).code == 0)
        let trusted = try await fixture.run(["import", "--trust", file])
        #expect(trusted.error == "", "\(trusted)")
        #expect(try await fixture.run(["export"]).output == lines)
    }

    @Test func whatIsNoCalendarIsRefused() async throws {
        let fixture = try await AgentFixture()
        for (text, message) in [
            ("garbage\n", "line 1: a calendar must start with BEGIN:VCALENDAR"),
            (
                String(repeating: "x", count: 33 << 20),
                "the file has more than 32 MiB; split it"
            ),
            (
                String(repeating: "BEGIN:X-PART\n", count: 100_000),
                "line 9: components are nested deeper than 8 levels"
            ),
        ] {
            let outcome = try await fixture.run(["import", "--format", "ical", "-"], input: text)
            #expect(outcome.error == "notify-schedule: \(message)\n")
            #expect(outcome.code == 65)
        }
        let unknown = try await fixture.run(["import", "--format", "xml", "-"])
        #expect(
            unknown.error == "notify-schedule: --format \"xml\" is unknown; write json or ical\n"
        )
        #expect(unknown.code == 65)
    }
}
