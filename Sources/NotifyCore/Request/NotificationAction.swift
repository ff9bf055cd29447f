/// A button on a notification.
public struct NotificationAction: Hashable, Sendable {
    /// Names the action in responses; unique in its notification.
    public var identifier: String
    /// The button's label.
    public var title: String
    /// What a click opens; `nil` where the app alone hears of it.
    public var url: String?
    /// After how many microseconds a click shows the notification once more; `nil` where it does not.
    public var snooze: Int64?

    /// Makes an action.
    public init(identifier: String, title: String, url: String? = nil, snooze: Int64? = nil) {
        self.identifier = identifier
        self.title = title
        self.url = url
        self.snooze = snooze
    }

    /// The identifier of a click on the notification itself (Apple's
    /// `UNNotificationDefaultActionIdentifier`).
    public static let defaultIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

    /// The identifier of the user's own dismissal (Apple's `UNNotificationDismissActionIdentifier`).
    public static let dismissIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
}
