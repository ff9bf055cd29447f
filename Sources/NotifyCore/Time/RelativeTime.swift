/// Relative times as text, without the locale: faster, and the same for everyone.
package enum RelativeTime {
    /// A distance such as `in 3 days 2 h` or `5 min ago`.
    package static func words(_ instant: Instant, to now: Instant) -> String {
        let (difference, overflow) = instant.microseconds
            .subtractingReportingOverflow(now.microseconds)
        guard !overflow else { return instant < now ? "long ago" : "in ages" }
        let text = span(seconds: Int64((difference.magnitude + 500_000) / 1_000_000))
        return difference >= 0 ? "in \(text)" : "\(text) ago"
    }

    private static let units: [(length: Int64, one: String, many: String)] = [
        (86_400, "day", "days"), (3_600, "h", "h"), (60, "min", "min"), (1, "s", "s"),
    ]

    private static func span(seconds: Int64) -> String {
        guard let first = units.firstIndex(where: { seconds >= $0.length }) else { return "0 s" }
        let count = seconds / units[first].length
        var text = "\(count) \(count == 1 ? units[first].one : units[first].many)"
        let rest = seconds % units[first].length
        if first + 1 < units.count {
            let smaller = rest / units[first + 1].length
            if smaller > 0 { text += " \(smaller) \(units[first + 1].many)" }
        }
        return text
    }
}
