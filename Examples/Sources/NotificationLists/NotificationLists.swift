import Foundation
import UserNotifications

/// Shows how what waits and what was shown are two lists.
@main struct NotificationLists {
    static let center = UNUserNotificationCenter.current()

    static func main() async throws {
        for number in 1...2 {
            try await add("mail/\(number)", "Letter \(number)", after: 3_600)
            try await add("chat/\(number)", "Message \(number)", after: nil)
        }
        try await waitForDelivered(count: 2)
        await report("at first")

        center.removePendingNotificationRequests(withIdentifiers: ["mail/1", "chat/1"])
        await report("without mail/1")

        let delivered = await center.deliveredNotifications().map(\.request.identifier)
        center.removeDeliveredNotifications(
            withIdentifiers: delivered.filter { $0.hasPrefix("chat/") }
        )
        await report("without chat/")

        try await add("chat/3", "Message 3", after: nil)
        try await waitForDelivered(count: 1)
        center.removeAllPendingNotificationRequests()
        center.removeAllDeliveredNotifications()
        await report("at last")
    }

    private static func add(
        _ identifier: String,
        _ title: String,
        after seconds: TimeInterval?
    ) async throws {
        let content = UNMutableNotificationContent()
        content.title = title
        content.threadIdentifier = String(identifier.prefix { $0 != "/" })
        let trigger = seconds.map {
            UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false)
        }
        try await center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
        )
    }

    /// Waits until what was added without a trigger is on the screen.
    private static func waitForDelivered(count: Int) async throws {
        while await center.deliveredNotifications().count < count {
            try await Task.sleep(nanoseconds: 20_000_000)
        }
    }

    private static func report(_ moment: String) async {
        let pending = await center.pendingNotificationRequests().map(\.identifier).sorted()
        let delivered = await center.deliveredNotifications().map(\.request.identifier).sorted()
        print("\(moment): pending \(pending), delivered \(delivered)")
    }
}
