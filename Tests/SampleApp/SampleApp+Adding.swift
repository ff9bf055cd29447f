import UserNotifications

extension SampleApp {
    /// Adds a request and leaves.
    func fire(_ identifier: String, seconds: String) {
        let content = UNMutableNotificationContent()
        content.title = identifier
        let trigger = UNTimeIntervalNotificationTrigger(
            timeInterval: TimeInterval(seconds) ?? 60,
            repeats: false
        )
        center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
        )
    }

    /// Adds a request for a date: its year, month and day.
    func addDate(_ identifier: String, parts: [Int]) {
        let content = UNMutableNotificationContent()
        content.title = identifier
        let date = DateComponents(
            year: parts.first,
            month: parts.dropFirst().first ?? 1,
            day: parts.dropFirst(2).first ?? 1
        )
        let trigger = UNCalendarNotificationTrigger(dateMatching: date, repeats: false)
        center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
        ) { error in report("added:", identifier, name(of: error)) }
    }

    /// Adds a request that has a sound or a number alone.
    func addBare(_ identifier: String, with part: String) {
        let content = UNMutableNotificationContent()
        if part == "sound" { content.sound = .default }
        if let count = Int(part) { content.badge = count as NSNumber }
        center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
        ) { error in report("added:", identifier, name(of: error)) }
    }
}
