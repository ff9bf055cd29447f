/// The kinds of interaction that an app asks permission for.
///
/// Source: Apple's page UNAuthorizationOptions.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits, one for each member.
    public let rawValue: UInt

    /// Makes a set from its bits; unknown ones are kept.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The app's badge.
    public static var badge: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 1) }

    /// Sounds.
    public static var sound: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 2) }

    /// Bubbles.
    public static var alert: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 4) }

    /// Messages on a car's screen.
    ///
    /// Linux: without effect.
    public static var carPlay: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 8) }

    /// Sounds on a muted device.
    ///
    /// Linux: needs no entitlement.
    public static var criticalAlert: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 16) }

    /// The app has a settings screen of its own.
    public static var providesAppNotificationSettings: UNAuthorizationOptions {
        UNAuthorizationOptions(rawValue: 32)
    }

    /// Quiet delivery without asking.
    ///
    /// Linux: granted like the others.
    public static var provisional: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 64) }

    /// Messages read aloud.
    ///
    /// Deprecated on Apple since 15.0. Linux: without effect.
    public static var announcement: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 128) }

    /// Bubbles in a focus mode.
    ///
    /// Deprecated on Apple since 15.0. Linux: needs no permission.
    public static var timeSensitive: UNAuthorizationOptions {
        UNAuthorizationOptions(rawValue: 256)
    }
}
