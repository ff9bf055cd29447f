import AgentInterface
import NotifyCore

extension AppNotification {
    /// The notification as the app gets it.
    var object: UNNotification {
        UNNotification(date: date.date, request: request.object)
    }
}

extension AppResponse {
    /// The response as the app gets it, with a text where the action asks for one.
    var object: UNNotificationResponse {
        let button = notification.request.actions.first { $0.identifier == action }
        guard button?.textInput != nil || userText != nil else {
            return UNNotificationResponse(
                notification: notification.object,
                actionIdentifier: action
            )
        }
        return UNTextInputNotificationResponse(
            notification: notification.object,
            actionIdentifier: action,
            userText: userText ?? ""
        )
    }
}
