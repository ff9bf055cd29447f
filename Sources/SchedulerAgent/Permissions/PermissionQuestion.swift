import AgentInterface
import NotifyCore

/// What the user sees of a question for permission.
enum PermissionQuestion {
    /// The identifiers of the buttons.
    static let allow = "allow"
    static let deny = "deny"

    /// The bubble that asks; it is in no list.
    ///
    /// - Parameters:
    ///   - app: whose permission.
    ///   - name: what the app is called.
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
                    // Otherwise it would be gone before it is read.
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
