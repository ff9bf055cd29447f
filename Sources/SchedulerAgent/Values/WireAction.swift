import DesktopTexts
import NotifyCore

/// The keys of actions on the wire.
///
/// A key is the action's identifier, unless the key has a special meaning for servers. In a bubble that showed
/// another action under that key before, the key has a mark that stands for what the action is, so that an old button
/// never does something new (``ActionKeys``).
enum WireAction {
    /// The key of a click on the bubble itself (Desktop Notifications Specification, "Actions").
    static let defaultKey = "default"

    /// The key of the action for which the server has a text field.
    ///
    /// The text arrives with `NotificationReplied` (an extension of Plasma).
    static let inlineReplyKey = "inline-reply"

    /// The button that shows the actions for which a bubble has no room.
    static var more: NotificationAction {
        NotificationAction(
            identifier: "org.notifyschedule.MoreActions",
            // Translators: on a button, which shows more buttons
            title: tr("More…")
        )
    }

    private static let reserved: Set<String> = [defaultKey, "settings", inlineReplyKey]
    /// The prefix of an identifier that would have a special meaning as a key.
    private static let escape = "action:"

    /// Returns the key of an action.
    static func key(of action: NotificationAction, isMarked: Bool = false) -> String {
        let identifier = action.identifier
        if identifier == NotificationAction.defaultIdentifier { return defaultKey }
        let name = isMarked ? markedName(of: action) : identifier
        let needsEscape = reserved.contains(name) || name.hasPrefix(escape)
        return needsEscape ? escape + name : name
    }

    /// Returns the identifier of an action with its mark, as a marked key has it.
    static func markedName(of action: NotificationAction) -> String {
        let digits = String(mark(of: action), radix: 16)
        let zeros = String(repeating: "0", count: markLength - digits.count)
        return "\(action.identifier)#\(zeros)\(digits)"
    }

    private static let markLength = 16

    /// Whether a name ends with a mark.
    static func isMarked(_ name: String) -> Bool {
        guard let sign = name.lastIndex(of: "#") else { return false }
        let mark = name[name.index(after: sign)...]
        return mark.utf8.count == markLength && mark.allSatisfy(\.isHexDigit)
    }

    /// Returns a number that differs, in all probability, for actions that look or do something else.
    static func mark(of action: NotificationAction) -> UInt64 {
        let parts = [
            action.title, action.url ?? "", action.snooze.map { "\($0)" } ?? "",
            "\(action.options.rawValue)", action.textInput.map { _ in "text" } ?? "",
        ]
        return hash(parts.joined(separator: "\0"))
    }

    /// FNV-1a: the same in each run of the agent.
    static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// Returns the identifier of a key, with its mark if the key has one.
    static func identifier(ofKey key: String) -> String {
        if key == defaultKey { return NotificationAction.defaultIdentifier }
        return key.hasPrefix(escape) ? String(key.dropFirst(escape.count)) : key
    }
}
