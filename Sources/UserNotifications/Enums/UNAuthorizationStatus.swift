/// Whether the app may show notifications.
///
/// Source: Apple's page UNAuthorizationStatus.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user was not asked yet.
    case notDetermined = 0
    /// The user refused.
    case denied = 1
    /// The user agreed.
    ///
    /// Linux: what every app has to begin with.
    case authorized = 2
    /// Quiet delivery without having asked.
    case provisional = 3
    /// For the short life of an app clip.
    ///
    /// Linux: never reported.
    case ephemeral = 4

    /// The number that stands for it.
    public var rawValue: Int {
        switch self {
        case .notDetermined: 0
        case .denied: 1
        case .authorized: 2
        case .provisional: 3
        case .ephemeral: 4
        }
    }
}
