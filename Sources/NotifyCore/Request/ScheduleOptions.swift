/// The limits of a request's deliveries beyond its trigger.
package struct ScheduleOptions: Hashable, Sendable {
    /// The rule for a late delivery; `nil` for the default: it is shown at any age, and of several dates the latest.
    package var late: LateRule?
    /// The last instant at which a repeating trigger may fire, inclusive.
    package var until: Instant?
    /// How often a repeating trigger fires, 1 to 1,000,000; missed and skipped dates count too.
    package var times: Int?
    /// Whether to wake the machine from suspend for it.
    package var wakes: Bool
    /// How long before each date a warning comes, in microseconds, the longest first.
    package var before: [Int64]
    /// How it is shown again until it is acknowledged; `nil` for not at all.
    package var nag: NagRule?

    /// Makes options; those that are left out set no limit.
    package init(
        late: LateRule? = nil,
        until: Instant? = nil,
        times: Int? = nil,
        wakes: Bool = false,
        before: [Int64] = [],
        nag: NagRule? = nil
    ) {
        self.late = late
        self.until = until
        self.times = times
        self.wakes = wakes
        self.before = before
        self.nag = nag
    }

    /// Whether the deliveries end, whatever the trigger is.
    package var endsDeliveries: Bool { times != nil || until != nil }

    /// The maximum of ``times``.
    package static let maxTimes = 1_000_000

    func validate(for trigger: NotificationTrigger) throws(RequestError) {
        try validateWarnings()
        try nag?.validate()
        if !before.isEmpty, trigger == .immediate || !trigger.hasDates {
            throw RequestError(
                .invalidTrigger,
                "a warning comes before a date",
                about: .before,
                wayOut: "give one, or leave before out"
            )
        }
        if let times, !(1...Self.maxTimes).contains(times) {
            throw RequestError(
                .invalidTrigger,
                .times,
                value: "\(times)",
                reason: "is not between 1 and \(Self.maxTimes)",
                wayOut: "leave it out for no end"
            )
        }
        if !trigger.repeats, until != nil || times != nil {
            throw RequestError(
                .invalidTrigger,
                "until and times end a trigger that repeats",
                about: until == nil ? .times : .until,
                wayOut: "let it repeat or leave them out"
            )
        }
        if trigger == .immediate, wakes || late != nil {
            throw RequestError(
                .invalidTrigger,
                "late and wake need a time at which it is due",
                about: late == nil ? .wake : .late,
                wayOut: "give one or leave them out"
            )
        }
        if !trigger.hasDates, wakes {
            throw RequestError(
                .invalidTrigger,
                .wake,
                reason: "needs a date",
                wayOut: "a place does not wake the machine"
            )
        }
        if case .within(let limit) = late, limit < 0 {
            throw RequestError(
                .invalidTrigger,
                "a limit for lateness must not be negative",
                about: .late,
                wayOut: "write skip to show nothing late"
            )
        }
    }
}

extension LateRule {
    /// The rule as a sentence.
    package var words: String {
        switch self {
        case .show: "shown late at any age"
        case .skip: "not shown at all when it is late"
        case .within(let limit):
            "shown late up to \(TimeSpan(microseconds: limit)?.description ?? "\(limit) µs") after it was due"
        }
    }
}

extension NotificationRequest {
    /// Returns when it fires as text, such as `every Tuesday at 14:00, 5 times`.
    ///
    /// - Parameter now: the moment after which it fires: what fires once is described by its date.
    package func words(in zone: some ZoneRules, after now: Instant) -> String {
        var words = trigger.words(after: now, in: zone)
        if let times = options.times { words += times == 1 ? ", 1 time" : ", \(times) times" }
        if let until = options.until { words += ", until \(WallTime(until, in: zone))" }
        return words
    }
}

/// The rule for a late delivery.
package enum LateRule: Hashable, Sendable {
    /// Show it at any age.
    case show
    /// Do not show it; the history records that it was missed.
    case skip
    /// Show it up to a delay in microseconds.
    case within(microseconds: Int64)
}

extension ScheduleOptions {
    /// The maximum number of warnings before each date.
    package static let maxWarnings = 10
    /// How long before a date a warning may come, in microseconds: from a minute to a year.
    private static let warningRange: ClosedRange<Int64> = 60_000_000...366 * 86_400_000_000

