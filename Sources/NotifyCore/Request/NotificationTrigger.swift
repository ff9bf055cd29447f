/// When a notification is due.
package enum NotificationTrigger: Hashable, Sendable {
    /// At once; such a request is never pending.
    case immediate
    /// A number of microseconds after it was added, and periodically if it repeats.
    case timeInterval(microseconds: Int64, repeats: Bool)
    /// When the calendar matches.
    case calendar(CalendarTrigger)
    /// When the machine enters or leaves a place.
    case location(LocationTrigger)

    /// Whether it fires more than once.
    package var repeats: Bool {
        switch self {
        case .immediate: false
        case .timeInterval(_, let repeats): repeats
        case .calendar(let trigger): trigger.repeats
        case .location(let trigger): trigger.repeats
        }
    }

    /// Whether it has dates; a location trigger has none.
    package var hasDates: Bool {
        if case .location = self { false } else { true }
    }

    /// Whether it fires more than once within a minute.
    package var firesReallyOften: Bool {
        guard case .calendar(let trigger) = self, trigger.repeats else { return false }
        // Hours and minutes alone are at least a minute apart.
        return switch try? trigger.rule() {
        case .fields(let rule): rule.seconds.nonzeroBitCount > 1
        case .series(let dates): dates.series.rule?.firesReallyOften ?? false
        case nil: false
        }
    }

    /// Whether two of its dates are less than a minute apart, also those that are written one by one.
    package var hasDatesWithinAMinute: Bool {
        guard !firesReallyOften else { return true }
        guard case .calendar(let trigger) = self, trigger.repeats,
            case .series(let dates)? = try? trigger.rule()
        else { return false }
        let series = dates.series
        let listed = series.additional + (series.rule == nil ? [series.start] : [])
        let seconds = Set(listed.map(\.localSecond)).sorted()
        return zip(seconds, seconds.dropFirst()).contains { $1 - $0 < 60 }
    }

    /// The zone that it names; `nil` if it follows the user's, or needs none.
    package var zoneIdentifier: String? {
        if case .calendar(let trigger) = self { trigger.zoneIdentifier } else { nil }
    }
}

/// A trigger that follows the calendar.
package struct CalendarTrigger: Hashable, Sendable {
    /// The rule, as it was given.
    package var spec: CalendarSpec
    /// The zone of the rule; `nil` for the user's current zone.
    package var timeZone: String?
    /// Whether it fires at every match or only at the first.
    package var repeats: Bool
    /// Whether days 29 to 31 mean the last day in shorter months.
    package var monthEnd: Bool

    /// Makes a calendar trigger.
    package init(
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
    package func rule() throws(TimeSpecError) -> DateRule {
        let rule = try spec.rule()
        return monthEnd ? try rule.movedToMonthEnd() : rule
    }

    /// The zone's name: the trigger's own, else the one in the rule.
    package var zoneIdentifier: String? {
        timeZone ?? spec.zoneIdentifier
    }
}

extension NotificationTrigger {
    /// The trigger in words, such as `every Tuesday at 14:00`.
    package var words: String {
        switch self {
        case .immediate:
            return "at once"
        case .timeInterval(let microseconds, let repeats):
            let span = TimeSpan(microseconds: microseconds)?.description ?? "\(microseconds) µs"
            return repeats ? "every \(span)" : "once, after \(span)"
        case .calendar(let trigger):
            let words = (try? trigger.rule())?.words ?? trigger.spec.text
            return (trigger.repeats ? words : "once, \(words)") + trigger.zoneWords
        case .location(let trigger):
            return trigger.words
        }
    }

    /// The trigger in words, with its date if it fires once, such as `once, on 31 October 2027 at 09:00`.
    package func words(after now: Instant, in zone: some ZoneRules) -> String {
        guard case .calendar(let trigger) = self, !trigger.repeats else { return words }
        let own = trigger.zoneIdentifier.flatMap { $0 == "UTC" ? .utc : FixedZone(named: $0) }
        let zone: any ZoneRules = own ?? zone
        // The rules of another zone than its own are not available here.
        guard own != nil || [nil, zone.identifier].contains(trigger.zoneIdentifier),
            let date = (try? trigger.rule())?.next(after: now, in: zone)
        else { return words }
        let wall = WallTime(date, in: zone)
        return "once, on \(Names.date(wall.date)) at \(wall.time)" + trigger.zoneWords
    }
}

extension CalendarTrigger {
    /// The zone as the end of a sentence.
    fileprivate var zoneWords: String {
        zoneIdentifier.map { " in \(FixedZone(named: $0)?.identifier ?? $0)" } ?? ""
    }
}
