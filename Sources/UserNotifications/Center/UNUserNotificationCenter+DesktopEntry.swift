public import Foundation

extension UNUserNotificationCenter {
    /// Sets the app's desktop file, like the variable `NOTIFY_SCHEDULE_APP_ID`.
    ///
    /// Linux only. Notifications then have that file's name and icon, and the app can be started when the user
    /// responds while it is not running. A bundle's identifier takes precedence over it, and it takes
    /// precedence over the variable.
    ///
    /// - Parameter id: the desktop file's name without `.desktop`, such as `org.example.Clock`; at most
    ///   255 bytes, without slashes and control characters.
    /// - Throws: ``DesktopEntryError`` if the id is invalid, or differs from the one in use since the first use
    ///   of ``current()``.
    public class func setDesktopEntry(_ id: String) throws(DesktopEntryError) {
        try AppIdentity.choose(id)
    }

    /// The error of an id that cannot be used.
    public enum DesktopEntryError: Error, Equatable, Sendable {
        /// The id is invalid.
        case invalid(id: String)
        /// The center has been used with another id.
        case tooLate(id: String, inUse: String)
    }
}

extension UNUserNotificationCenter.DesktopEntryError: LocalizedError {
    /// The problem, and what to do.
    public var errorDescription: String? {
        switch self {
        case .invalid(let id):
            "“\(id)” is not the name of a desktop file without its extension; write one such as org.example.Clock"
        case .tooLate(let id, let inUse):
            "the app is known as “\(inUse)” already; set “\(id)” before the first use of "
                + "UNUserNotificationCenter.current()"
        }
    }
}
