// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import NotifyCore

/// The action identifier of a click on the notification itself.
///
/// Source: Apple's page UNNotificationDefaultActionIdentifier.
public let UNNotificationDefaultActionIdentifier = NotificationAction.defaultIdentifier

/// The action identifier of the user's own dismissal.
///
/// Reported only for a category with ``UNNotificationCategoryOptions/customDismissAction``. Source:
/// Apple's page UNNotificationDismissActionIdentifier.
public let UNNotificationDismissActionIdentifier = NotificationAction.dismissIdentifier
