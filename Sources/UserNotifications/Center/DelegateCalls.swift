import Foundation
import GLibBridge
import NotifyCore

/// What the agent asks and tells a center's delegate.
struct DelegateCalls: Sendable {
    /// Asks how to show a notification; answered once, with `nil` where the delegate does not say.
    var willPresent:
        @Sendable (UNNotification, _ answer: @escaping @Sendable (PresentationOptions?) -> Void) ->
            Void
    /// Tells what the user did; answered once, with whether there was a delegate to hear it.
    var didReceive:
        @Sendable (UNNotificationResponse, _ answer: @escaping @Sendable (Bool) -> Void) -> Void
}

extension UNUserNotificationCenter {
    /// The calls of this center's delegate, made on the main thread.
    var delegateCalls: DelegateCalls {
        DelegateCalls(
            willPresent: { [weak self] notification, answer in
                guard let self else { return answer(nil) }
                Self.onMain {
                    guard let delegate = self.delegate else { return answer(nil) }
                    delegate.userNotificationCenter(self, willPresent: notification) { options in
                        answer(PresentationOptions(options))
                    }
                }
            },
            didReceive: { [weak self] response, answer in
                guard let self else { return answer(false) }
                Self.onMain {
                    guard let delegate = self.delegate else { return answer(false) }
                    delegate.userNotificationCenter(
                        self,
                        didReceive: response,
                        withCompletionHandler: {}
                    )
                    answer(true)
                }
            }
        )
    }

    /// Delegates may belong to the main actor, and Apple calls them there.
    private static func onMain(_ call: @escaping @Sendable () -> Void) {
        MainThread.run(call, isCurrent: { Thread.isMainThread })
    }
}
