import Foundation
import NotifyCore
import TestSupport
import Testing

@Suite("Calendar events")
struct CalendarEventTests {
    private static let base = "2026-11-21T00:00:00Z"

    @Test(
        "dates agree with systemd-analyze",
        arguments: [
            "Mon..Fri 09:55", "*-*-1,15 08:00", "Mon *-*~7/1", "hourly", "daily", "weekly",
            "monthly", "yearly", "quarterly", "semiannually", "minutely", "annually",
            "Sat,Thu,Mon..Wed,Sat..Sun", "Mon,Sun *-*-* 2,1:23", "Wed *-1", "Wed..Wed,Wed *-1",
            "Wed, 17:48", "Wed..Sat,Tue *-10-15 1:2:3", "*-*-7 0:0:0", "10-15",
            "monday *-12-* 17:00", "Mon,Fri *-*-3,1,2 *:30:45", "12,14,13,12:20,10,30",
            "12..14:10,20,30", "mon,fri *-1/2-1,3 *:30:45", "03-05 08:05:40", "08:05:40",
            "05:40", "Sat,Sun 12-05 08:05:40", "Sat,Sun 08:05:40", "*:2/3", "*-*-31",
            "*-02~03", "*-*~1..3", "*-*~3", "*-*~7/2", "*-*~1", "Mon *-05~07/1", "2028-02-29 12:00",
            "2027..2029-06-01", "2026/2-01-01", "00:00..30/10", "20:00..08:00", "*:*:0/20",
            "*-2-29", "Sun *-2-29", "daily UTC", "weekly Europe/Berlin",
            "*-*-* 08:00:00 America/New_York", "@1830297600", "Fri *-*-13", "Mon-Fri 09:00",
        ]
    )
    func agrees(text: String) async throws {
        let event = try CalendarEvent(text)
        let zone = try TestZone(event.zoneIdentifier ?? "Europe/Berlin")
        let after = try RFC3339.instant(Self.base)
        let found = event.rule.next(count: 8, after: after, in: zone)
        // systemd knows no year from 2200 on.
        let written = found.map { RFC3339.string($0, in: FixedZone.utc) }.filter { $0 < "2200" }
        #expect(try await systemd(text) == written)
    }

    /// The next dates as systemd gives them, in UTC.
    private func systemd(_ text: String) async throws -> [String] {
        let outcome = try await Program(path: "/usr/bin/systemd-analyze").run(
            ["calendar", "--iterations=8", "--base-time=2026-11-21 00:00:00 UTC", text],
            environment: ["TZ": "Europe/Berlin", "LC_ALL": "C"]
        )
        #expect(outcome.code == 0, "\(outcome)")
        return outcome.output.split(separator: "\n").compactMap { line in
            guard line.contains("(in UTC):") else { return nil }
            let words = line.split(separator: " ")
            return "\(words[words.count - 3])T\(words[words.count - 2])Z"
        }
    }

    @Test("times that the clock skips or repeats follow our rules, not systemd's")
    func clockChanges() throws {
        let zone = try TestZone("Europe/Berlin")
        let gap = try RFC3339.instant("2027-03-28T00:00:00Z")
        let rule = try CalendarEvent("02:30").rule
        let found = rule.next(after: gap, in: zone).map { RFC3339.string($0, in: zone) }
        #expect(found == "2027-03-28T03:30:00+02:00")
    }

    @Test("backward weekday ranges go over the weekend")
    func weekend() throws {
        #expect(try CalendarEvent("Sat..Mon 09:00").rule == CalendarEvent("Sat,Sun,Mon 09:00").rule)
    }

    @Test(
        "refusals",
        arguments: [
            ("", 1, "the calendar event is empty: write one such as Mon..Fri 09:00 or *-*-1 08:00"),
            (
                "Tusday 14:00", 1,
                "\"Tusday\" is neither a weekday nor a word such as daily: did you mean Tuesday?"
            ),
            (
                "dayly", 1,
                "\"dayly\" is neither a weekday nor a word such as daily: did you mean daily?"
            ),
            ("Mon.. 09:00", 6, "a weekday must end the range: write one such as Mon..Fri"),
            (
                "10", 1,
                "10 alone is neither a date nor a time: write 10:00 for the hour, or *-*-10 for the day"
            ),
            ("*/2:00", 1, "a step needs a first value here: write 0/2 instead of */2"),
            ("24:00", 1, "hour 24 does not exist: write 0 to 23"),
            ("Mon 09:60", 8, "minute 60 does not exist: write 0 to 59"),
            ("*-13-01", 3, "month 13 does not exist: write 1 to 12"),
            ("*-*-32", 5, "day 32 does not exist: write 1 to 31"),
            ("*-*-5..2", 5, "the range 5..2 runs backwards: write 5..31,1..2"),
            ("*:0/0", 5, "a step must be 1 or more: write 1"),
            ("*:*:0.5", 6, "calendar dates are whole seconds: leave the fraction out"),
            (
                "09:00 2027-01-01", 7,
                "only a zone may end the event: write UTC or a name such as Europe/Berlin"
            ),
            ("09:00x", 6, "a space or the end must follow the time"),
            ("*-*-1x", 6, "a space or the end must follow the date"),
            ("1969-01-01", 1, "year 1969 is out of range: write 1970 to 9999"),
            ("2030..2020-01-01", 1, "the range 2030..2020 runs backwards: write 2020..2030"),
            ("@x", 1, "seconds since 1970 must follow the @: write one such as @1830297600"),
            ("Mon 09:", 8, "a number or * is expected here"),
        ]
    )
    func refusals(text: String, column: Int, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try CalendarEvent(text) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }

    @Test("a day that no month has is refused when the rule is checked")
    func never() throws {
        let rule = try CalendarEvent("*-2-30").rule
        #expect(rule.next(after: .distantPast, in: FixedZone.utc) == nil)
        let error = #expect(throws: TimeSpecError.self) { try rule.checked() }
        #expect(error?.code == .never)
    }
}
