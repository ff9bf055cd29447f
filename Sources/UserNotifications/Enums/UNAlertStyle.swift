/// The kind of bubble.
///
/// Source: Apple's page UNAlertStyle.
public enum UNAlertStyle: Int, Sendable {
    /// None.
    case none = 0
    /// One that closes by itself.
    case banner = 1
    /// One that stays until it is answered.
    case alert = 2

    /// The number that Apple's API gives to the case.
    public var rawValue: Int {
        switch self {
        case .none: 0
        case .banner: 1
        case .alert: 2
        }
    }
}
