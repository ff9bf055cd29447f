import AgentInterface
import NotifyCore

extension AppNotification {
    /// The notification as the app gets it.
    var object: UNNotification {
        UNNotification(date: date.date, request: request.object)
    }
}

extension AppResponse {
    /// The response as the app gets it.
    ///
    /// - Parameter category: the one that the content names, where the app has it.
    /// - Returns: the response, with a text where the action asks for one.
    func object(in category: UNNotificationCategory?) -> UNNotificationResponse {
        let button = category?.actions.first { $0.identifier == action }
        guard button is UNTextInputNotificationAction || userText != nil else {
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
