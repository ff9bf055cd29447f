import UserNotifications

/// Says what it hears, in the handler's form.
final class ClosureDelegate: NSObject, UNRemoteNotificationDelegate, Sendable {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) {
        let aps = userInfo["aps"] as? [String: Any]
        report(
            "remote:",
            userInfo["number"] as? Int ?? 0,
            aps?["content-available"] as? Int ?? 0,
            thread
        )
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didRegisterForRemoteNotificationsWith registration: PushRegistration
    ) {
        report("registered:", registration.endpoint.absoluteString, thread)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        report("not registered:", error.localizedDescription, thread)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        say("closure", response)
        completionHandler()
    }
}

/// Says what it hears, in the async form, on the main actor.
final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    @MainActor
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        say("async", response)
    }
}

/// Ends the process as soon as it hears something, in the handler's form.
final class LeavingClosure: NSObject, UNUserNotificationCenterDelegate, Sendable {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        exit(5)
    }
}

/// Ends the process as soon as it hears something, in the async form.
final class LeavingAsync: NSObject, UNUserNotificationCenterDelegate, Sendable {
    @MainActor
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        exit(5)
    }
}

private func say(_ form: String, _ response: UNNotificationResponse) {
    let request = response.notification.request
    if request.trigger is UNPushNotificationTrigger { report("pushed:", request.identifier) }
    let action = response.actionIdentifier.replacing("com.apple.UNNotification", with: "")
    report(
        "heard:",
        form,
        request.identifier,
        action,
        request.content.userInfo["number"] as? Int ?? 0,
        (response as? UNTextInputNotificationResponse)?.userText ?? "plain",
        thread
    )
}

/// Where the caller runs, in a word.
private var thread: String {
    DispatchQueue.getSpecific(key: mainQueue) == true ? "main" : "elsewhere"
}

/// Tells the main queue from others; under `dispatchMain` it has no thread of its own.
let mainQueue = DispatchSpecificKey<Bool>()
