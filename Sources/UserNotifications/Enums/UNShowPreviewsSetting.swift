/// When a bubble shows the notification's content.
///
/// Source: Apple's page UNShowPreviewsSetting.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// In an unlocked session only.
    case whenAuthenticated = 1
    /// Never.
    case never = 2

    /// The number that Apple's API gives to the case.
    public var rawValue: Int {
        switch self {
        case .always: 0
        case .whenAuthenticated: 1
        case .never: 2
        }
    }
}
