import Foundation
import UserNotifications

/// Sends a test notification at once and another at a picked date, and shows both while it is in front.
@MainActor final class NotificationTester: NSObject {
    private let center = UNUserNotificationCenter.current()

    override init() {
        super.init()
        center.delegate = self
    }

    /// Tests in half a second.
    func testSoon() async throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 0.5, repeats: false)
        try await add("test", "Test notification", trigger)
    }

    /// Tests at a date, with all that a calendar says of it.
    func test(at date: Date, in calendar: Calendar) async throws {
        let components = calendar.dateComponents(in: calendar.timeZone, from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
        guard let next = trigger.nextTriggerDate() else {
            print("the date has passed")
            return
        }
        print("picked date is next: \(abs(next.timeIntervalSince(date)) < 1)")
        try await add("picked", "Picked date", trigger)
    }

    /// Waits until so many were shown.
    func waitUntilShown(_ count: Int) async throws {
        while await center.deliveredNotifications().count < count {
            try await Task.sleep(nanoseconds: 20_000_000)
        }
        print("shown: \(count)")
    }

    private func add(
        _ identifier: String,
        _ title: String,
        _ trigger: UNNotificationTrigger
    ) async throws {
        let content = UNMutableNotificationContent()
        content.title = title
        content.sound = UNNotificationSound.default
        try await center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
        )
        print("added \(identifier)")
    }
}

extension NotificationTester: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        print("in front: \(notification.request.identifier)")
        return [.banner, .list, .sound]
    }
}
