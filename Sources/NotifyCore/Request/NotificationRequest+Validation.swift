extension NotificationRequest {
    /// Checks every field against its bounds, without a clock.
    ///
    /// - Throws: ``RequestError`` for the first field that does not hold.
    public func validate() throws(RequestError) {
        try Self.validate(identifier: identifier)
        try Self.check(appID, named: "app id", atMost: RequestLimits.identifier, .invalidIdentifier)
        try validateContent()
        try validateActions()
        try trigger.validate()
        try options.validate(for: trigger)
        try bubble.validate(body: content.body)
    }

    /// Checks an identifier.
    ///
    /// - Throws: ``RequestError`` where it is empty, too long or has control characters.
    public static func validate(identifier: String) throws(RequestError) {
        guard !identifier.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the identifier is empty; leave it out and one is made"
            )
        }
        try check(
            identifier,
            named: "identifier",
            atMost: RequestLimits.identifier,
            .invalidIdentifier
        )
    }

    /// Checks the id of an app that speaks for itself.
    ///
    /// - Throws: ``RequestError`` where it is empty, too long or has control characters.
    public static func validate(appID: String) throws(RequestError) {
        guard !appID.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the app id is empty; write that of the app, such as org.example.App"
            )
        }
        let limit = RequestLimits.identifier
        try check(appID, named: "app id", atMost: limit, .invalidIdentifier)
    }

    private func validateContent() throws(RequestError) {
        // A subtitle alone is shown, too, but nobody is asked for one.
        guard !content.title.isEmpty || !content.body.isEmpty || !content.subtitle.isEmpty else {
            throw RequestError(
                .invalidContent,
                "the title and the body are both empty; give at least one of them a text"
            )
        }
        let title = RequestLimits.title
        if bubble.isVerbatim {
            try checkVerbatimTexts()
        } else {
            try Self.check(content.title, named: "title", atMost: title, breaks: true)
            try Self.check(content.body, named: "body", atMost: RequestLimits.body, breaks: true)
        }
        try Self.check(content.subtitle, named: "subtitle", atMost: title, breaks: true)
        try Self.check(content.threadIdentifier, named: "thread identifier", atMost: title)
        try Self.check(content.categoryIdentifier, named: "category identifier", atMost: title)
        if case .named(let name) = content.sound {
            guard !name.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    "the sound's name is empty; write default, none or a name of the sound theme"
                )
            }
            try Self.check(name, named: "sound", atMost: title)
        }
        if let badge = content.badge, !(0...Int(Int32.max)).contains(badge) {
            throw RequestError(
                .invalidContent,
                "the badge \(badge) is not between 0 and \(Int32.max); 0 hides it"
            )
        }
        guard content.attachments.count <= RequestLimits.attachments else {
            throw RequestError(
                .invalidAttachment,
                "\(content.attachments.count) attachments are more than the "
                    + "\(RequestLimits.attachments) that a notification may have"
            )
        }
        for attachment in content.attachments { try attachment.validate() }
        try content.localized?.validate()
        guard PropertyValue.dictionary(content.userInfo).depth <= RequestLimits.userInfoDepth else {
            throw RequestError(
                .invalidContent,
                "userInfo is nested deeper than \(RequestLimits.userInfoDepth) levels; flatten it"
            )
        }
    }

    /// What the server gets as it is may have control characters.
    private func checkVerbatimTexts() throws(RequestError) {
        for (name, text) in [("title", content.title), ("body", content.body)] {
            let length = text.utf8.count
            guard length <= RequestLimits.body else {
                throw RequestError(
                    .invalidContent,
                    "the \(name) has \(length) bytes, more than the \(RequestLimits.body) allowed; "
                        + "shorten it"
                )
            }
        }
        guard trigger == .immediate else {
            throw RequestError(
                .invalidTrigger,
                "a notification that is sent as it is cannot be put off; leave the trigger out"
            )
        }
    }

    private func validateActions() throws(RequestError) {
        guard actions.count <= RequestLimits.actions else {
            throw RequestError(
                .invalidContent,
                "\(actions.count) actions are more than the \(RequestLimits.actions) a bubble may have"
            )
        }
        var seen: Set<String> = []
        for action in actions {
            guard !action.title.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    "an action has no label; write it before the first =, as in \"Timer=clock://start\""
                )
            }
            try action.validate()
            guard !action.identifier.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    "the action \(action.title.quoted) has no identifier; give it one of its own"
                )
            }
            guard seen.insert(action.identifier).inserted || bubble.isVerbatim else {
                throw RequestError(
                    .invalidContent,
                    "two actions have the identifier \"\(action.identifier)\"; each needs its own"
                )
            }
        }
        if let openURL { _ = try LaunchURL(openURL) }
    }

    /// Checks a text's length and characters.
    static func check(
        _ text: String,
        named name: String,
        atMost limit: Int,
        breaks: Bool = false,
        _ code: RequestError.Code = .invalidContent
    ) throws(RequestError) {
        let length = text.utf8.count
        guard length <= limit else {
            throw RequestError(
                code,
                "the \(name) has \(length) bytes, more than the \(limit) allowed; shorten it"
            )
        }
        var plain = text
        guard !plain.withUTF8({ $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }) else { return }
        let bad = text.unicodeScalars.first { scalar in
            scalar.isControl && !(breaks && (scalar == "\n" || scalar == "\t"))
        }
        if let bad {
            throw RequestError(
                code,
                "the \(name) has the control character \(bad.codePoint); leave it out"
            )
        }
    }
}

extension NotificationTrigger {
    /// Checks what can be checked without a clock and a zone.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger`.
    public func validate() throws(RequestError) {
        switch self {
        case .immediate:
            return
        case .timeInterval(let microseconds, let repeats):
            try Self.validate(interval: microseconds, repeats: repeats)
        case .calendar(let trigger):
            do {
                _ = try trigger.rule().checked()
            } catch {
                throw RequestError(.invalidTrigger, error.message)
            }
        case .location(let trigger):
            try trigger.region.validate()
        }
    }

    /// Checks the time after which a notification is shown once more, in microseconds.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger`.
    public static func validate(snooze: Int64) throws(RequestError) {
        guard (1_000_000...RequestLimits.longestInterval).contains(snooze) else {
            throw RequestError(
                .invalidTrigger,
                "a snooze must be at least 1 s and at most 100 years; write it as 10m or 1h"
            )
        }
    }

    private static func validate(interval: Int64, repeats: Bool) throws(RequestError) {
        guard interval > 0 else {
            throw RequestError(
                .invalidTrigger,
                "a time interval must be longer than 0; leave it out to show the notification now"
            )
        }
        guard interval <= RequestLimits.longestInterval else {
            throw RequestError(
                .invalidTrigger,
                "a time interval must be at most 100 years; use a date instead"
            )
        }
        guard !repeats || interval >= RequestLimits.repeatingInterval else {
            throw RequestError(
                .invalidTrigger,
                "a repeating time interval must be at least 60 s; take a longer one or do not repeat it"
            )
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a C0 or C1 control character or DEL.
    var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value)
    }

    /// The scalar's number as people write it, such as `U+001B`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
