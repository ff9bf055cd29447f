/// What the delegate of a notification center implements as well to hear of the app's registration for push messages,
/// and of messages that wake the app: those with `"content-available": 1`.
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

    /// Handles that the app is registered for push messages, at the first time and whenever the endpoint has changed.
    ///
    /// Linux: Apple has `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`. Send the registration to your
    /// server. It is called after ``UNUserNotificationCenter/registerForRemoteNotifications(serverKey:)``; without the
    /// method nothing happens.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - registration: where the server sends messages, and what it encrypts them with.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didRegisterForRemoteNotificationsWith registration: PushRegistration
    )

    /// Handles that the app could not be registered for push messages.
    ///
    /// Linux: Apple has `application(_:didFailToRegisterForRemoteNotificationsWithError:)`. Without the method nothing
    /// happens.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - error: as ``PushRegistration/register(serverKey:)`` throws it.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    )
}

extension UNRemoteNotificationDelegate {
    /// Does nothing with a registration.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didRegisterForRemoteNotificationsWith registration: PushRegistration
    ) {}

    /// Does nothing with an error.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}
}
