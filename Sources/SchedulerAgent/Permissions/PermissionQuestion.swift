import AgentInterface
import NotifyCore

/// The bubble of a question for permission.
enum PermissionQuestion {
    /// The identifiers of the buttons.
    static let allow = "allow"
    static let deny = "deny"

    /// Returns the bubble, which is in no list.
    ///
    /// - Parameters:
    ///   - app: the app that asks for permission.
    ///   - name: the name of the app.
    ///   - now: the present.
    /// - Returns: the bubble.
    static func bubble(for app: String, named name: String, at now: Instant) -> Delivery {
        Delivery(
            request: NotificationRequest(
                appID: AgentNames.app,
                identifier: "permission-question",
                content: NotificationContent(
                    title: name,
                    subtitle: name == app ? "" : app,
                    body: "This app would like to show you notifications, "
                        + "with sounds and a number at its icon. Do you allow it?",
                    // Less urgent bubbles may disappear before they are read.
                    interruptionLevel: .critical
                ),
                actions: [
                    NotificationAction(identifier: allow, title: "Allow"),
                    NotificationAction(identifier: deny, title: "Don’t Allow"),
                ]
            ),
            scheduled: now,
            delivered: now,
            state: .delivering
        )
    }
}
