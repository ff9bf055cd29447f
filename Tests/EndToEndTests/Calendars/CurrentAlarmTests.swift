import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Alarms that are past while their event is not over, and those that were dismissed in another program, with the real
/// agent.
@Suite(.serialized) struct CurrentAlarmTests {
    private let fixture: AgentFixture
    private let server: FakeNotificationServer

    init() async throws {
        fixture = try await AgentFixture()
        server = try await FakeNotificationServer(on: fixture.bus, as: .dunst)
    }

    /// A date so many minutes from now, in UTC.
    private static func date(_ minutes: Double) -> String {
        let formatter = DateFormatter()
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        return formatter.string(from: Date(timeIntervalSinceNow: minutes * 60))
    }

    /// An event with alarms so many minutes before its start.
    private static func event(
        _ uid: String,
        in minutes: Double,
        _ lines: [String] = [],
        alarms: [String] = ["-PT1H"]
    ) -> String {
        let alarms = alarms.map {
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\($0)\nEND:VALARM\n"
        }.joined()
        return
            "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:\(uid)\nDTSTART:\(date(minutes))\n"
            + lines.map { "\($0)\n" }.joined() + alarms + "END:VEVENT\n"
    }

    private static func calendar(_ events: String...) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
    }

    private func load(_ text: String, _ options: String...) async throws -> String {
        let outcome = try await fixture.run(
            ["import", "--format", "ical"] + options + ["-"],
            input: text
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome.output
    }

    private func delivered() async throws -> [String] {
        try await fixture.listed("list", "delivered").map(\.identifier).sorted()
    }

    private static let sentence =
        "\"soon\" is shown at once, because its alarm is past and the event is not over\n"

    @Test(
        "An event with a past alarm is shown at once, and not again after it was dismissed",
        arguments: [[], ["--sync", "work"]]
    )
    func itIsShownOnce(options: [String]) async throws {
        let text = Self.calendar(
            Self.event("soon", in: 20.5, alarms: ["-P1D", "-PT1H", "-PT30M", "-PT10M"]),
            Self.event("over", in: -20.5)
        )
        func load(_ text: String, _ more: String...) async throws -> String {
            let outcome = try await fixture.run(
                ["import", "--format", "ical"] + options + more + ["-"],
                input: text
            )
            #expect(outcome.code == 0)
            #expect(outcome.error.contains("3 alarms are past; left out"), "\(outcome)")
            return outcome.output
        }
        let planned = try await load(text, "--dry-run")
        #expect(planned.split(separator: "\n").count == 4, "\(planned)")
        #expect(
            planned.hasSuffix(
                "would import 2 pending\n"
                    + Self.sentence.replacing("is shown", with: "would be shown")
            ),
            "\(planned)"
        )
        #expect(try await load(text) == "imported 2 pending\n\(Self.sentence)")
        let bubble = try await server.call(titled: "soon")
        #expect(bubble.call.body.contains("in 20 min"), "\(bubble.call.body)")
        #expect(!bubble.call.body.contains("was due"), "\(bubble.call.body)")
        try await fixture.waitForDeliveries()
        #expect(try await delivered() == ["soon/alarm 3"])
        let history = try await fixture.run(["history"]).output
        #expect(history.contains("soon"), "\(history)")
        // Neither while it is shown, nor once it was dismissed, nor with another text or alarm.
        let again = "imported 1 pending, replacing 1\n"
        let other = Self.calendar(Self.event("other", in: 20_000))
        let noted = text.replacing("END:VEVENT\nBEGIN", with: "X-A:1\nEND:VEVENT\nBEGIN")
        #expect(try await load(noted) == again)
        #expect(try await fixture.run(["dismiss", "--all"]).code == 0)
        #expect(try await load(text) == again)
        _ = try await fixture.run(["import", "--format", "ical", "-"], input: other)
        #expect(try await load(text.replacing("SUMMARY:soon", with: "SUMMARY:New")) == again)
        try await fixture.endAgent(SIGTERM)
        #expect(try await load(text) == again)
        #expect(try await delivered() == [])
        // At another time it is another reminder.
        let later = Self.calendar(
            Self.event("soon", in: 25.5, alarms: ["-P1D", "-PT1H", "-PT30M", "-PT10M"]),
            Self.event("over", in: -20.5)
        )
        #expect(try await load(later).hasSuffix(Self.sentence))
        let body = try await server.calls.wait(30, "the second bubble") { calls in
            calls.last { $0.call.summary == "soon" && $0.call.body.contains("in 25 min") }
        }
        #expect(body.id > bubble.id)
    }

    @Test("A date of a series that is under way is shown at once, and the next one at its time")
    func aSeriesGoesOn() async throws {
        let start = Self.date(-10 - 7 * 24 * 60 * 3)
        let text = Self.calendar(
            "BEGIN:VEVENT\nUID:soon\nSUMMARY:soon\nDTSTART:\(start)\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\n"
                + "END:VEVENT\n"
        )
        #expect(try await load(text) == "imported 1 pending\n\(Self.sentence)")
        let bubble = try await server.call(titled: "soon")
        #expect(bubble.call.body.contains("10 min ago"), "\(bubble.call.body)")
        try await fixture.waitForDeliveries()
        let next = try #require(try await fixture.listed("list").first?.nextTriggerDate)
        let date = try #require(ISO8601DateFormatter().date(from: next))
        #expect(date > Date(timeIntervalSinceNow: 6 * 86_400))
        #expect(try await fixture.run(["dismiss", "--all"]).code == 0)
        #expect(try await load(text) == "imported 1 pending, replacing 1\n")
        let changed = text.replacing("SUMMARY:soon", with: "SUMMARY:New")
        #expect(try await load(changed) == "imported 1 pending, replacing 1\n")
        // A date that is left out changes the series, and not this date.
        let left = Self.date(-10 + 7 * 24 * 60 * 4).prefix(8)
        let less = changed.replacing("RRULE", with: "EXDATE:\(left)\(start.dropFirst(8))\nRRULE")
        #expect(try await load(less) == "imported 1 pending, replacing 1\n")
        #expect(try await delivered() == [])
        #expect(try await fixture.listed("list").first?.nextTriggerDate == next)
    }

    @Test("A followed calendar shows it at once as well") func aFollowedCalendarShowsIt()
        async throws
    {
        let folder = "\(fixture.directory)/calendar"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(try await fixture.run(["import", "--follow", folder]).code == 0)
        let text = Self.calendar(Self.event("soon", in: 20.5))
        try text.write(toFile: "\(folder)/a.ics", atomically: true, encoding: .utf8)
        _ = try await server.call(titled: "soon")
        try await fixture.waitForDeliveries()
        // Dismissed on the phone, which notes it in the calendar.
        let noted = text.replacing("TRIGGER", with: "ACKNOWLEDGED:\(Self.date(0))\nTRIGGER")
        try noted.write(toFile: "\(folder)/a.ics", atomically: true, encoding: .utf8)
        _ = try await server.closings.wait(30, "the end of the bubble") { $0.isEmpty ? nil : true }
        try await poll(20, "an empty list") { try await delivered().isEmpty ? true : nil }
    }

    @Test(
        "A reminder that was dismissed in another program ends here, and no later date of its series",
        arguments: ["", "X-MOZ-LASTACK"]
    )
    func itIsDismissedElsewhere(property: String) async throws {
        let start = Self.date(-10 - 7 * 24 * 60 * 3)
        let event =
            "BEGIN:VEVENT\nUID:soon\nSUMMARY:soon\nDTSTART:\(start)\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\n"
            + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM\nEND:VEVENT\n"
        func dismissed(_ date: String) -> String {
            Self.calendar(
                property.isEmpty
                    ? event.replacing("TRIGGER", with: "ACKNOWLEDGED:\(date)\nTRIGGER")
                    : event.replacing("RRULE", with: "\(property):\(date)\nRRULE")
            )
        }
        _ = try await load(Self.calendar(event))
        _ = try await server.call(titled: "soon")
        try await fixture.waitForDeliveries()
        // A dismissal of last week is none of this date.
        _ = try await load(dismissed(Self.date(-7 * 24 * 60)))
        #expect(try await delivered() == ["soon"])
        _ = try await load(dismissed(Self.date(-1)))
        _ = try await server.closings.wait(30, "the end of the bubble") { $0.isEmpty ? nil : true }
        #expect(try await delivered() == [])
        #expect(try await fixture.listed("list").map(\.identifier) == ["soon"])
        let history = try await fixture.run(["history"]).output
        #expect(history.contains("dismissed"), "\(history)")
    }
}
