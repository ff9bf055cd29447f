import AgentInterface
import NotifyCore

/// Dates as people read them in a terminal; no locale is asked, so that it is quick and the same for all.
enum DateText {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// A date such as `Tue 2026-11-24 14:00:00`.
    static func absolute(_ instant: Instant, in zone: some ZoneRules) -> String {
        let wall = WallTime(instant, in: zone)
        return "\(days[(wall.date.weekday - 1) % 7]) \(wall.date) \(wall.time)"
    }

    /// A distance such as `in 3 days 2 h` or `5 min ago`.
    static func relative(_ instant: Instant, to now: Instant) -> String {
        RelativeTime.words(instant, to: now)
    }
}
