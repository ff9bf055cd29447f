extension NotificationRequest {
    /// Validates every field, without a clock.
    package func validate() throws(RequestError) {
        try Self.validate(identifier: identifier)
        try Self.check(appID, .appID, atMost: RequestLimits.identifier, .invalidIdentifier)
        try content.validate(
            isVerbatim: bubble.isVerbatim,
            mayBeEmpty: run != nil || bubble.isVerbatim
        )
        try validateRun()
        try validateReminders()
        guard !bubble.isVerbatim || trigger == .immediate else {
            throw RequestError(
                .invalidTrigger,
                "a notification of notify-send cannot be scheduled",
                about: .trigger,
                wayOut: "omit the trigger"
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
                .identifier,
                reason: "is empty",
                wayOut: "omit it to have one generated"
            )
        }
        try check(identifier, .identifier, atMost: RequestLimits.identifier, .invalidIdentifier)
    }

    /// Validates the id that an app states.
    ///
    /// - Throws: ``RequestError`` if it is empty, too long or has control characters.
    package static func validate(appID: String) throws(RequestError) {
        guard !appID.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                .appID,
                reason: "is empty",
                wayOut: "write that of the app, such as org.example.App"
            )
        }
        try check(appID, .appID, atMost: RequestLimits.identifier, .invalidIdentifier)
    }

    private func validateReminders() throws(RequestError) {
        guard !options.before.isEmpty || options.nag != nil else { return }
        let field: RequestError.Field = options.nag == nil ? .before : .nag
        guard content.isVisible else {
            throw RequestError(
                .invalidContent,
                field,
                reason: "needs a notification to show",
                wayOut: "write a title, or leave it out"
            )
        }
        guard !bubble.isVerbatim else {
            throw RequestError(
                .invalidContent,
                "a notification of notify-send has no \(field.words)",
                about: field,
                wayOut: "leave it out"
            )
        }
        guard options.nag == nil || content.interruptionLevel != .passive else {
            throw RequestError(
                .invalidContent,
                .nag,
                reason: "does not go with the level passive, which disturbs nobody",
                wayOut: "leave one of them out"
            )
        }
    }

    private func validateRun() throws(RequestError) {
        guard let run else { return }
        guard !run.isEmpty else {
            throw RequestError(
                .invalidContent,
                .run,
                reason: "is empty",
                wayOut: "write that of a [Command NAME] of launcher.conf"
            )
        }
        try Self.check(run, .run, atMost: RequestLimits.command)
        guard !bubble.isVerbatim else {
            throw RequestError(
                .invalidContent,
                "a notification of notify-send runs no command",
                about: .run,
                wayOut: "leave run out"
            )
        }
    }

    private func validateActions() throws(RequestError) {
        guard actions.count <= RequestLimits.actions else {
            throw RequestError(
                .invalidContent,
                "\(actions.count) actions are more than the \(RequestLimits.actions) a bubble may have",
                about: .actions
            )
        }
        var seen: Set<String> = []
        for (index, action) in actions.enumerated() {
            do throws(RequestError) {
                try validateButton(action)
                guard seen.insert(action.identifier).inserted || bubble.isVerbatim else {
                    throw RequestError(
                        .invalidContent,
                        "two actions have the identifier \(action.identifier.quoted)",
                        about: .actionIdentifier,
                        wayOut: "each needs its own"
                    )
                }
            } catch {
                throw error.within("actions[\(index)]")
            }
        }
        guard let openURL else { return }
        do throws(RequestError) {
            _ = try LaunchURL(openURL)
        } catch {
            throw error.about(.openURL)
        }
    }

    private func validateButton(_ action: NotificationAction) throws(RequestError) {
        guard !action.title.isEmpty else {
            throw RequestError(
                .invalidContent,
                "an action has no label",
                about: .label,
                wayOut: "write it before the first =, as in \"Timer=clock://start\""
            )
        }
        try action.validate()
        guard !action.identifier.isEmpty else {
            throw RequestError(
                .invalidContent,
                "the action \(action.title.quoted) has no identifier",
                about: .actionIdentifier,
                wayOut: "give it one of its own"
            )
        }
    }

    /// Checks a text's length and characters.
    static func check(
        _ text: String,
        _ field: @autoclosure () -> RequestError.Field,
        atMost limit: Int,
        breaks: Bool = false,
        _ code: RequestError.Code = .invalidContent
    ) throws(RequestError) {
        try check(length: text, field(), atMost: limit, code)
        var plain = text
        guard !plain.withUTF8({ $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }) else { return }
        let bad = text.unicodeScalars.first { scalar in
            scalar.isControl && !(breaks && (scalar == "\n" || scalar == "\t"))
        }
        if let bad {
            throw RequestError(
                code,
                field(),
                reason: "has the control character \(bad.codePoint)",
                wayOut: "leave it out"
            )
        }
    }

    /// Checks a text's length.
    static func check(
        length text: String,
        _ field: @autoclosure () -> RequestError.Field,
        atMost limit: Int,
        _ code: RequestError.Code = .invalidContent
    ) throws(RequestError) {
        let length = text.utf8.count
        guard length <= limit else {
            throw RequestError(
                code,
                field(),
                reason: "has \(length) bytes, more than the \(limit) allowed",
                wayOut: "shorten it"
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
                throw RequestError(
                    .invalidTrigger,
                    error.reason,
                    about: trigger.spec.field,
                    wayOut: error.wayOut
                )
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
                "a snooze must be at least 1 s and at most 100 years",
                about: .snooze,
                wayOut: "write it as 10m or 1h"
            )
        }
    }

    private static func validate(interval: Int64, repeats: Bool) throws(RequestError) {
        guard interval > 0 else {
            throw RequestError(
                .invalidTrigger,
                .interval,
                reason: "must be longer than 0",
                wayOut: "leave it out to show the notification now"
            )
        }
        guard interval <= RequestLimits.longestInterval else {
            throw RequestError(
                .invalidTrigger,
                .interval,
                reason: "must be at most 100 years",
                wayOut: "use a date instead"
            )
        }
        guard !repeats || interval >= RequestLimits.repeatingInterval else {
            throw RequestError(
                .invalidTrigger,
                "a repeating time interval must be at least 60 s",
                about: .interval,
                wayOut: "take a longer one or do not repeat it"
            )
        }
    }
}

extension CalendarSpec {
    /// The field that has it.
    var field: RequestError.Field {
        switch self {
        case .components: .components
        case .onCalendar: .onCalendar
        case .cron: .cron
        case .recurrence: .recurrence
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
