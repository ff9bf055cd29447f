import AgentInterface
import NotifyCore

/// Dates for the terminal, without the locale: faster, and the same for everyone.
enum DateText {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Returns a date such as `Tue 2026-11-24 14:00:00`.
    static func absolute(_ instant: Instant, in zone: some ZoneRules) -> String {
        absolute(WallTime(instant, in: zone))
    }

    private static func absolute(_ wall: WallTime) -> String {
        "\(days[(wall.date.weekday - 1) % 7]) \(wall.date) \(wall.time)"
    }

    /// Returns a date with its seconds, also if there are none: for lines that follow each other.
    static func withSeconds(_ instant: Instant, in zone: some ZoneRules) -> String {
        withSeconds(WallTime(instant, in: zone))
    }

    private static func withSeconds(_ wall: WallTime) -> String {
        wall.time.second == 0 ? "\(absolute(wall)):00" : absolute(wall)
    }

    /// Returns dates in one form: with seconds if one of them has some.
    ///
    /// - Parameter instants: the dates; those of places, which are in the distant future, count for nothing.
    static func column(_ instants: [Instant], in zone: some ZoneRules) -> [String] {
        let walls = instants.map { WallTime($0, in: zone) }
        let hasSeconds = zip(instants, walls).contains {
            $0 < .distantFuture && $1.time.second != 0
        }
        return walls.map { hasSeconds ? withSeconds($0) : absolute($0) }
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
