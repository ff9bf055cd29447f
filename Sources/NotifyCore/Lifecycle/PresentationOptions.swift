/// How an app that runs wants one of its notifications shown.
///
/// The bits are those of Apple's `UNNotificationPresentationOptions`.
public struct PresentationOptions: OptionSet, Hashable, Sendable {
    /// The bits, one for each member.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Apply the content's number to the icon.
    public static let badge = PresentationOptions(rawValue: 1)
    /// Play the content's sound.
    public static let sound = PresentationOptions(rawValue: 2)
    /// Keep it among the delivered ones.
    public static let list = PresentationOptions(rawValue: 8)
    /// Show a bubble.
    public static let banner = PresentationOptions(rawValue: 16)
}
