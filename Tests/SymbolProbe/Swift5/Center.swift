import UserNotifications

/// What clients put between themselves and the center, to have another in tests.
protocol CenterWrapper {
    func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)?
    )
    func add(_ request: UNNotificationRequest) async throws
    func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool
    func notificationSettings() async -> UNNotificationSettings
    func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    )
    func removeAllPendingNotificationRequests()
}

extension UNUserNotificationCenter: CenterWrapper {}

struct Service {
    let center: UNUserNotificationCenter

    init(center: UNUserNotificationCenter = .current()) {
        self.center = center
    }

    func useHandlers() {
        center.requestAuthorization { granted, error in print(granted, error as Any) }
        center.requestAuthorization(options: [.alert, .sound]) { isGranted, _ in
            guard isGranted else { return }
            DispatchQueue.main.async { print("granted") }
        }
        center.getNotificationSettings { print($0.authorizationStatus) }
        center.setNotificationCategories(categories())
        center.getNotificationCategories { print($0.count) }
        center.add(UNNotificationRequest(text: "a"))
        center.add(UNNotificationRequest(text: "b")) { error in
            if let error = error as? UNError { print(error.code) }
            Task { @MainActor in print("added") }
        }
        center.getPendingNotificationRequests { requests in print(requests.map(\.identifier)) }
        center.removePendingNotificationRequests(withIdentifiers: ["a"])
        center.removeAllPendingNotificationRequests()
        center.getDeliveredNotifications { delivered in print(delivered.map(\.date)) }
        center.removeDeliveredNotifications(withIdentifiers: ["a"])
        center.removeAllDeliveredNotifications()
        center.setBadgeCount(0)
        center.setBadgeCount(1) { print($0 as Any) }
        print(center.supportsContentExtensions, center.delegate as Any)
    }

    func useTasks() async throws {
        guard try await center.requestAuthorization(options: [.alert]) else { return }
        _ = try await center.requestAuthorization()
        print(name(await center.notificationSettings().authorizationStatus))
        print(await center.notificationCategories())
        let request = UNNotificationRequest(text: "c")
        try await center.add(request)
        try await center.setBadgeCount(2)
        print(await center.pendingNotificationRequests(), await center.deliveredNotifications())
    }

    /// Blocks the calling thread, which must not be the one that answers.
    func isAuthorized() -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let box = Box()
        center.getNotificationSettings { settings in
            box.value = settings.authorizationStatus == .authorized
            semaphore.signal()
        }
        semaphore.wait()
        return box.value
    }
}

final class Box: @unchecked Sendable {
    var value = false
}

final class HandlerDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .sound])
    }

    func userNotificationCenter(
        _: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        if let text = response as? UNTextInputNotificationResponse { print(text.userText) }
        print(response.actionIdentifier, response.notification.request.content.userInfo)
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.list]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        print(response)
    }
}

@MainActor
final class MainActorDelegate: NSObject {
    var last: String?
}

extension MainActorDelegate: UNUserNotificationCenterDelegate {
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        Task { @MainActor in
            last = response.actionIdentifier
            completionHandler()
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        last = notification.request.identifier
        return []
    }
}

/// Relays to whoever was there before.
final class RelayingDelegate: NSObject, UNUserNotificationCenterDelegate {
    weak var previous: (any UNUserNotificationCenterDelegate)?

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        previous?.userNotificationCenter?(
            center,
            willPresent: notification,
            withCompletionHandler: completionHandler
        )
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        previous?.userNotificationCenter?(
            center,
            didReceive: response,
            withCompletionHandler: completionHandler
        )
        previous?.userNotificationCenter?(center, openSettingsFor: response.notification)
    }
}

@MainActor
final class PreconcurrencyDelegate: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
    var count = 0

    func listen() {
        UNUserNotificationCenter.current().delegate = self
        // Written on the main actor and called elsewhere.
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            print(settings.alertStyle.rawValue)
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        count += 1
        completionHandler()
    }
}

/// Has a property of the methods' own name, as many tutorials do.
final class NamesakeDelegate: NSObject, UNUserNotificationCenterDelegate {
    let userNotificationCenter = UNUserNotificationCenter.current()

    func start() {
        userNotificationCenter.delegate = self
        self.userNotificationCenter.add(UNNotificationRequest(text: "n"))
        let center = userNotificationCenter
        center.removeAllPendingNotificationRequests()
    }
}
