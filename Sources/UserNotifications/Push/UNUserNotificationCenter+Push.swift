public import Foundation
import GLibBridge

extension UNUserNotificationCenter {
    /// Registers this app for push messages, and reports the result to the delegate on the main thread.
    ///
    /// Linux only: it takes the place of the method of that name of Apple's `UIApplication` and `NSApplication`. A delegate
    /// that is a ``UNRemoteNotificationDelegate`` hears of the registration or the error, and of each later registration
    /// while the app runs. Set the delegate first, and call this at every start of the app.
    ///
    /// - Parameter serverKey: as for ``PushRegistration/register(serverKey:)``.
    public func registerForRemoteNotifications(serverKey: Data? = nil) {
        RemoteRegistration.shared.register(serverKey: serverKey) { [weak self] result in
            guard let self else { return }
            MainQueue.run { self.report(result) }
        }
    }

    /// Ends the registration of this app for push messages, if there is one; ``PushRegistration/unregister()`` also reports
    /// an error.
    public func unregisterForRemoteNotifications() {
        RemoteRegistration.shared.unregister()
    }

    private func report(_ result: Result<PushRegistration, any Error>) {
        guard let delegate = delegate as? any UNRemoteNotificationDelegate else { return }
        switch result {
        case .success(let registration):
            delegate.userNotificationCenter(
                self,
                didRegisterForRemoteNotificationsWith: registration
            )
        case .failure(let error):
            delegate.userNotificationCenter(
                self,
                didFailToRegisterForRemoteNotificationsWithError: error
            )
        }
    }
}
