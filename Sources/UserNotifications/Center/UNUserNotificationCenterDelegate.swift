public import Foundation

/// Hears what becomes of an app's notifications; every method is optional.
///
/// Of the two forms of a method, one is enough. They are called on the main thread. Source: Apple's page
/// UNUserNotificationCenterDelegate.
@preconcurrency
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Says how to show a notification that fires while the app is in front.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - notification: what fired.
    ///   - completionHandler: takes how to show it.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    )

    /// Says how to show a notification that fires while the app is in front.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - notification: what fired.
    /// - Returns: how to show it.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Hears what the user did with a notification, once for each act.
    ///
    /// An act counts as heard as soon as the method is about to be called. A process that ends in it, by
    /// `exit` or by a crash, is not told of it again; one whose main thread never gets there, is.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - response: what the user did.
    ///   - completionHandler: to be called once the app is done.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    )

    /// Hears what the user did with a notification, once for each act.
    ///
    /// An act counts as heard as soon as the method is about to be called, as in the other form.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - response: what the user did.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async

    /// Hears that the user wants to see the app's own settings.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - notification: the one from which they were asked for; `nil` where there was none.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}

extension UNUserNotificationCenterDelegate {
    /// Asks the other form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        let delegate = DelegateReference(delegate: self)
        Task { @MainActor in
            completionHandler(
                await delegate.delegate.userNotificationCenter(center, willPresent: notification)
            )
        }
    }

    /// Has the notification shown as it is, as where there is no such method.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        .unimplemented
    }

    /// Tells the other form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let delegate = DelegateReference(delegate: self)
        Task { @MainActor in
            await delegate.delegate.userNotificationCenter(center, didReceive: response)
            completionHandler()
        }
    }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {}

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

/// Carries a delegate to the main actor.
///
/// Unchecked: a delegate is called on the main thread alone, as on Apple, and so is whoever relays to one.
private struct DelegateReference<Delegate: UNUserNotificationCenterDelegate>: @unchecked Sendable {
    let delegate: Delegate
}
