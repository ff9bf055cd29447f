import Glibc
import Synchronization
import UserNotifications

/// Adds a notification and hears of the click on it.
final class Listener: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let heard = Mutex(false)

    var hasHeard: Bool { heard.withLock { $0 } }

    func start() {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.add(request) { error in say(error.map { "\($0)" } ?? "added") }
    }

    var request: UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "host"
        return UNNotificationRequest(identifier: "host", content: content, trigger: nil)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        // `dispatchMain` gives the main thread away, and there the queue counts.
        let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) == true
        say("heard \(response.notification.request.identifier), \(isMain ? "main" : "elsewhere")")
        completionHandler()
        heard.withLock { $0 = true }
    }
}
