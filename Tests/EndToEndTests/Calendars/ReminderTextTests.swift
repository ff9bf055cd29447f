import AgentTestSupport
import Foundation
import NotificationServer
import TestSupport
import Testing

/// What the bubble of a reminder says, with the real agent.
@Suite(.serialized) struct ReminderTextTests {
    @Test func aReminderSaysWhenAndWhereItsEventStarts() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .dunst)
        let start = Date(timeIntervalSinceNow: 602)
        let formatter = DateFormatter()
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        let calendar = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:u
            SUMMARY:Meeting
            LOCATION:Room 2
            DESCRIPTION:<b>Agenda</b><br>1 &lt; 2
            DTSTART:\(formatter.string(from: start))
            BEGIN:VALARM
            ACTION:EMAIL
            DESCRIPTION:Bring the plan
            TRIGGER:-PT10M
            END:VALARM
            END:VEVENT
            END:VCALENDAR

            """
        let outcome = try await fixture.run(["import", "--format", "ical", "-"], input: calendar)
        #expect(outcome.output == "imported 1 pending\n", "\(outcome)")
        let call = try await server.call(titled: "Meeting").call
        formatter.timeZone = TimeZone(identifier: AgentFixture.timeZone)
        formatter.dateFormat = "HH:mm"
        let time = formatter.string(from: start)
        let first = call.body.split(separator: "\n").first.map(String.init) ?? ""
        // After midnight it has the day, too.
        #expect(first.hasPrefix("in 10 min, "), "\(call.body)")
        #expect(first.hasSuffix("\(time), Room 2"), "\(call.body)")
        #expect(call.body.hasSuffix("\nBring the plan\nAgenda\n1 &lt; 2"), "\(call.body)")
    }
}
