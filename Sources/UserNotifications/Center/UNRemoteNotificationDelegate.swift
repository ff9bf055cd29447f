/// What the delegate of a notification center implements as well to hear messages of the app's server that wake the
/// app: those with `"content-available": 1`.
///
/// Linux: Apple has `application(_:didReceiveRemoteNotification:)` of the app's own delegate, which belongs to UIKit and
/// AppKit. An app that does not run is started for the message, and gets it as soon as the center has a delegate. It is
/// called on the main thread, once for each message.
@preconcurrency
public protocol UNRemoteNotificationDelegate: UNUserNotificationCenterDelegate {
    /// Handles a message.
    ///
    /// A message counts as received when the method is about to be called.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - userInfo: the whole message, with the key `aps`.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    )
}
