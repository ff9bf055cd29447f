public import Foundation

/// The system's objects that can enrich a notification's content; apps do not conform to it.
///
/// Linux: there are none. Source: Apple's page UNNotificationContentProviding.
public protocol UNNotificationContentProviding: NSObjectProtocol {}
