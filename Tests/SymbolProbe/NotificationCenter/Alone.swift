import NotificationCenter

/// A file that imports this module alone: it has the names of UserNotifications and of Foundation.
public final class ReminderService: NSObject, UNUserNotificationCenterDelegate {
    static let changed = Notification.Name("changed")
    private var observer: (any NSObjectProtocol)?

    public override init() {
        super.init()
        // The class of Foundation, not the module.
        observer = NotificationCenter.default.addObserver(
            forName: Self.changed,
            object: nil,
            queue: nil
        ) { _ in }
    }

    deinit {
        let center: NotificationCenter = .default
        if let observer { center.removeObserver(observer) }
    }

    func schedule(_ text: String, at date: Date) {
        let content = UNMutableNotificationContent()
        content.title = text
        content.sound = .default
        let parts = Calendar.current.dateComponents([.hour, .minute], from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: true)
        let request = UNNotificationRequest(
            identifier: UUID().uuidString,
            content: content,
            trigger: trigger
        )
        UNUserNotificationCenter.current().add(request) { error in
            if let error { print(error.localizedDescription) }
        }
        NotificationCenter.default.post(name: Self.changed, object: self)
    }
}
