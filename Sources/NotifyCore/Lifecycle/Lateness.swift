/// The rules for what is due while nothing can be shown: the machine is off or asleep, or no session or
/// server is there.
public enum Lateness {
    /// How long after its due date a delivery still counts as on time, in microseconds.
    public static let begins: Int64 = 30_000_000
    /// The longest that a repeating one is shown late without a limit of its own, in microseconds.
    public static let longest: Int64 = 7 * 86_400_000_000
    /// More late ones than these at once become one summary.
    public static let mostAtOnce = 3
}

/// What to do with what is due.
public enum DueDecision: Hashable, Sendable {
    /// Show it, with what has to be said about its date.
    case show(LateNote?)
    /// Show nothing; the history keeps that it was missed.
    case miss
}

/// What a bubble says of a delivery that is late or stands for several dates.
public struct LateNote: Hashable, Sendable {
    /// The dates that it stands for.
    public var occurrences: Occurrences
    /// Whether the latest of them is late itself.
    public var isLate: Bool

    /// Makes a note.
    public init(occurrences: Occurrences, isLate: Bool) {
        self.occurrences = occurrences
        self.isLate = isLate
    }

    /// The note as a sentence, such as `was due 07:30 (2 h ago)`.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - zone: the zone in which dates are written.
    /// - Returns: the words.
    public func words(now: Instant, in zone: some ZoneRules) -> String {
        let latest = Self.date(occurrences.latest, now: now, in: zone)
        let ago = isLate ? " (\(RelativeTime.words(occurrences.latest, to: now)))" : ""
        guard occurrences.count > 1 else { return "was due \(latest)\(ago)" }
        let count =
            occurrences.count > Occurrences.mostCounted
            ? "more than \(Occurrences.mostCounted)" : "\(occurrences.count)"
        let first = Self.date(occurrences.first, now: now, in: zone)
        return "was due \(count) times since \(first), last \(latest)\(ago)"
    }

    /// A date as short as it can be said: the day only where it is not today.
    public static func date(
        _ instant: Instant,
        now: Instant,
        in zone: some ZoneRules
    ) -> String {
        var wall = WallTime(instant, in: zone)
        // People say when something was to happen by the minute.
        wall.time.second = 0
        let today = WallTime(now, in: zone).date
        if wall.date == today { return "\(wall.time)" }
        let day = "\(Names.weekday(wall.date.weekday).prefix(3)) \(wall.date.day)"
        let month = Names.month(wall.date.month).prefix(3)
        let year = wall.date.year == today.year ? "" : " \(wall.date.year)"
        return "\(day) \(month)\(year) \(wall.time)"
    }
}

extension PendingRequest {
    /// Decides what becomes of the dates that have come.
    ///
    /// - Parameters:
    ///   - occurrences: the dates.
    ///   - available: since when something can be shown without a break: what was due later than this is
    ///     on time, however long it waits in a queue of ours.
    ///   - zone: the zone of a calendar trigger, or the user's.
    /// - Returns: the decision.
    public func decision(
        on occurrences: Occurrences,
        available: Instant,
        in zone: some ZoneRules
    ) -> DueDecision {
        // The wall time of an interval moves with the clock when that is set, and its end does not.
        if let until = request.options.until, occurrences.latest > until { return .miss }
        let (lateness, _) = available.microseconds
            .subtractingReportingOverflow(occurrences.latest.microseconds)
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
        case nil where request.trigger.repeats && lateness > standardLimit(occurrences, in: zone):
            return .miss
        default:
            return .show(LateNote(occurrences: occurrences, isLate: true))
        }
    }

    private func standardLimit(_ occurrences: Occurrences, in zone: some ZoneRules) -> Int64 {
        let next = request.trigger.nextDate(after: occurrences.latest, added: added, in: zone)
        guard let next else { return Lateness.longest }
        return min(Lateness.longest, next.microseconds - occurrences.latest.microseconds)
    }
}
