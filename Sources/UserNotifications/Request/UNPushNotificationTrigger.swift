public import Foundation

/// The trigger of a remote notification.
///
/// Linux: of what `notify-schedule push` or another program hands the agent. Source: Apple's page
/// UNPushNotificationTrigger.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    init() { super.init(repeats: false) }

    /// Reads an archived trigger; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
