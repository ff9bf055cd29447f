import AgentInterface
import Foundation
import GLibBridge
import NotifyCore

/// What the agent said that the user did.
struct HeardResponse: Sendable {
    let notification: UNNotification
    let action: String
    /// What the user typed; `nil` where the button asks for no text.
    let userText: String?
    private let hearsDismissal: Bool

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
        let asksForText = record.actions.contains { $0.identifier == action && $0.textInput != nil }
        userText = details["userText"]?.string ?? (asksForText ? "" : nil)
        hearsDismissal = record.hearsDismissal
    }

    /// What the delegate hears; `nil` where it hears nothing.
    var response: UNNotificationResponse? {
        if action == UNNotificationDismissActionIdentifier, !hearsDismissal { return nil }
        guard let userText else {
            return UNNotificationResponse(notification: notification, actionIdentifier: action)
        }
        return UNTextInputNotificationResponse(
            notification: notification,
            actionIdentifier: action,
            userText: userText
        )
    }
}
