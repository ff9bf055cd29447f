public import Foundation

/// Marks the system's objects that can enrich a notification's content; apps have none of their own.
///
/// Linux: there are none. Source: Apple's page UNNotificationContentProviding.
public protocol UNNotificationContentProviding: NSObjectProtocol {}
