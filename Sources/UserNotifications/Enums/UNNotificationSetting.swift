/// The state of one feature.
///
/// Source: Apple's page UNNotificationSetting.
public enum UNNotificationSetting: Int, Sendable {
    /// The desktop or this program has no such feature.
    case notSupported = 0
    /// Disabled.
    case disabled = 1
    /// Enabled.
    case enabled = 2

    /// The number that Apple's API gives to the case.
    public var rawValue: Int {
        switch self {
        case .notSupported: 0
        case .disabled: 1
        case .enabled: 2
        }
    }
}