    /// Reads how long before each date warnings come, such as `1d,1h`.
    package static func warnings(words text: String) throws(RequestError) -> [Int64] {
        var spans: [Int64] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            do throws(TimeSpecError) {
                spans.append(try TimeSpan(words: String(part)).microseconds)
            } catch {
                throw RequestError(
                    .invalidTrigger,
                    .before,
                    value: text.quoted,
                    because: "\(error)"
                )
            }
        }
        spans.sort(by: >)
        do {
            try ScheduleOptions(before: spans).validateWarnings()
        } catch {
            throw error.of(value: text)
        }
        return spans
    }

    fileprivate func validateWarnings() throws(RequestError) {
        guard before.count <= Self.maxWarnings else {
            throw RequestError(
                .invalidTrigger,
                "\(before.count) warnings are more than the \(Self.maxWarnings) that a date may have",
                about: .before,
                wayOut: "leave some out"
            )
        }
        for span in before where !Self.warningRange.contains(span) {
            throw RequestError(
                .invalidTrigger,
                "a warning of \(TimeSpan.words(span)) is not between 1min and 366d",
                about: .before,
                wayOut: "write one such as 1h"
            )
        }
        guard Set(before).count == before.count, before.sorted(by: >) == before else {
            throw RequestError(
                .invalidTrigger,
                "the warnings are to differ, the longest first",
                about: .before,
                wayOut: "write each once"
            )
        }
    }

    /// The warnings as text, such as `1d,1h`; empty for none.
    package var warningWords: String { before.map(TimeSpan.words).joined(separator: ",") }
}

extension TimeSpan {
    /// Returns a number of microseconds as text, such as `1h30min`.
    package static func words(_ microseconds: Int64) -> String {
        TimeSpan(microseconds: microseconds)?.description ?? "\(microseconds) µs"
    }
}

extension PendingRequest {
    /// Returns how long before its date its next warning comes, in microseconds; `nil` if there is none any more.
    package func lead(after instant: Instant) -> Int64? {
        request.options.before.first { due.advanced(byMicroseconds: -$0) > instant }
    }
}

/// How a notification is shown again until it is acknowledged.
package struct NagRule: Hashable, Sendable {
    /// After how many microseconds it is shown again each time.
    package var interval: Int64
    /// How often at most.
    package var times: Int

    /// Makes a rule.
    package init(interval: Int64, times: Int = NagRule.usualTimes) {
        self.interval = interval
        self.times = times
    }

    /// How often it is shown again if that is not given.
    package static let usualTimes = 10
    private static let maxTimes = 1_000
    private static let range: ClosedRange<Int64> = 60_000_000...7 * 86_400_000_000

    /// Reads a rule such as `5m` or `5m,3`.
    package init(words text: String) throws(RequestError) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        do throws(TimeSpecError) {
            interval = try TimeSpan(words: String(parts.first ?? "")).microseconds
        } catch {
            throw RequestError(.invalidTrigger, .nag, value: text.quoted, because: "\(error)")
        }
        times = Self.usualTimes
        if parts.count > 1 {
            guard let count = Int(parts[1].filter { $0 != " " }) else {
                throw RequestError(
                    .invalidTrigger,
                    .nag,
                    value: text.quoted,
                    because: "\(String(parts[1]).quoted) is not how often",
                    wayOut: "write a number, as in 5m,3"
                )
            }
            times = count
        }
        do {
            try validate()
        } catch {
            throw error.of(value: text)
        }
    }

    fileprivate func validate() throws(RequestError) {
        guard Self.range.contains(interval) else {
            throw RequestError(
                .invalidTrigger,
                "showing it again every \(TimeSpan.words(interval)) is not between 1min and 7d",
                about: .nag,
                wayOut: "write 5m"
            )
        }
        guard (1...Self.maxTimes).contains(times) else {
            throw RequestError(
                .invalidTrigger,
                "showing it again \(times) times is not between 1 and \(Self.maxTimes)",
                about: .nag,
                wayOut: "leave it out for \(Self.usualTimes)"
            )
        }
    }

    /// The rule as text, such as `5min,10`.
    package var words: String { "\(TimeSpan.words(interval)),\(times)" }

    /// The rule as a sentence.
    package var sentence: String {
        "shown again every \(TimeSpan.words(interval)) until it is dismissed or answered, \(times) times at most"
    }
}
