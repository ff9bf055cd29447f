/// The trigger of a remote notification.
///
/// Linux: there are none. Source: Apple's page UNPushNotificationTrigger.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
