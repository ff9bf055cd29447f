import DesktopTexts

/// What an app asks permission for: Apple's raw value of `UNAuthorizationOptions`, of which the question names these.
struct PermissionOptions: OptionSet, Sendable {
    let rawValue: UInt32

    static let badge = PermissionOptions(rawValue: 1)
    static let sound = PermissionOptions(rawValue: 2)
    static let alert = PermissionOptions(rawValue: 4)

    /// The question whether the app may do what it would like to.
    var question: String {
        switch (contains(.alert), contains(.sound), contains(.badge)) {
        case (true, true, true):
            tr(
                "This app would like to show you notifications, with sounds and a number at its icon. Do you allow it?"
            )
        case (true, true, false):
            tr("This app would like to show you notifications, with sounds. Do you allow it?")
        case (true, false, true):
            tr(
                "This app would like to show you notifications, with a number at its icon. Do you allow it?"
            )
        case (_, false, false):
            tr("This app would like to show you notifications. Do you allow it?")
        case (false, true, true):
            tr("This app would like to play sounds and show a number at its icon. Do you allow it?")
        case (false, true, false):
            tr("This app would like to play sounds. Do you allow it?")
        case (false, false, true):
            tr("This app would like to show a number at its icon. Do you allow it?")
        }
    }
}
