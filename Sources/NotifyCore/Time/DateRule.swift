/// A rule that has dates, in order.
package protocol DatedRule {
    /// The first instant of the rule that is strictly later than the given one; `nil` if there is none.
    func next(after: Instant, in zone: some ZoneRules) -> Instant?
}

extension DatedRule {
    /// Returns the next instants of the rule in order; fewer if it ends.
    package func next(count: Int, after: Instant, in zone: some ZoneRules) -> [Instant] {
        var found: [Instant] = []
        var last = after
        while found.count < count, let instant = next(after: last, in: zone) {
            found.append(instant)
            last = instant
        }
        return found
    }
}

/// A parsed rule that has dates: fields of the calendar, or a series.
package enum DateRule: DatedRule, Hashable, Sendable {
    /// Fields of the calendar, as components, calendar events and cron have them.
    case fields(CalendarRule)
    /// A series with a recurrence rule.
    case series(RecurrenceDates)

    /// The first instant of the rule that is strictly later than the given one; `nil` if there is none.
    package func next(after: Instant, in zone: some ZoneRules) -> Instant? {
        switch self {
        case .fields(let rule): rule.next(after: after, in: zone)
        case .series(let dates): dates.next(after: after, in: zone)
        }
    }

    /// The last instant of the rule that is strictly earlier than the given one; `nil` if there is none.
    package func previous(before: Instant, in zone: some ZoneRules) -> Instant? {
        switch self {
        case .fields(let rule): rule.previous(before: before, in: zone)
        case .series(let dates): dates.previous(before: before, in: zone)
        }
    }

    /// Returns the rule if it can match.
    package func checked() throws(TimeSpecError) -> DateRule {
        switch self {
        case .fields(let rule): .fields(try rule.checked())
        case .series(let dates): .series(try dates.checked())
        }
    }

    /// Returns the rule with days 29 to 31 moved to the last day of shorter months.
    ///
    /// - Throws: ``TimeSpecError`` if the rule has no such day, or is a series.
    func movedToMonthEnd() throws(TimeSpecError) -> DateRule {
        guard case .fields(let rule) = self else {
            throw TimeSpecError(
                .contradiction,
                "month end does not go with a recurrence rule; write BYMONTHDAY=-1 for the last day"
            )
        }
        return .fields(try rule.movedToMonthEnd())
    }

    /// The rule in words, such as `every Tuesday at 14:00`.
    package var words: String {
        switch self {
        case .fields(let rule): rule.words
        case .series(let dates): dates.series.words
        }
    }

    /// Returns remarks about the rule for its author, each a sentence.
    ///
    /// - Parameters:
    ///   - after: the present; clock changes are looked up for a year from here.
    ///   - repeats: whether it fires more than once; else only the next date counts.
    ///   - endsOtherwise: whether the deliveries have an end of their own, which may come before that of the rule.
    /// - Returns: the remarks; empty if there are none.
    package func remarks(
        after: Instant,
        in zone: some ZoneRules,
        repeats: Bool = true,
        endsOtherwise: Bool = false
    ) -> [String] {
        switch self {
        case .fields(let rule):
            rule.remarks(after: after, in: zone, repeats: repeats, endsOtherwise: endsOtherwise)
        case .series(let dates):
            dates.remarks(after: after, in: zone, repeats: repeats, endsOtherwise: endsOtherwise)
        }
    }
}
