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

    /// Only in an unlocked session: until then a response waits, also past a restart.
    ///
    /// Linux: as logind tells it; a desktop that does not tell logind of its lock screen counts as
    /// unlocked.
    public static var authenticationRequired: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: 1)
    }

    /// The button does something that cannot be undone.
    ///
    /// Linux: kept and not shown, since notification servers know no such mark.
    public static var destructive: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: 2)
    }

    /// The app comes to the front.
    public static var foreground: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: 4)
    }
}
