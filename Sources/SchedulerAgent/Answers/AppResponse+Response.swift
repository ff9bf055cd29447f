import AgentInterface
import NotifyCore

extension AppResponse {
    /// Creates the message to the app about a response; `nil` if the app gets none.
    ///
    /// The command line's own requests have no app, and the agent handles a snooze itself.
    init?(_ response: Response) {
        let request = response.delivery.request
        guard request.appID != AgentNames.app, request.snooze(ofAction: response.action) == nil
        else { return nil }
        self.init(
            notification: AppNotification(request: request, date: response.delivery.delivered),
            action: response.action,
            userText: response.userText
        )
    }

    /// Creates the message to the app about the end of a delivery; `nil` if it gets none, or not yet.
    init?(to delivery: Delivery, of event: DeliveryEvent, _ end: DeliveryEnd) {
        switch (end, event) {
        case (.opened, .invoked(let action)):
            self.init(unlocked: Response(delivery: delivery, action: action))
        case (.opened, .replied(let action, let text)):
            guard let action = action ?? delivery.request.replyAction?.identifier else {
                return nil
            }
            self.init(unlocked: Response(delivery: delivery, action: action, userText: text))
        case (.dismissed, _) where delivery.request.hearsDismissal:
            self.init(Response(delivery: delivery, action: NotificationAction.dismissIdentifier))
        default:
            return nil
        }
    }

    /// Creates the message about a response that waited for an unlocked session.
    private init?(unlocked response: Response) {
        guard !response.delivery.request.needsUnlockedSession(for: response.action) else {
            return nil
        }
        self.init(response)
    }

    /// Whether its action brings the app to the front.
    var bringsAppToFront: Bool {
        if action == NotificationAction.defaultIdentifier { return true }
        return notification.request.action(action)?.options.contains(.foreground) ?? false
    }
}
