/// How a running app wants one of its notifications shown.
///
/// The bits are those of Apple's `UNNotificationPresentationOptions`.
package struct PresentationOptions: OptionSet, Hashable, Sendable {
    /// The bits, one for each member.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Apply the content's number to the icon.
    package static let badge = PresentationOptions(rawValue: 1)
    /// Play the content's sound.
    package static let sound = PresentationOptions(rawValue: 2)
    /// Keep it among the delivered ones.
    package static let list = PresentationOptions(rawValue: 8)
    /// Show a bubble.
    package static let banner = PresentationOptions(rawValue: 16)
}
