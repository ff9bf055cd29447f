import AgentInterface
import AgentTestSupport
import Foundation
import TestSupport
import Testing

/// A calendar that is imported again after it has changed, with the real agent.
@Suite(.serialized) struct ImportAgainTests {
    /// A calendar of events, each with its lines.
    static func calendar(_ events: String...) -> String {
        let body = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n\(body)END:VCALENDAR\n"
    }

    static func alarm(_ trigger: String) -> String {
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(trigger)\nEND:VALARM"
    }

    private static func event(_ uid: String, _ lines: String...) -> String {
        (["UID:\(uid)", "SUMMARY:\(uid)"] + lines).joined(separator: "\n")
    }

    private static let start = "DTSTART:20990301T090000Z"

    private let fixture: AgentFixture

    init() async throws {
        fixture = try await AgentFixture()
    }

    private func load(_ text: String, _ options: String...) async throws -> String {
        let outcome = try await fixture.run(
            ["import", "--format", "ical"] + options + ["-"],
            input: text
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome.output
    }

    private func pending() async throws -> [String] {
        try await fixture.listed("list").map(\.identifier).sorted()
    }

    @Test func whatItsEventsNoLongerHaveGoes() async throws {
        let other = Self.event("other", Self.start)
        let first = Self.event(
            "u",
            Self.start,
            "RDATE:20990302T090000Z,20990303T090000Z",
            Self.alarm("-PT10M"),
            Self.alarm("-PT5M")
        )
        #expect(try await load(Self.calendar(first, other)) == "imported 3 pending\n")
        // An alarm and a date less, and one that is moved.
        let second = Self.event(
            "u",
            Self.start,
            "RDATE:20990302T090000Z",
            "EXDATE:20990301T090000Z",
            Self.alarm("-PT10M")
        )
        let moved = Self.event("u", "RECURRENCE-ID:20990302T090000Z", "DTSTART:20990305T090000Z")
        let dry = try await load(Self.calendar(second, moved), "--dry-run")
        #expect(dry.hasPrefix("u/20990302T090000Z  "), "\(dry)")
        #expect(dry.hasSuffix("\nwould import 1 pending, removing 2\n"), "\(dry)")
        #expect(try await pending().count == 3)
        #expect(
            try await load(Self.calendar(second, moved)) == "imported 1 pending, removing 2\n"
        )
        #expect(try await pending() == ["other", "u/20990302T090000Z"])
        // The event that the file does not have stays.
        let cancelled = Self.event("u", Self.start, "STATUS:CANCELLED")
        #expect(try await load(Self.calendar(cancelled)) == "imported 0 pending, removing 1\n")
        #expect(try await pending() == ["other"])
        let history = try await fixture.run(["history"]).output
        #expect(history.contains("removed"), "\(history)")
    }

