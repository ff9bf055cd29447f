/// The rules for what is due while nothing can be shown, because the machine is off or asleep, or there is no
/// session or server.
package enum Lateness {
    /// The delay from which a delivery counts as late, in microseconds.
    package static let begins: Int64 = 30_000_000
    /// The maximum of late ones that are shown separately; more become one summary.
    package static let maxAtOnce = 3
}

/// What to do with what is due.
package enum DueDecision: Hashable, Sendable {
    /// Show it, with a note about its date.
    case show(LateNote?)
    /// Show nothing; the history records that it was missed.
    case miss
}

/// The note in the bubble of a delivery that is late or stands for several dates.
package struct LateNote: Hashable, Sendable {
    /// The dates that it stands for.
    package var occurrences: Occurrences
    /// Whether the latest of them is late.
    package var isLate: Bool

    /// Makes a note.
    package init(occurrences: Occurrences, isLate: Bool) {
        self.occurrences = occurrences
        self.isLate = isLate
    }

    /// The note as a sentence, such as `was due 07:30 (2 h ago)`.
    package func words(now: Instant, in zone: some ZoneRules) -> String {
        let latest = Self.date(occurrences.latest, now: now, in: zone)
        let ago = isLate ? " (\(RelativeTime.words(occurrences.latest, to: now)))" : ""
        guard occurrences.count > 1 else { return "was due \(latest)\(ago)" }
        let count =
            occurrences.count > Occurrences.maxCounted
            ? "more than \(Occurrences.maxCounted)" : "\(occurrences.count)"
        let first = Self.date(occurrences.first, now: now, in: zone)
        return "was due \(count) times since \(first), last \(latest)\(ago)"
    }

    /// Returns a short date: the day only if it is not today.
    package static func date(
        _ instant: Instant,
        now: Instant,
        in zone: some ZoneRules
    ) -> String {
        var wall = WallTime(instant, in: zone)
        // Minutes are precise enough for people.
        wall.time.second = 0
        let today = WallTime(now, in: zone).date
        if wall.date == today { return "\(wall.time)" }
        return "\(words(of: wall.date, today: today)) \(wall.time)"
    }

    /// Returns a short day, with the year only if it is not this one.
    static func words(of date: CivilDate, today: CivilDate) -> String {
        let day = "\(Names.weekday(date.weekday).prefix(3)) \(date.day)"
        let month = Names.month(date.month).prefix(3)
        return "\(day) \(month)\(date.year == today.year ? "" : " \(date.year)")"
    }
}

extension PendingRequest {
    /// Decides whether to show the dates that are due.
    ///
    /// - Parameter available: since when notifications can be shown without a break; what was due later is on time,
    ///     however long it waits in a queue of the agent.
    package func decision(
        on occurrences: Occurrences,
        available: Instant,
        in zone: some ZoneRules
    ) -> DueDecision {
        // The end of an interval does not move with the clock, but its wall time does.
        if let until = request.options.until, occurrences.latest > until { return .miss }
        // A reminder whose event came after its time is on time from then on.
        let isOfEvent = request.content.event != nil
        let expected = isOfEvent ? max(occurrences.latest, added) : occurrences.latest
        let (lateness, _) = available.microseconds
            .subtractingReportingOverflow(expected.microseconds)
        let isLate = lateness > Lateness.begins
        guard isLate else {
            return .show(
                occurrences.count > 1 ? LateNote(occurrences: occurrences, isLate: false) : nil
            )
        }
        switch request.options.late {
        case .skip:
            return .miss
        case .within(let limit) where lateness > limit:
            return .miss
        case nil, .show, .within:
            return .show(LateNote(occurrences: occurrences, isLate: true))
        }
    }
}
