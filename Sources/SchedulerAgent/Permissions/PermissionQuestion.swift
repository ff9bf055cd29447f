import AgentInterface
import NotifyCore

/// The bubble of a question for permission.
enum PermissionQuestion {
    /// The identifiers of the buttons.
    static let allow = "allow"
    static let deny = "deny"
    /// Its level; less urgent bubbles may disappear before they are read.
    static let level = InterruptionLevel.critical

    /// Returns the bubble, which is in no list.
    static func bubble(
        for app: String,
        named name: String,
        asking options: PermissionOptions,
        at now: Instant
    ) -> Delivery {
        Delivery(
            request: NotificationRequest(
                appID: AgentNames.app,
                identifier: "permission-question",
                content: NotificationContent(
                    title: name,
                    subtitle: name == app ? "" : app,
                    body: "This app would like to \(options.words). Do you allow it?",
                    interruptionLevel: level
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

/// What an app asks permission for: Apple's raw value of `UNAuthorizationOptions`, of which the question names these.
struct PermissionOptions: OptionSet, Sendable {
    let rawValue: UInt32

    static let badge = PermissionOptions(rawValue: 1)
    static let sound = PermissionOptions(rawValue: 2)
    static let alert = PermissionOptions(rawValue: 4)

    /// What the app would like to do.
    var words: String {
        let extras = [
            contains(.sound) ? "sounds" : nil, contains(.badge) ? "a number at its icon" : nil,
        ].compactMap(\.self).joined(separator: " and ")
        if contains(.alert) || extras.isEmpty {
            return "show you notifications" + (extras.isEmpty ? "" : ", with \(extras)")
        }
        let parts = [
            contains(.sound) ? "play sounds" : nil,
            contains(.badge) ? "show a number at its icon" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " and ")
    }
}
