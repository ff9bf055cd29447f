import AgentInterface
import NotifyCore

/// A question for permission that waits for the user's answer.
struct PermissionQuestion: Sendable {
    /// Where its bubble stands.
    enum State: Sendable {
        /// No server could take it yet.
        case waiting
        /// It is being handed to the server.
        case showing
        /// The server let the call time out and may show it still.
        case unknown(owner: String, ticket: UInt64)
        /// The server shows it.
        case shown(BubbleKey)
    }

    /// Callers that may wait for one answer.
    static let mostCallers = 100
    /// Questions that may wait at a time.
    static let mostQuestions = 16

    /// The identifiers of the buttons.
    static let allow = "allow"
    static let deny = "deny"

    /// Tells it from an earlier one of the same app.
    let number: Int
    var state = State.waiting
    /// Who waits for the answer.
    var callers: [@Sendable (Bool) -> Void]

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
