import DesktopTexts

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
        var latest = Self.date(occurrences.latest, now: now, in: zone)
        if isLate {
            let ago = RelativeTime.words(occurrences.latest, to: now)
            // Translators: a time and how long ago it is, such as "14:00 (2 h ago)"
            latest = tr("%1$s (%2$s)", latest, ago)
        }
        guard occurrences.count > 1 else {
            // Translators: a notification that is late was due at a time, such as "was due 14:00 (2 h ago)"
            return tr("was due %1$s", latest)
        }
        let first = Self.date(occurrences.first, now: now, in: zone)
        let most = Occurrences.maxCounted
        if occurrences.count > most {
            return tr(
                "was due more than %1$s times since %2$s, last %3$s",
                "\(most)",
                first,
                latest
            )
        }
        return trn(
            "was due %1$s time since %2$s, last %3$s",
            "was due %1$s times since %2$s, last %3$s",
            occurrences.count,
            first,
            latest
        )
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
        let time = wall.time.words
        return wall.date == today ? time : "\(words(of: wall.date, today: today)) \(time)"
    }

    /// Returns a short day, with the year only if it is not this one.
    package static func words(of date: CivilDate, today: CivilDate) -> String {
        let weekday = Names.shortWeekday(date.weekday)
        let month = Names.shortMonth(date.month)
        guard date.year != today.year else {
            // Translators: the weekday, the day and the month of a short date, such as "Tue 1 Dec"
            return tr("%1$s %2$s %3$s", weekday, "\(date.day)", month)
        }
        // Translators: the weekday, the day, the month and the year of a short date, such as "Tue 1 Dec 2026"
        return tr("%1$s %2$s %3$s %4$s", weekday, "\(date.day)", month, "\(date.year)")
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
