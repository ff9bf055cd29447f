import UserNotifications

/// Hears in the handler's form.
final class ClosureDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let hear: @Sendable (String, String) -> Void

    init(_ hear: @escaping @Sendable (String, String) -> Void) {
        self.hear = hear
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        hear(response.notification.request.identifier, place())
        completionHandler()
    }
}

/// Hears in the async form, on no actor.
final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let hear: @Sendable (String, String) -> Void

    init(_ hear: @escaping @Sendable (String, String) -> Void) {
        self.hear = hear
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        let name = response.notification.request.identifier
        // What an app does with it is mostly to be seen.
        await MainActor.run { hear(name, place()) }
    }
}

/// Hears and answers in the async form, as a class of the main actor.
@MainActor
final class ActorDelegate: NSObject, UNUserNotificationCenterDelegate {
    private let hear: @Sendable (String, String) -> Void
    private var asked = 0

    nonisolated init(_ hear: @escaping @Sendable (String, String) -> Void) {
        self.hear = hear
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        asked += 1
        return .banner
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        MainActor.preconditionIsolated()
        hear(response.notification.request.identifier, "\(place()), asked \(asked)")
    }
}
