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
    /// How the button behaves.
    public var options: Options
    /// The image on the button; `nil` for none.
    public var icon: Icon?
    /// What the user is asked to type; `nil` where a click is all.
    public var textInput: TextInput?

    /// Makes an action.
    public init(
        identifier: String,
        title: String,
        url: String? = nil,
        snooze: Int64? = nil,
        options: Options = [],
        icon: Icon? = nil,
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.url = url
        self.snooze = snooze
        self.options = options
        self.icon = icon
        self.textInput = textInput
    }

    /// The identifier of a click on the notification itself (Apple's
    /// `UNNotificationDefaultActionIdentifier`).
    public static let defaultIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

    /// The identifier of the user's own dismissal (Apple's `UNNotificationDismissActionIdentifier`).
    public static let dismissIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
}

extension NotificationAction {
    /// How a button behaves; the bits are those of Apple's `UNNotificationActionOptions`.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits, one for each member.
        public let rawValue: UInt32

        /// Makes a set from its bits; unknown ones are kept.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A response waits until the session is unlocked.
        public static let authenticationRequired = Options(rawValue: 1)
        /// The button does something that cannot be undone.
        public static let destructive = Options(rawValue: 2)
        /// The app comes to the front.
        public static let foreground = Options(rawValue: 4)
    }

    /// Where the image on a button comes from.
    public enum Icon: Hashable, Sendable {
        /// A name of the icon theme.
        case theme(String)
        /// The name of an image of the app's own.
        case template(String)
    }

    /// What the user is asked to type.
    public struct TextInput: Hashable, Sendable {
        /// The label of the button that sends the text; empty leaves it to the desktop.
        public var buttonTitle: String
        /// What the empty field shows.
        public var placeholder: String

        /// Makes a field for a text.
        public init(buttonTitle: String = "", placeholder: String = "") {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }
}
