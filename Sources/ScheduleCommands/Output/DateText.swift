import AgentInterface
import NotifyCore

/// Dates in the output: without the locale, so that they are the same for everyone.
///
/// On a terminal they are for people, such as `Tue 2026-11-24 14:00`; elsewhere programs read them, as RFC 3339.
enum DateText {
    /// Returns a date for standard output.
    static func absolute(_ instant: Instant, in zone: some ZoneRules) -> String {
        column([instant], in: zone)[0]
    }

    /// Returns a date for people, such as `Tue 2026-11-24 14:00`, wherever it is printed.
    static func forPeople(_ instant: Instant, in zone: some ZoneRules) -> String {
        WallTime(instant, in: zone).withWeekday
    }

    /// Returns a date for standard output with its seconds, also if there are none: for lines that follow each
    /// other.
    static func withSeconds(
        _ instant: Instant,
        in zone: some ZoneRules,
        isTerminal: Bool = Terminal.width != nil
    ) -> String {
        guard isTerminal else { return forPrograms(instant, in: zone) }
        return withSeconds(WallTime(instant, in: zone))
    }

    private static func withSeconds(_ wall: WallTime) -> String {
        wall.time.second == 0 ? "\(wall.withWeekday):00" : wall.withWeekday
    }

    /// Returns dates for standard output in one form: with seconds if one of them has some.
    ///
    /// - Parameter instants: the dates; those of places, which are in the distant future, count for nothing.
    static func column(
        _ instants: [Instant],
        in zone: some ZoneRules,
        isTerminal: Bool = Terminal.width != nil
    ) -> [String] {
        guard isTerminal else { return instants.map { forPrograms($0, in: zone) } }
        let walls = instants.map { WallTime($0, in: zone) }
        let hasSeconds = zip(instants, walls).contains {
            $0 < .distantFuture && $1.time.second != 0
        }
        return walls.map { hasSeconds ? withSeconds($0) : $0.withWeekday }
    }

    private static func forPrograms(_ instant: Instant, in zone: some ZoneRules) -> String {
        RFC3339.string(Instant(seconds: instant.seconds), in: zone)
    }

    /// Returns a date in its own zone, such as `Tue 2026-11-24 14:00:00 Europe/Berlin`.
    ///
    /// - Parameter name: the name of that zone; `nil` for the user's, which is not printed.
    static func absolute(_ instant: Instant, inZoneNamed name: String?, user: SystemZone) -> String
    {
        guard let zone = name.flatMap(SystemZone.init(named:)) else {
            return absolute(instant, in: user)
        }
        return "\(absolute(instant, in: zone)) \(zone.identifier)"
    }

    /// Returns a distance such as `in 3 days 2 h` or `5 min ago`.
    static func relative(_ instant: Instant, to now: Instant) -> String {
        RelativeTime.words(instant, to: now)
    }
}
