import NotifyCore

/// The keys of actions on the wire.
///
/// A key is the action's identifier, unless the key has a special meaning for servers.
enum WireAction {
    /// The key of a click on the bubble itself (Desktop Notifications Specification, "Actions").
    static let defaultKey = "default"

    /// The key of the action for which the server has a text field.
    ///
    /// The text arrives with `NotificationReplied` (an extension of Plasma).
    static let inlineReplyKey = "inline-reply"

    private static let reserved: Set<String> = [defaultKey, "settings", inlineReplyKey]
    /// The prefix of an identifier that would have a special meaning as a key.
    private static let escape = "action:"

    /// Returns the key of an action.
    static func key(ofIdentifier identifier: String) -> String {
        if identifier == NotificationAction.defaultIdentifier { return defaultKey }
        let needsEscape = reserved.contains(identifier) || identifier.hasPrefix(escape)
        return needsEscape ? escape + identifier : identifier
    }

    /// Returns the action of a key.
    static func identifier(ofKey key: String) -> String {
        if key == defaultKey { return NotificationAction.defaultIdentifier }
        return key.hasPrefix(escape) ? String(key.dropFirst(escape.count)) : key
    }
}
