/// Whether the app may show notifications.
///
/// Source: Apple's page UNAuthorizationStatus.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user has not been asked.
    case notDetermined = 0
    /// The user denied it.
    case denied = 1
    /// The user allowed it.
    ///
    /// Linux: the default of every app.
    case authorized = 2
    /// Quiet delivery without asking.
    case provisional = 3
    /// For the short life of an app clip.
    ///
    /// Linux: never reported.
    case ephemeral = 4

    /// The number that Apple's API gives to the case.
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
