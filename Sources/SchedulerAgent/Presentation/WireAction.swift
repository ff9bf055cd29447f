import NotifyCore

/// The keys of actions on the wire.
///
/// A key is the action's own identifier, but where servers give it a meaning of their own.
enum WireAction {
    /// The key of a click on the bubble itself (Desktop Notifications Specification, "Actions").
    static let defaultKey = "default"

    /// The key of the action for which the server has a field of its own; the text comes by
    /// `NotificationReplied` (an extension of Plasma's).
    static let inlineReplyKey = "inline-reply"

    private static let reserved: Set<String> = [defaultKey, "settings", inlineReplyKey]
    private static let escape = "action:"

    /// The key under which an action is sent.
    static func key(ofIdentifier identifier: String) -> String {
        if identifier == NotificationAction.defaultIdentifier { return defaultKey }
        let needsEscape = reserved.contains(identifier) || identifier.hasPrefix(escape)
        return needsEscape ? escape + identifier : identifier
    }

    /// The action that a key stands for.
    static func identifier(ofKey key: String) -> String {
        if key == defaultKey { return NotificationAction.defaultIdentifier }
        return key.hasPrefix(escape) ? String(key.dropFirst(escape.count)) : key
    }
}
