public import Foundation

/// The base class of extensions that change notifications from a server.
///
/// Linux: there are no remote notifications, so nothing calls it. Source: Apple's page
/// UNNotificationServiceExtension.
open class UNNotificationServiceExtension: NSObject {
    /// Makes an object.
    public override init() {
        super.init()
    }

    /// Changes the content of a request; this one passes it on unchanged.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - contentHandler: called with the content to show.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// The last opportunity to return the content; this one does nothing.
    open func serviceExtensionTimeWillExpire() {}
}
