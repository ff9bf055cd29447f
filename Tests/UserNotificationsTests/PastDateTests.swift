import AgentInterface
import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import UserNotifications

/// Dates that are over, and dates that the agent knows for a while alone.
@Suite(.serialized) struct PastDateTests {
    @Test func oneThatIsPastIsAddedAndNeverFires() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("add reminder 3600", "added: reminder ok")
        try await fixture.tell("add later 3600", "added: later ok")
        // It takes the place of the pending one; those after it are added.
        try await fixture.tell("add-date reminder 2001", "added: reminder ok")
        try await fixture.tell("add-date next 2101", "added: next ok")
        try await fixture.tell("pending", "pending: later,next")
        try await fixture.tell("delivered", "delivered: ")
        fixture.app.closeInput()
        let outcome = try await fixture.app.waitForExit()
        #expect(
            outcome.error.hasPrefix(
                "UserNotifications: the request \"reminder\" never fires: the last date of this rule, "
            )
        )
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(fixture.server.calls.elements.isEmpty)
    }

    @Test func oneThatCanNeverMatchIsStillRefused() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("add-date never 2101 2 30", "added: never UNError 1400")
    }

    @Test func anotherCalendarIsOnePendingRequestAndRenewedWhenTheAppRuns() async throws {
        let fixture = try await AppFixture()
        // Its first call starts the agent.
        try await fixture.tell("pending", "pending: ")
        var parts = DateComponents(day: 1, hour: 9)
        parts.calendar = Calendar(identifier: .hebrew)
        let request = UNNotificationRequest("month", matching: parts, title: "New month")
        // As an earlier run of the app left it.
        var record = try NotifyCore.NotificationRequest(request, appID: AppFixture.appID)
        var known = try CalendarComponents(parts)
        let days = known.dates
        known.dates.removeLast(40)
        record.trigger = .calendar(
            CalendarTrigger(spec: .components(known), repeats: true)
        )
        try fixture.add(record)
        #expect(try fixture.pendingDates("month").count == days.count - 40)
        let later = try fixture.anotherRun()
        try await later.tell("pending", "pending: month")
        try await later.tell("pending", "pending: month")
        #expect(try fixture.pendingDates("month") == days.map(\.description))
        fixture.tell("remove-pending month")
        try await fixture.tell("pending", "pending: ")
        #expect(try fixture.pending() == [])
    }
}
