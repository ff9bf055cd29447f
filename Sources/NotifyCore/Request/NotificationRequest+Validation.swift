extension NotificationRequest {
    /// Validates every field, without a clock.
    package func validate() throws(RequestError) {
        try Self.validate(identifier: identifier)
        try Self.check(appID, named: "app id", atMost: RequestLimits.identifier, .invalidIdentifier)
        try content.validate(
            isVerbatim: bubble.isVerbatim,
            mayBeEmpty: run != nil || bubble.isVerbatim
        )
        try validateRun()
        try validateReminders()
        guard !bubble.isVerbatim || trigger == .immediate else {
            throw RequestError(
                .invalidTrigger,
                "a notification of notify-send cannot be scheduled; omit the trigger"
            )
        }
        try validateActions()
        try trigger.validate()
        try options.validate(for: trigger)
        try bubble.validate(body: content.body)
    }

    /// Validates an identifier.
    ///
    /// - Throws: ``RequestError`` if it is empty, too long or has control characters.
    package static func validate(identifier: String) throws(RequestError) {
        guard !identifier.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the identifier is empty; omit it to have one generated"
            )
        }
        try check(
            identifier,
            named: "identifier",
            atMost: RequestLimits.identifier,
            .invalidIdentifier
        )
    }

    /// Validates the id that an app states.
    ///
    /// - Throws: ``RequestError`` if it is empty, too long or has control characters.
    package static func validate(appID: String) throws(RequestError) {
        guard !appID.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the app id is empty; write that of the app, such as org.example.App"
            )
        }
        let limit = RequestLimits.identifier
        try check(appID, named: "app id", atMost: limit, .invalidIdentifier)
    }

    private func validateReminders() throws(RequestError) {
        guard !options.before.isEmpty || options.nag != nil else { return }
        let name = options.nag == nil ? "before" : "nag"
        guard content.isVisible else {
            throw RequestError(
                .invalidContent,
                "\(name) needs a notification to show; write a title, or leave it out"
            )
        }
        guard !bubble.isVerbatim else {
            throw RequestError(
                .invalidContent,
                "a notification of notify-send has no \(name); leave it out"
            )
        }
        guard options.nag == nil || content.interruptionLevel != .passive else {
            throw RequestError(
                .invalidContent,
                "nag does not go with the level passive, which disturbs nobody; leave one of them out"
            )
        }
    }

    private func validateRun() throws(RequestError) {
        guard let run else { return }
        guard !run.isEmpty else {
            throw RequestError(
                .invalidContent,
                "the name of the command to run is empty; write that of a [Command NAME] of launcher.conf"
            )
        }
        let limit = RequestLimits.command
        try Self.check(run, named: "name of the command to run", atMost: limit)
        guard !bubble.isVerbatim else {
            throw RequestError(
                .invalidContent,
                "a notification of notify-send runs no command; leave run out"
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
        try check(length: text, named: name, atMost: limit, code)
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

    /// Checks a text's length.
    static func check(
        length text: String,
        named name: String,
        atMost limit: Int,
        _ code: RequestError.Code = .invalidContent
    ) throws(RequestError) {
        let length = text.utf8.count
        guard length <= limit else {
            throw RequestError(
                code,
                "the \(name) has \(length) bytes, more than the \(limit) allowed; shorten it"
            )
        }
    }
}

extension NotificationTrigger {
    /// Checks what can be checked without a clock and a zone.
    package func validate() throws(RequestError) {
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

    /// Validates the length of a snooze, in microseconds.
    package static func validate(snooze: Int64) throws(RequestError) {
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
    package var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value)
    }

    /// The code point as text, such as `U+001B`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
