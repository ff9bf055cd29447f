import Foundation
import UserNotifications

extension UNNotificationRequest {
    /// A request with a title for dates that match.
    convenience init(
        _ identifier: String,
        matching parts: DateComponents,
        repeats: Bool = true,
        title: String = "T"
    ) {
        let content = UNMutableNotificationContent()
        content.title = title
        self.init(
            identifier: identifier,
            content: content,
            trigger: UNCalendarNotificationTrigger(dateMatching: parts, repeats: repeats)
        )
    }
}
