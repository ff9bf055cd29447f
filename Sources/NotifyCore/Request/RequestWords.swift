/// Parts of a request as people write them, on the command line and in files.

extension LateRule {
    /// Reads `show`, `skip` or a span up to which it is shown; `nil` where it is none of them.
    public init?(words: String) {
        switch words {
        case "show": self = .show
        case "skip": self = .skip
        default:
            guard let span = try? TimeSpan(words) else { return nil }
            self = .within(microseconds: span.microseconds)
        }
    }
}

extension NotificationSound {
    /// Reads `default`, a name of the sound theme or a file; `nil` for `none`.
    public init?(words: String) {
        switch words {
        case "none": return nil
        case "default": self = .standard
        default: self = .named(words)
        }
    }
}

extension NotificationAction {
    /// The button that asks for a text.
    public static func reply(placeholder: String) -> NotificationAction {
        NotificationAction(
            identifier: "reply",
            title: "Reply",
            textInput: TextInput(placeholder: placeholder)
        )
    }

    /// The button that shows it once more after some microseconds.
    public static func snooze(_ length: Int64) -> NotificationAction {
        let words = TimeSpan(microseconds: length)?.description ?? "\(length) µs"
        return NotificationAction(
            identifier: "snooze-\(words)",
            title: "Snooze \(words)",
            snooze: length
        )
    }
}

extension NotificationTrigger {
    /// Reads a snooze's length, in microseconds.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger` where it is no span, or too short or long.
    public static func snoozeLength(_ text: String) throws(RequestError) -> Int64 {
        let length: Int64
        do {
            length = try TimeSpan(text).microseconds
        } catch {
            throw RequestError(.invalidTrigger, "snooze \(text.quoted): \(error)")
        }
        try validate(snooze: length)
        return length
    }
}
