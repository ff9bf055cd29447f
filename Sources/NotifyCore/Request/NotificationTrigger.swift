/// When a notification is due.
public enum NotificationTrigger: Hashable, Sendable {
    /// At once; such a request never counts as pending.
    case immediate
    /// A number of microseconds after it was added, and each further such span if it repeats.
    case timeInterval(microseconds: Int64, repeats: Bool)
    /// When the calendar matches.
    case calendar(CalendarTrigger)
    /// When the machine enters or leaves a place.
    case location(LocationTrigger)

    /// Whether it fires more than once.
    public var repeats: Bool {
        switch self {
        case .immediate: false
        case .timeInterval(_, let repeats): repeats
        case .calendar(let trigger): trigger.repeats
        case .location(let trigger): trigger.repeats
        }
    }

    /// Whether it has dates; a place has none.
    public var hasDates: Bool {
        if case .location = self { false } else { true }
    }

    /// The zone that it names; `nil` where it follows the user's, or needs none.
    public var zoneIdentifier: String? {
        if case .calendar(let trigger) = self { trigger.zoneIdentifier } else { nil }
    }
}

/// A trigger that follows the calendar.
public struct CalendarTrigger: Hashable, Sendable {
    /// The rule, as it was given.
    public var spec: CalendarSpec
    /// The zone in which the rule is read; `nil` follows the user's zone wherever that goes.
    public var timeZone: String?
    /// Whether it fires at every match or only at the first.
    public var repeats: Bool
    /// Whether days 29 to 31 stand for the last day in a month that has no such day.
    public var monthEnd: Bool

    /// Makes a calendar trigger.
    public init(
        spec: CalendarSpec,
        timeZone: String? = nil,
        repeats: Bool = false,
        monthEnd: Bool = false
    ) {
        self.spec = spec
        self.timeZone = timeZone
        self.repeats = repeats
        self.monthEnd = monthEnd
    }

    /// The rule that the trigger follows.
    ///
    /// - Throws: what the grammar refuses, or that a month's end is asked for and no such day given.
    public func rule() throws(TimeSpecError) -> CalendarRule {
        let rule = try spec.rule()
        return monthEnd ? try rule.movedToMonthEnd() : rule
    }

    /// The zone's name that counts: the trigger's own, else one inside the rule.
    public var zoneIdentifier: String? {
        timeZone ?? spec.zoneIdentifier
    }
}

extension NotificationTrigger {
    /// The trigger in words, such as `every Tuesday at 14:00`.
    public var words: String {
        switch self {
        case .immediate:
            return "at once"
        case .timeInterval(let microseconds, let repeats):
            let span = TimeSpan(microseconds: microseconds)?.description ?? "\(microseconds) µs"
            return repeats ? "every \(span)" : "once, after \(span)"
        case .calendar(let trigger):
            let words = (try? trigger.rule())?.words ?? trigger.spec.text
            let name = trigger.zoneIdentifier.map { FixedZone(named: $0)?.identifier ?? $0 }
            let zone = name.map { " in \($0)" } ?? ""
            return (trigger.repeats ? words : "once: \(words)") + zone
        case .location(let trigger):
            return trigger.words
        }
    }
}
