public import Foundation

/// The delegate of a notification center; every method is optional.
///
/// Of the two forms of a method, one is enough. They are called on the main thread, or, where Dispatch
/// has given it away, on the main queue. Linux: where a superclass of the
/// delegate has the conformance, the methods that the superclass has are called, and those that override them. A
/// method that only the subclass has is never called; a line on standard error says so in a debug build. Write it in
/// the superclass, too, and override it. Source: Apple's page UNUserNotificationCenterDelegate.
@preconcurrency
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Asks how to show a notification that fires while the app is running.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - notification: the notification.
    ///   - completionHandler: to be called with how to show it.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    )

    /// Asks how to show a notification that fires while the app is running.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - notification: the notification.
    /// - Returns: how to show it.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Handles a response of the user, once each.
    ///
    /// A response counts as received when the method is about to be called. A process that ends in the method,
    /// by `exit` or a crash, does not receive it again; one whose main thread never calls it does.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - response: the response.
    ///   - completionHandler: to be called when the app is done.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    )

    /// Handles a response of the user, once each.
    ///
    /// A response counts as received when the method is about to be called, as in the other form.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - response: the response.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async

    /// Shows the app's own settings, on the user's request.
    ///
    /// - Parameters:
    ///   - center: the center.
    ///   - notification: the one from which they were requested; `nil` for none.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}

extension UNUserNotificationCenterDelegate {
    /// Calls the other form.
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

    /// Shows the notification normally, as without such a method.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        .unimplemented
    }

    /// Calls the other form, which handles the response.
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
    ) async {
        UncalledMethods.noteUnhandled(self)
    }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

/// Passes a delegate to the main actor.
///
/// Unchecked: a delegate is called only on the main thread, as on Apple's systems.
private struct DelegateReference<Delegate: UNUserNotificationCenterDelegate>: @unchecked Sendable {
    let delegate: Delegate
}
