public import Foundation

extension UNUserNotificationCenter {
    /// Says by which desktop file the app is known, as the variable `NOTIFY_SCHEDULE_APP_ID` does.
    ///
    /// Linux alone. Notifications then have that file's name and icon, and the app can be started when
    /// the user answers one while it does not run. A bundle's identifier counts before it, and it counts
    /// before the variable.
    ///
    /// - Parameter id: the desktop file's name without `.desktop`, such as `org.example.Clock`; at most
    ///   255 bytes, without slashes and control characters.
    /// - Throws: ``DesktopEntryError`` where the id does not hold, or comes after the first use of
    ///   ``current()`` and is another one than is in use.
    public class func setDesktopEntry(_ id: String) throws(DesktopEntryError) {
        try AppIdentity.choose(id)
    }

    /// Why a desktop file was not taken.
    public enum DesktopEntryError: Error, Equatable, Sendable {
        /// The id does not hold.
        case invalid(id: String)
        /// The center has been used under another id.
        case tooLate(id: String, inUse: String)
    }
}

extension UNUserNotificationCenter.DesktopEntryError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? {
        switch self {
        case .invalid(let id):
            "“\(id)” is no desktop file's name without its ending; write one such as org.example.Clock"
        case .tooLate(let id, let inUse):
            "the app is known as “\(inUse)” already; set “\(id)” before the first use of "
                + "UNUserNotificationCenter.current()"
        }
    }
}
