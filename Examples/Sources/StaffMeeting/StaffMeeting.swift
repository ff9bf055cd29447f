import Foundation
import UserNotifications

/// The weekly staff meeting: announced now, every Tuesday at two, and again in an hour, until it is cancelled.
struct StaffMeeting {
    private let center = UNUserNotificationCenter.current()
    private let identifiers = ["meeting.weekly", "meeting.soon"]

    func announce() async throws {
        try await center.add(request("meeting.announced", "The meeting is set", nil))
    }

    func scheduleWeekly() async throws -> Date? {
        var tuesday = DateComponents()
        tuesday.calendar = Calendar.current
        tuesday.weekday = 3
        tuesday.hour = 14
        let trigger = UNCalendarNotificationTrigger(dateMatching: tuesday, repeats: true)
        try await center.add(request("meeting.weekly", "Every Tuesday at 2 pm", trigger))
        return trigger.nextTriggerDate()
    }

    func remindInAnHour() async throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3_600, repeats: true)
        try await center.add(request("meeting.soon", "In an hour", trigger))
    }

    func cancel() {
        center.removePendingNotificationRequests(withIdentifiers: identifiers)
    }

    func pending() async -> [String] {
        await center.pendingNotificationRequests().map { request in
            switch request.trigger {
            case let calendar as UNCalendarNotificationTrigger:
                let components = calendar.dateComponents
                return "\(request.identifier) weekday \(components.weekday ?? 0) "
                    + "hour \(components.hour ?? 0)"
            case let interval as UNTimeIntervalNotificationTrigger:
                return "\(request.identifier) every \(Int(interval.timeInterval)) s"
            default:
                return request.identifier
            }
        }
        .sorted()
    }

    private func request(
        _ identifier: String,
        _ body: String,
        _ trigger: UNNotificationTrigger?
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "Weekly Staff Meeting"
        content.body = body
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }
}
