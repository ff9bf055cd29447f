/// Marks a notification that came from a server.
///
/// Linux: there are none. Source: Apple's page UNPushNotificationTrigger.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
