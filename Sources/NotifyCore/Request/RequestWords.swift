import DesktopTexts

/// Parts of a request as text, on the command line and in files.

extension LateRule {
    /// Parses `show`, `skip` or the span up to which it is shown; `nil` for anything else.
    package init?(words: String) {
        switch words {
        case "show": self = .show
        case "skip": self = .skip
        default:
            guard let span = try? TimeSpan(words: words) else { return nil }
            self = .within(microseconds: span.microseconds)
        }
    }
}

extension BubbleOptions {
    /// Reads when a bubble closes: `never`, `default` for when the server does, or a span.
    package static func expiry(words: String) throws(RequestError) -> Int32 {
        switch words {
        case "never": return 0
        case "default": return serverExpiry
        default: break
        }
        guard let span = try? TimeSpan(words: words),
            let milliseconds = Int32(exactly: span.microseconds / 1_000), milliseconds > 0
        else {
            throw RequestError(
                .invalidContent,
                .expiry,
                value: words.quoted,
                reason: "is not when a bubble closes",
                wayOut:
                    "write never, default for when the server closes it, or a span of up to 24 days such "
                    + "as 30s"
            )
        }
        return milliseconds
    }

    /// When its bubble closes, as a sentence; `nil` if nothing is said.
    package var expiryWords: String? {
        switch expiry {
        case nil: nil
        case 0: "never"
        case Self.serverExpiry: "when the server closes it"
        case let milliseconds?: "\(milliseconds) ms after it is shown"
        }
    }
}

extension NotificationSound {
    /// Parses `default`, a name of the sound theme or a file; `nil` for `none`.
    package init?(words: String) {
        switch words {
        case "none": return nil
        case "default": self = .standard
        default: self = .named(words)
        }
    }
}

extension NotificationAction {
    /// Returns a button with a text field.
    package static func reply(placeholder: String) -> NotificationAction {
        NotificationAction(
            identifier: "reply",
            title: standardReply,
            textInput: TextInput(placeholder: placeholder)
        )
    }

    private static let standardReply = "Reply"

    /// Returns a button that shows the notification again after some microseconds.
    package static func snooze(_ length: Int64) -> NotificationAction {
        let words = words(ofSnooze: length)
        return NotificationAction(
            identifier: "snooze-\(words)",
            title: "Snooze \(words)",
            snooze: length
        )
    }

    private static func words(ofSnooze length: Int64) -> String {
        TimeSpan(microseconds: length)?.description ?? "\(length) µs"
    }

    /// The title, in the user's language where it is the standard one of its kind.
    package var label: String {
        if textInput != nil, title == Self.standardReply {
            // Translators: on a button of a notification
            return tr("Reply")
        }
        guard let snooze, title == Self.snooze(snooze).title else { return title }
        let length = TimeSpan(microseconds: snooze)?.localWords
        // Translators: on a button of a notification, which comes again after a time such as "10 min"
        return tr("Snooze %1$s", length ?? Self.words(ofSnooze: snooze))
    }
}

extension NotificationTrigger {
    /// Reads a snooze's length, in microseconds.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger` if it is not a span, or too short or long.
    package static func snoozeLength(_ text: String) throws(RequestError) -> Int64 {
        let length: Int64
        do {
            length = try TimeSpan(words: text).microseconds
        } catch {
            throw RequestError(
                .invalidTrigger,
                .snooze,
                value: text.quoted,
                because: "\(error)"
            )
        }
        try validate(snooze: length)
        return length
    }
}
