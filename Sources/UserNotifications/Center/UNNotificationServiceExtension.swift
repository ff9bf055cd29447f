public import Foundation

/// The base class of what changes notifications that come from a server.
///
/// Linux: nothing comes from a server, so nothing calls it. Source: Apple's page
/// UNNotificationServiceExtension.
open class UNNotificationServiceExtension: NSObject {
    /// Makes an object.
    public override init() {
        super.init()
    }

    /// Changes the content of a request; this one hands it on as it is.
    ///
    /// - Parameters:
    ///   - request: what came.
    ///   - contentHandler: takes what is to be shown.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// The last chance to hand the content back; this one does nothing.
    open func serviceExtensionTimeWillExpire() {}
}
