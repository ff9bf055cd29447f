/// How a button behaves.
///
/// Source: Apple's page UNNotificationActionOptions.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The bits, one for each member.
    public let rawValue: UInt

    /// Makes a set from its bits; unknown ones are kept.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Only in an unlocked session: a response waits until then, also across a restart.
    ///
    /// Linux: as logind reports it; a desktop that does not report its lock screen to logind counts as unlocked.
    public static var authenticationRequired: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: 1)
    }

    /// The button does something that cannot be undone.
    ///
    /// Linux: stored but not shown, because notification servers do not support it.
    public static var destructive: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: 2)
    }

    /// The app comes to the front.
    public static var foreground: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: 4)
    }
}
