/// A button on a notification.
package struct NotificationAction: Hashable, Sendable {
    /// The identifier in responses; unique in its notification.
    package var identifier: String
    /// The button's label.
    package var title: String
    /// The URL that a click opens; `nil` if it is only reported to the app.
    package var url: String?
    /// The microseconds after which a click shows the notification again; `nil` for no snooze.
    package var snooze: Int64?
    /// How the button behaves.
    package var options: Options
    /// The image on the button; `nil` for none.
    package var icon: Icon?
    /// The text field; `nil` for a plain button.
    package var textInput: TextInput?

    /// Makes an action.
    package init(
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
    package static let defaultIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

    /// The identifier of the user's own dismissal (Apple's `UNNotificationDismissActionIdentifier`).
    package static let dismissIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

    /// The identifier of a message of the app's server that wakes the app; nobody has chosen it.
    package static let remoteIdentifier = "org.notifyschedule.RemoteNotification"
}

extension NotificationAction {
    /// How a button behaves; the bits are those of Apple's `UNNotificationActionOptions`.
    package struct Options: OptionSet, Hashable, Sendable {
        /// The bits, one for each member.
        package let rawValue: UInt32

        /// Makes a set from its bits; unknown ones are kept.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A response waits until the session is unlocked.
        package static let authenticationRequired = Options(rawValue: 1)
        /// The button does something that cannot be undone.
        package static let destructive = Options(rawValue: 2)
        /// The app comes to the front.
        package static let foreground = Options(rawValue: 4)
    }

    /// Where the image on a button comes from.
    package enum Icon: Hashable, Sendable {
        /// A name of the icon theme.
        case theme(String)
        /// The name of an image of the app's own.
        case template(String)
    }

    /// The text field of an action.
    package struct TextInput: Hashable, Sendable {
        /// The label of the button that sends the text; empty for the desktop's own.
        package var buttonTitle: String
        /// The text of the empty field.
        package var placeholder: String

        /// Makes a text field.
        package init(buttonTitle: String = "", placeholder: String = "") {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }
}
