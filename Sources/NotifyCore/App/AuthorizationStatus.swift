/// What an app may do with notifications (Apple's `UNAuthorizationStatus`).
package enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
    /// The user has not been asked.
    case notDetermined
    /// It may show nothing.
    case denied
    /// It may show notifications.
    case authorized
    /// Its notifications go to the list without a bubble.
    case provisional

    /// Whether requests of the app are accepted.
    package var mayAdd: Bool { self == .authorized || self == .provisional }
}
