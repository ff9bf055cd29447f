import Foundation
import UserNotifications

/// Reminds of a habit on the days that its owner picked.
final class NotificationService: Sendable {
    static let shared = NotificationService()

    private let center = UNUserNotificationCenter.current()

    /// Whether reminders will be shown.
    func checkAuthorization(completion: @escaping @Sendable (Bool) -> Void) {
        center.getNotificationSettings { [center] settings in
            switch settings.authorizationStatus {
            case .authorized, .provisional, .ephemeral:
                completion(true)
            case .notDetermined:
                center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, error in
                    if let error { print("not authorized: \(error.localizedDescription)") }
                    completion(granted)
                }
            case .denied:
                completion(false)
            @unknown default:
                completion(false)
            }
        }
    }

    /// Reminds every week.
    func schedule(
        _ reminder: WeeklyReminder,
        completion: @escaping @Sendable (Result<String, any Error>) -> Void
    ) {
        let content = UNMutableNotificationContent()
        content.title = reminder.habit
        content.body = "It is \(reminder.weekday). Keep it up!"
        content.sound = .default
        content.userInfo = ["habit": reminder.habit]

        var components = DateComponents()
        components.weekday = reminder.weekday.rawValue
        components.hour = reminder.hour
        components.minute = reminder.minute
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let request = UNNotificationRequest(
            identifier: reminder.identifier,
            content: content,
            trigger: trigger
        )
        center.add(request) { error in
            if let error {
                completion(.failure(error))
            } else {
                completion(.success(request.identifier))
            }
        }
    }

    /// The identifiers of the reminders that are set, in the order of the alphabet.
    func scheduled(completion: @escaping @Sendable ([String]) -> Void) {
        center.getPendingNotificationRequests { requests in
            let weekly = requests.filter {
                ($0.trigger as? UNCalendarNotificationTrigger)?.repeats == true
            }
            completion(weekly.map(\.identifier).sorted())
        }
    }

    /// Reminds no more on a day.
    func cancel(_ weekday: Weekday) {
        center.removePendingNotificationRequests(withIdentifiers: [weekday.identifier])
    }
}
