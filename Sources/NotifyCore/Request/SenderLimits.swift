/// What a sender that is not the user may do.
///
/// This is the one table of these limits; SECURITY.md has the same one. The agent applies it to all that it accepts.
package struct SenderLimits: Equatable, Sendable {
    /// How many of something there may be within a time.
    package struct Rate: Equatable, Sendable {
        /// How many.
        package let count: Int
        /// The time, in microseconds.
        package let span: Int64

        package static func inMinute(_ count: Int) -> Self { Self(count: count, span: 60_000_000) }
        package static func inHour(_ count: Int) -> Self { Self(count: count, span: hour) }
        package static let hour: Int64 = 3_600_000_000

        /// The time in words.
        package var time: String { span == Self.hour ? "an hour" : "a minute" }
    }

    /// What messages call such a sender.
    package let words: String
    /// How many notifications it may add; `nil` for any number, up to ``requests``.
    package let added: Rate?
    /// How many bytes its new notifications may have within an hour; `nil` for any number, up to ``bytes``.
    package let addedBytes: Int64?
    /// How many notifications of it may be pending, and how many that were delivered are kept.
    package let requests: Int
    /// How many bytes these may have.
    package let bytes: Int64
    /// How many of its notifications are critical within an hour; the others are time-sensitive.
    package let critical: Int
    /// The shortest time between two dates of a request, in microseconds.
    package let interval = RequestLimits.repeatingInterval
    /// How often a notification is shown again until it is acknowledged.
    package let nags = NagRule.usualTimes

    /// Returns the limits of a kind of sender.
    package static func of(_ kind: Sender.Kind) -> SenderLimits {
        switch kind {
        case .sandbox:
            SenderLimits(
                words: "a sandboxed app",
                added: .inHour(10_000),
                addedBytes: 64 << 20,
                requests: 1_000,
                bytes: 16 << 20,
                critical: 3
            )
        case .machine:
            SenderLimits(
                words: "another machine",
                added: .inHour(1_000),
                addedBytes: 4 << 20,
                requests: 1_000,
                bytes: 16 << 20,
                critical: 3
            )
        case .forward:
            SenderLimits(
                words: "the socket of forward",
                added: .inMinute(60),
                addedBytes: 4 << 20,
                requests: 1_000,
                bytes: 16 << 20,
                critical: 0
            )
        case .assistant:
            SenderLimits(
                words: "an assistant",
                added: .inMinute(60),
                addedBytes: 4 << 20,
                requests: 1_000,
                bytes: 16 << 20,
                critical: 0
            )
        case .push:
            SenderLimits(
                words: "the server of an app",
                added: .inHour(1_000),
                addedBytes: 4 << 20,
                requests: 1_000,
                bytes: 16 << 20,
                critical: 3
            )
        case .inbox:
            SenderLimits(
                words: "a topic",
                added: .inHour(3_600),
                addedBytes: 4 << 20,
                requests: 1_000,
                bytes: 16 << 20,
                critical: 0
            )
        case .calendar:
            SenderLimits(
                words: "calendars without --trust",
                added: nil,
                addedBytes: nil,
                requests: 20_000,
                bytes: 64 << 20,
                critical: 3
            )
        }
    }

    /// Checks that a request has nothing that such a sender may not have.
    ///
    /// - Throws: ``RequestError`` with code `NotAllowed`.
    package func check(_ request: NotificationRequest, of name: String) throws(RequestError) {
        if case .location = request.trigger {
            throw RequestError(
                .notAllowed,
                "\(name) may not wait for a place: when it fires would reveal where you are",
                about: .trigger,
                wayOut: "give a date or an interval"
            )
        }
        guard !request.trigger.hasDatesWithinAMinute else {
            throw RequestError(
                .notAllowed,
                "\(name) may not have a notification that fires more often than once a minute",
                about: .trigger,
                wayOut: "give a longer interval"
            )
        }
    }

    /// Takes from a request what such a sender may not have, where the rest of it can be shown.
    package func lower(_ request: inout NotificationRequest, of name: String) -> [String] {
        var changes: [String] = []
        if request.options.wakes {
            request.options.wakes = false
            changes.append("does not wake the machine, which \(name) may not")
        }
        if let nag = request.options.nag, nag.times > nags {
            request.options.nag?.times = nags
            changes.append("is shown again \(nags) times at most, as all of \(name)")
        }
        return changes
    }
}