    /// What the user did stays while the event is the same.
    @Test func whatTheUserChangedStaysUntilTheEventChanges() async throws {
        let daily = Self.event("daily", "DTSTART:20200301T090000Z", "RRULE:FREQ=DAILY")
        let once = Self.event("once", Self.start)
        _ = try await load(Self.calendar(daily, once))
        let skipped = try #require(try await fixture.listed("show", "daily").first?.nextTriggerDate)
        #expect(try await fixture.run(["skip", "daily"]).code == 0)
        let next = try #require(try await fixture.listed("show", "daily").first?.nextTriggerDate)
        #expect(next != skipped)
        #expect(try await fixture.run(["edit", "once", "--title", "Mine"]).code == 0)
        #expect(try await fixture.run(["pause", "once"]).code == 0)
        #expect(
            try await load(Self.calendar(daily, once)) == "imported 2 pending, replacing 2\n"
        )
        #expect(try await fixture.listed("show", "once").first?.content.title == "Mine")
        #expect(try await fixture.listed("show", "daily").first?.nextTriggerDate == next)
        // Another text, at the same dates.
        let changed = [daily, once].map { $0.replacing("SUMMARY:", with: "SUMMARY:New ") }
        _ = try await load(Self.calendar(changed[0], changed[1]))
        let entries = try await fixture.listed("list")
        #expect(entries.map(\.content.title).sorted() == ["New daily", "New once"])
        #expect(try await fixture.listed("show", "daily").first?.nextTriggerDate == next)
        #expect(try await fixture.run(["resume", "once"]).output != "")
        // What was removed by hand is there again where the file is imported again.
        #expect(try await fixture.run(["remove", "once"]).code == 0)
        _ = try await load(Self.calendar(changed[0], changed[1]))
        #expect(try await pending() == ["daily", "once"])
    }

    @Test func eventsGoUnderTheirNameAlone() async throws {
        let (a, b) = (Self.event("a", Self.start), Self.event("b", Self.start))
        let (c, d) = (Self.event("c", Self.start), Self.event("d", Self.start))
        _ = try await load(Self.calendar(a, b), "--sync", "work")
        _ = try await load(Self.calendar(c, b), "--sync", "home")
        _ = try await load(Self.calendar(d))
        #expect(try await pending() == ["a", "b", "c", "d"])
        // The other calendar has it, too.
        #expect(
            try await load(Self.calendar(a), "--sync", "work")
                == "imported 1 pending, replacing 1\n"
        )
        #expect(try await pending() == ["a", "b", "c", "d"])
        #expect(
            try await load(Self.calendar(), "--sync", "home") == "imported 0 pending, removing 2\n"
        )
        #expect(try await pending() == ["a", "d"])
        // A bad event is skipped, and nothing of what it had goes.
        let bad = Self.event("a", "DTSTART:x")
        let outcome = try await fixture.run(
            ["import", "--format", "ical", "--sync", "work", "-"],
            input: Self.calendar(bad, Self.event("e", Self.start))
        )
        #expect(outcome.output == "imported 1 pending\n", "\(outcome)")
        #expect(
            outcome.error
                == "notify-schedule: warning: line 7, \"a\": DTSTART: \"x\" cannot be read; the event is "
                + "skipped\n"
        )
        #expect(try await pending() == ["a", "d", "e"])
    }

    @Test func whatWasShownOfARemovedEventGoes() async throws {
        let server = try await FakeNotificationServer(on: fixture.bus, as: .dunst)
        let soon = Date(timeIntervalSinceNow: 6)
        let formatter = DateFormatter()
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        let event = Self.event("now", "DTSTART:\(formatter.string(from: soon))")
        #expect(try await load(Self.calendar(event), "--sync", "work") == "imported 1 pending\n")
        _ = try await server.call(titled: "now")
        try await fixture.waitForDeliveries()
        #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["now"])
        // It is past, and still an event.
        _ = try await load(Self.calendar(event), "--sync", "work")
        #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["now"])
        #expect(
            try await load(Self.calendar(), "--sync", "work") == "imported 0 pending, removing 1\n"
        )
        #expect(try await fixture.listed("list", "delivered") == [])
        _ = try await server.closings.wait(30, "the end of the bubble") { $0.isEmpty ? nil : true }
    }

    @Test func aBackupKnowsWhatCameOfEvents() async throws {
        let event = Self.event("u", Self.start, Self.alarm("-PT10M"), Self.alarm("-PT5M"))
        _ = try await load(Self.calendar(event))
        let backup = try await fixture.run(["export"]).output
        #expect(try await fixture.run(["remove", "--all", "--yes"]).code == 0)
        let restored = try await fixture.run(["import", "-"], input: backup)
        #expect(restored.output == "imported 2 pending\n", "\(restored)")
        #expect(try await fixture.run(["export"]).output == backup)
        let less = Self.event("u", Self.start, Self.alarm("-PT10M"))
        #expect(
            try await load(Self.calendar(less)) == "imported 1 pending, replacing 1, removing 1\n"
        )
    }

    @Test(
        arguments: [
            (["--sync", "", "-"], 65, "--sync \"\" is not a text of 1 to 100 bytes"),
            (
                ["--sync", "/a", "-"], 65,
                "--sync \"/a\" is a path; write a word such as work"
            ),
            (["--format", "json", "--sync", "a", "-"], 64, "--sync \"a\" is for calendars"),
        ] as [([String], Int32, String)]
    )
    func whatIsNoNameIsRefused(words: [String], code: Int32, message: String) async throws {
        let outcome = try await fixture.run(["import"] + words, input: Self.calendar())
        #expect(outcome.code == code)
        #expect(outcome.error.hasPrefix("notify-schedule: \(message)"), "\(outcome)")
        #expect(try await fixture.run(["export"]).output.split(separator: "\n").count == 1)
    }
}
