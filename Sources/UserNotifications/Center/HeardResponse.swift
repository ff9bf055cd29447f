import AgentInterface
import Foundation
import GLibBridge
import NotifyCore

/// What the agent said that the user did.
struct HeardResponse: Sendable {
    let notification: UNNotification
    let action: String
    let userText: String?

    /// Reads the agent's signal; `nil` where it does not say what was shown.
    init?(_ signal: BusSignal) {
        guard let action = signal.parameters[2]?.string, let details = signal.parameters[3],
            let record = try? NotificationRequest(record: details["request"]),
            let date = details["date"]?.integer
        else { return nil }
        self.action = action
        notification = UNNotification(
            date: Instant(microseconds: date).date,
            request: record.object
        )
        userText = details["userText"]?.string
    }

    /// What the delegate hears; `nil` where it hears nothing.
    ///
    /// - Parameter category: the one that the content names, where the app has it.
    /// - Returns: the response.
    func response(in category: UNNotificationCategory?) -> UNNotificationResponse? {
        if action == UNNotificationDismissActionIdentifier {
            guard category?.options.contains(.customDismissAction) == true else { return nil }
        }
        let button = category?.actions.first { $0.identifier == action }
        guard button is UNTextInputNotificationAction || userText != nil else {
            return UNNotificationResponse(notification: notification, actionIdentifier: action)
        }
        return UNTextInputNotificationResponse(
            notification: notification,
            actionIdentifier: action,
            userText: userText ?? ""
        )
    }
}
