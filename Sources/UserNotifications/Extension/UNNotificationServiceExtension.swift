public import Foundation

/// The base class of extensions that change notifications from a server before they are shown.
///
/// Linux: an extension is a program of its own, which the agent starts for a notification with `"mutable-content": 1`.
/// The desktop file of the app names it with the key `X-NotifySchedule-ServiceExtension`, or the bus starts it by the
/// name `APP.ServiceExtension`. With `@main` before the class that is all of the program. Source: Apple's page
/// UNNotificationServiceExtension.
open class UNNotificationServiceExtension: NSObject {
    /// Makes an object; one is made for each notification.
    public override init() {
        super.init()
    }

    /// Makes the object of a notification by `init()`.
    ///
    /// Linux: ``main()`` calls it. A class has it by itself, with an `init()` of its own or without one.
    public required convenience init(ofNotification: Void) {
        self.init()
    }

    /// Runs the program as the service extension of the app in `NOTIFY_SCHEDULE_APP_ID`; does not return.
    ///
    /// It handles one notification after another, and ends when the agent has no more.
    public static func main() {
        ExtensionHost.run { self.init(ofNotification: ()) }
    }

    /// Changes the content of a request; this one passes it on unchanged.
    ///
    /// It is called on a thread of its own, and has 30 seconds.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - contentHandler: called with the content to show; the first call counts.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// The last opportunity to return the content, within two seconds; this one does nothing.
    ///
    /// Linux: while ``didReceive(_:withContentHandler:)`` has not returned, it is called up to half a second later.
    open func serviceExtensionTimeWillExpire() {}
}
