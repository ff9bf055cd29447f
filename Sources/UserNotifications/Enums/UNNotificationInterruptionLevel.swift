/// How urgently a notification asks for attention.
///
/// Source: Apple's page UNNotificationInterruptionLevel.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Into the list, without a bubble or a sound where the desktop can do that.
    case passive = 0
    /// Shown at once; the default of new content.
    case active = 1
    /// Shown through a focus mode that lets it.
    case timeSensitive = 2
    /// Shown through everything, until it is dismissed.
    case critical = 3

    /// The number that stands for it.
    public var rawValue: UInt {
        switch self {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        case .critical: 3
        }
    }
}
