/// How urgently a notification asks for attention.
///
/// Source: Apple's page UNNotificationInterruptionLevel.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Into the list, without a bubble or a sound if the desktop supports that.
    case passive = 0
    /// Shown at once; the default of new content.
    case active = 1
    /// Shown in a focus mode that allows it.
    case timeSensitive = 2
    /// Always shown, until it is dismissed.
    case critical = 3

    /// The number that Apple's API gives to the case.
    public var rawValue: UInt {
        switch self {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        case .critical: 3
        }
    }
}
