import UserNotifications

/// Says in the handler's form how to show what fires.
final class PresentingClosure: NSObject, UNUserNotificationCenterDelegate, Sendable {
    let options: UNNotificationPresentationOptions

    init(_ options: UNNotificationPresentationOptions) {
        self.options = options
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        reportAsked(notification)
        completionHandler(options)
        // Once too often.
        completionHandler([])
    }
}

/// Says in the async form how to show what fires, as a class of the main actor.
@MainActor
final class PresentingAsync: NSObject, UNUserNotificationCenterDelegate {
    private let options: UNNotificationPresentationOptions
    private var count = 0

    init(_ options: UNNotificationPresentationOptions) {
        self.options = options
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        count += 1
        reportAsked(notification)
        return options
    }
}

/// Hands the question to an earlier delegate, which has no such method.
final class Relay: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let previous = ClosureDelegate()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        reportAsked(notification)
        previous.userNotificationCenter?(
            center,
            willPresent: notification,
            withCompletionHandler: completionHandler
        )
    }
}

/// Keeps the handler and never calls it.
final class Silent: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    // Unchecked: touched on the main thread alone.
    private var handlers: [(UNNotificationPresentationOptions) -> Void] = []

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        reportAsked(notification)
        handlers.append(completionHandler)
    }
}

/// Forgets the handler without a call.
final class Dropping: NSObject, UNUserNotificationCenterDelegate, Sendable {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        reportAsked(notification)
    }
}

private func reportAsked(_ notification: UNNotification) {
    let isMain = DispatchQueue.getSpecific(key: mainQueue) == true
    report("asked:", notification.request.identifier, isMain ? "main" : "elsewhere")
}

extension UNNotificationPresentationOptions {
    /// Options by their names, with commas in between.
    init(names: String) {
        self = []
        for name in names.split(separator: ",") {
            switch name {
            case "banner": insert(.banner)
            case "list": insert(.list)
            case "sound": insert(.sound)
            case "badge": insert(.badge)
            case "alert": insert(.alert)
            default: break
            }
        }
    }
}
