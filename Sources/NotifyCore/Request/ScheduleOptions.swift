/// The limits of a request's deliveries beyond its trigger.
package struct ScheduleOptions: Hashable, Sendable {
    /// The rule for a late delivery; `nil` for the default: one that fires once is shown at any age, a repeating
    /// one up to its interval and at most 7 days.
    package var late: LateRule?
    /// The last instant at which a repeating trigger may fire, inclusive.
    package var until: Instant?
    /// How often a repeating trigger fires, 1 to 1,000,000; missed and skipped dates count too.
    package var times: Int?
    /// Whether to wake the machine from suspend for it.
    package var wakes: Bool

    /// Makes options; those that are left out set no limit.
    package init(
        late: LateRule? = nil,
        until: Instant? = nil,
        times: Int? = nil,
        wakes: Bool = false
    ) {
        self.late = late
        self.until = until
        self.times = times
        self.wakes = wakes
    }

    /// The maximum of ``times``.
    package static let maxTimes = 1_000_000

    func validate(for trigger: NotificationTrigger) throws(RequestError) {
        if let times, !(1...Self.maxTimes).contains(times) {
            throw RequestError(
                .invalidTrigger,
                "times \(times) is not between 1 and \(Self.maxTimes); leave it out for no end"
            )
        }
        if !trigger.repeats, until != nil || times != nil {
            throw RequestError(
                .invalidTrigger,
                "until and times end a trigger that repeats; let it repeat or leave them out"
            )
        }
        if trigger == .immediate, wakes || late != nil {
            throw RequestError(
                .invalidTrigger,
                "late and wake need a time at which it is due; give one or leave them out"
            )
        }
        if !trigger.hasDates, wakes {
            throw RequestError(
                .invalidTrigger,
                "wake needs a date; a place does not wake the machine"
            )
        }
        if case .within(let limit) = late, limit < 0 {
            throw RequestError(
                .invalidTrigger,
                "a limit for lateness must not be negative; write skip to show nothing late"
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
    /// - Parameters:
    ///   - zone: the zone in which its dates are read.
    ///   - now: the moment after which it fires: what fires once is described by its date.
    /// - Returns: the words.
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
