import Synchronization
import UserNotifications

/// Adds a notification and hears of the click on it, by a delegate of the form that the program was started
/// for.
final class Listener: Sendable {
    private let heard = Mutex(false)
    private let delegate = Mutex<(any UNUserNotificationCenterDelegate & Sendable)?>(nil)

    var hasHeard: Bool { heard.withLock { $0 } }

    func listen() {
        let hear: @Sendable (String, String) -> Void = { [self] name, place in
            say("heard \(name), \(place)")
            heard.withLock { $0 = true }
        }
        let chosen: any UNUserNotificationCenterDelegate & Sendable =
            switch CommandLine.arguments.dropFirst(2).first {
            case "async": AsyncDelegate(hear)
            case "actor": ActorDelegate(hear)
            default: ClosureDelegate(hear)
            }
        delegate.withLock { $0 = chosen }
        UNUserNotificationCenter.current().delegate = chosen
    }

    func start() {
        listen()
        UNUserNotificationCenter.current().add(request) { error in
            say(error.map { "\($0)" } ?? "added")
        }
    }

    var request: UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "host"
        return UNNotificationRequest(identifier: "host", content: content, trigger: nil)
    }
}
