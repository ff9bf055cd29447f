/// How to show a notification that fires while the app is running; empty for not at all.
///
/// Source: Apple's page UNNotificationPresentationOptions.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits, one for each member.
    public let rawValue: UInt

    /// Makes a set from its bits; unknown ones are kept.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Apply the content's badge.
    public static var badge: UNNotificationPresentationOptions {
        UNNotificationPresentationOptions(rawValue: 1)
    }

    /// Play the content's sound.
    public static var sound: UNNotificationPresentationOptions {
        UNNotificationPresentationOptions(rawValue: 2)
    }

    /// Both `banner` and `list`.
    ///
    /// Deprecated on Apple since 14.0.
    public static var alert: UNNotificationPresentationOptions {
        UNNotificationPresentationOptions(rawValue: 4)
    }

    /// Keep it in the list of notifications.
    public static var list: UNNotificationPresentationOptions {
        UNNotificationPresentationOptions(rawValue: 8)
    }

    /// Show a bubble.
    public static var banner: UNNotificationPresentationOptions {
        UNNotificationPresentationOptions(rawValue: 16)
    }

    /// The default answer of a delegate without the method, because Swift cannot check for one.
    static var unimplemented: UNNotificationPresentationOptions {
        UNNotificationPresentationOptions(rawValue: 1 << 30)
    }
}
