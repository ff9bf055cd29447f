/// The methods of a delegate, for calls with a question mark.
///
/// Objective-C's optional methods are called as `delegate.userNotificationCenter?(center, …)`, which is
/// common in code that forwards to another delegate.
public struct UNDelegateMethods {
    let delegate: any UNUserNotificationCenterDelegate

    /// Asks the delegate how to show a notification.
    public func callAsFunction(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        delegate.userNotificationCenter(
            center,
            willPresent: notification,
            withCompletionHandler: completionHandler
        )
    }

    /// Asks the delegate how to show a notification.
    public func callAsFunction(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await delegate.userNotificationCenter(center, willPresent: notification)
    }

    /// Passes a response to the delegate.
    public func callAsFunction(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        delegate.userNotificationCenter(
            center,
            didReceive: response,
            withCompletionHandler: completionHandler
        )
    }

    /// Passes a response to the delegate.
    public func callAsFunction(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        await delegate.userNotificationCenter(center, didReceive: response)
    }

    /// Asks the delegate to show the app's settings.
    public func callAsFunction(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {
        delegate.userNotificationCenter(center, openSettingsFor: notification)
    }
}

extension UNUserNotificationCenterDelegate {
    /// The methods for a call with a question mark; never `nil`, because each has a default.
    public var userNotificationCenter: UNDelegateMethods? { UNDelegateMethods(delegate: self) }
}
