import AgentInterface
import NotifyCore

extension AppNotification {
    /// The notification for the app.
    var object: UNNotification {
        UNNotification(date: date.date, request: request.object)
    }
}

extension AppResponse {
    /// The response for the app, with a text if the action has a text field.
    func object(activationToken token: String? = nil) -> UNNotificationResponse {
        let button = notification.request.actions.first { $0.identifier == action }
        guard button?.textInput != nil || userText != nil else {
            return UNNotificationResponse(
                notification: notification.object,
                actionIdentifier: action,
                activationToken: token
            )
        }
        return UNTextInputNotificationResponse(
            notification: notification.object,
            actionIdentifier: action,
            userText: userText ?? "",
            activationToken: token
        )
    }
}
