/// What bounds the deliveries of a request beside its trigger.
public struct ScheduleOptions: Hashable, Sendable {
    /// What to do with a delivery that comes late; `nil` for the rule of its kind: one that fires once is
    /// shown at any age, a repeating one up to its interval and at most 7 days.
    public var late: LateRule?
    /// The last moment at which a repeating trigger may fire, that moment included.
    public var until: Instant?
    /// How often a repeating trigger fires in all, 1 to 1,000,000; what was missed or skipped counts too.
    public var times: Int?
    /// Whether the machine should be woken from suspend for it.
    public var wakes: Bool

    /// Makes options; those left out set no bound.
    public init(
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

    /// The most times that a trigger can be asked to fire.
    public static let mostTimes = 1_000_000

    func validate(for trigger: NotificationTrigger) throws(RequestError) {
        if let times, !(1...Self.mostTimes).contains(times) {
            throw RequestError(
                .invalidTrigger,
                "times \(times) is not between 1 and \(Self.mostTimes); leave it out for no end"
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
                "wake needs a date; a machine that sleeps goes nowhere by itself"
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
    public var words: String {
        switch self {
        case .show: "shown late at any age"
        case .skip: "not shown at all when it is late"
        case .within(let limit):
            "shown late up to \(TimeSpan(microseconds: limit)?.description ?? "\(limit) µs") after it was due"
        }
    }
}

extension NotificationRequest {
    /// When it fires, in words, such as `every Tuesday at 14:00, 5 times`.
    public func words(in zone: some ZoneRules) -> String {
        var words = trigger.words
        if let times = options.times { words += times == 1 ? ", 1 time" : ", \(times) times" }
        if let until = options.until { words += ", until \(WallTime(until, in: zone))" }
        return words
    }
}

/// What to do with a delivery that comes late.
public enum LateRule: Hashable, Sendable {
    /// Show it at any age.
    case show
    /// Never show it; the history says that it was missed.
    case skip
    /// Show it up to a number of microseconds after it was due.
    case within(microseconds: Int64)
}
