import GLibBridge
import NotifyCore

/// What the agent asks and tells a center's delegate.
struct DelegateCalls: Sendable {
    /// Asks how to show a notification; answered once, with `nil` where the delegate does not say.
    var willPresent:
        @Sendable (UNNotification, _ answer: @escaping @Sendable (PresentationOptions?) -> Void) ->
            Void
    /// Tells what the user did; answered once, with whether there is a delegate to hear it.
    ///
    /// What the answer gives back says whether the delegate may hear it still.
    ///
    /// The answer comes before the delegate's method is called, and has left the process by then: what the
    /// method does, an end of the process included, must not have the same act told again.
    var didReceive:
        @Sendable (UNNotificationResponse, _ answer: @escaping @Sendable (Bool) -> Bool) -> Void
}

extension UNUserNotificationCenter {
    /// The calls of this center's delegate, made on the main queue: delegates may belong to the main actor.
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
            }
        )
    }
}
