/// What a notification says and how it asks for attention.
///
/// The fields are those of Apple's `UNNotificationContent`.
public struct NotificationContent: Hashable, Sendable {
    /// The first line; may be empty where the body is not.
    public var title: String
    /// A second, smaller line.
    public var subtitle: String
    /// The text.
    public var body: String
    /// The sound to play with it; `nil` is silent.
    public var sound: NotificationSound?
    /// The number for the app's icon; 0 hides it, `nil` leaves it as it is.
    public var badge: Int?
    /// The app's own values, handed back with a response.
    public var userInfo: [String: PropertyValue]
    /// The category whose actions become buttons; empty for none.
    public var categoryIdentifier: String
    /// The group that the notification belongs to; empty for none.
    public var threadIdentifier: String
    /// How urgently it asks for attention.
    public var interruptionLevel: InterruptionLevel
    /// The files that are shown or played with it.
    public var attachments: [NotificationAttachment]
    /// Which of its texts are looked up anew when it is shown; `nil` for none.
    public var localized: LocalizedTexts?

    /// Makes content; everything left out is Apple's default.
    public init(
        title: String = "",
        subtitle: String = "",
        body: String = "",
        sound: NotificationSound? = nil,
        badge: Int? = nil,
        userInfo: [String: PropertyValue] = [:],
        categoryIdentifier: String = "",
        threadIdentifier: String = "",
        interruptionLevel: InterruptionLevel = .active,
        attachments: [NotificationAttachment] = [],
        localized: LocalizedTexts? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.sound = sound
        self.badge = badge
        self.userInfo = userInfo
        self.categoryIdentifier = categoryIdentifier
        self.threadIdentifier = threadIdentifier
        self.interruptionLevel = interruptionLevel
        self.attachments = attachments
        self.localized = localized
    }
}

extension NotificationContent {
    /// The sound that is heard: with the level passive none, with critical always one.
    ///
    /// These are Apple's rules (`UNNotificationInterruptionLevel`).
    public var audibleSound: NotificationSound? {
        switch interruptionLevel {
        case .passive: nil
        case .active, .timeSensitive: sound
        case .critical: sound ?? .standard
        }
    }
}

/// The sound that goes with a notification.
public enum NotificationSound: Hashable, Sendable {
    /// The desktop's own for a new message.
    case standard
    /// A name of the sound theme, or a file.
    case named(String)
}

/// How urgently a notification asks for attention (Apple's `UNNotificationInterruptionLevel`).
public enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
    /// Goes to the list without a bubble of its own where the desktop can do that.
    case passive
    /// Shown at once.
    case active
    /// Shown at once, also through a focus mode that lets it.
    case timeSensitive = "time-sensitive"
    /// Shown through everything, and stays until dismissed.
    case critical

    /// Whether it may not wait until others have been seen.
    public var isUrgent: Bool {
        self == .timeSensitive || self == .critical
    }
}
