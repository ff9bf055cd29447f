/// How the notifications of a category behave.
///
/// Source: Apple's page UNNotificationCategoryOptions.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits, one for each member.
    public let rawValue: UInt

    /// Makes a set from its bits; unknown ones are kept.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The user's dismissal is reported to the delegate.
    public static var customDismissAction: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 1)
    }

    /// Show it on a car's screen.
    ///
    /// Linux: without effect.
    public static var allowInCarPlay: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 2)
    }

    /// The title is shown where previews are hidden.
    public static var hiddenPreviewsShowTitle: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 4)
    }

    /// The subtitle is shown where previews are hidden.
    public static var hiddenPreviewsShowSubtitle: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 8)
    }

    /// Read it aloud.
    ///
    /// Deprecated on Apple since 15.0. Linux: without effect.
    public static var allowAnnouncement: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 16)
    }
}
