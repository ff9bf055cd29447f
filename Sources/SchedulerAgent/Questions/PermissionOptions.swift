/// What an app asks permission for: Apple's raw value of `UNAuthorizationOptions`, of which the question names these.
struct PermissionOptions: OptionSet, Sendable {
    let rawValue: UInt32

    static let badge = PermissionOptions(rawValue: 1)
    static let sound = PermissionOptions(rawValue: 2)
    static let alert = PermissionOptions(rawValue: 4)

    /// What the app would like to do.
    var words: String {
        let extras = [
            contains(.sound) ? "sounds" : nil, contains(.badge) ? "a number at its icon" : nil,
        ].compactMap(\.self).joined(separator: " and ")
        if contains(.alert) || extras.isEmpty {
            return "show you notifications" + (extras.isEmpty ? "" : ", with \(extras)")
        }
        let parts = [
            contains(.sound) ? "play sounds" : nil,
            contains(.badge) ? "show a number at its icon" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " and ")
    }
}
