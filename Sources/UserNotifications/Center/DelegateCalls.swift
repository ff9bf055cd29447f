import GLibBridge
import NotifyCore

/// The agent's calls for a center's delegate.
struct DelegateCalls: Sendable {
    /// Asks how to show a notification; answered once, with `nil` if the delegate has no preference.
    var willPresent:
        @Sendable (UNNotification, _ answer: @escaping @Sendable (PresentationOptions?) -> Void) ->
            Void
    /// Reports a response; answered once, with whether there is a delegate.
    ///
    /// The answer returns whether the delegate may still be called.
    ///
    /// The answer is sent before the delegate's method is called, so that the response is not sent again if the
    /// method ends the process.
    var didReceive:
        @Sendable (UNNotificationResponse, _ answer: @escaping @Sendable (Bool) -> Bool) -> Void
    /// Reports a message of the app's server that wakes the app; answered as ``didReceive``.
    ///
    /// A delegate that is no ``UNRemoteNotificationDelegate`` has no use for it.
    var didReceiveRemote:
        @Sendable (UNNotification, _ answer: @escaping @Sendable (Bool) -> Bool) -> Void
}

extension UNUserNotificationCenter {
    /// The calls of this center's delegate, made on the main queue, because delegates may be main-actor isolated.
    var delegateCalls: DelegateCalls {
        DelegateCalls(
            willPresent: { [weak self] notification, answer in
                guard let self else { return answer(nil) }
                MainQueue.run {
                    guard let delegate = self.delegate else { return answer(nil) }
                    delegate.userNotificationCenter(self, willPresent: notification) { options in
                        answer(PresentationOptions(options))
                    }
                }
            },
            didReceive: { [weak self] response, answer in
                guard let self else {
                    _ = answer(false)
                    return
                }
                MainQueue.run {
                    let delegate = self.delegate
                    guard answer(delegate != nil), let delegate else { return }
                    delegate.userNotificationCenter(
                        self,
                        didReceive: response,
                        withCompletionHandler: {}
                    )
                }
            },
            didReceiveRemote: { [weak self] notification, answer in
                guard let self else {
                    _ = answer(false)
                    return
                }
                MainQueue.run {
                    let delegate = self.delegate
                    guard answer(delegate != nil) else { return }
                    (delegate as? any UNRemoteNotificationDelegate)?.userNotificationCenter(
                        self,
                        didReceiveRemoteNotification: notification.request.content.userInfo
                    )
                }
            }
        )
    }
}
