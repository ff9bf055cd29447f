import DesktopTexts

/// Relative times as text.
package enum RelativeTime {
    /// A distance such as `in 3 days 2 h` or `5 min ago`.
    package static func words(_ instant: Instant, to now: Instant) -> String {
        let (difference, overflow) = instant.microseconds
            .subtractingReportingOverflow(now.microseconds)
        guard !overflow else { return instant < now ? tr("long ago") : tr("in ages") }
        let text = span(seconds: Int((difference.magnitude + 500_000) / 1_000_000))
        // Translators: a length of time, such as "in 3 days 2 h"
        return difference >= 0 ? tr("in %1$s", text) : tr("%1$s ago", text)
    }

    private static func span(seconds: Int) -> String {
        let units = [seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
        guard let first = units.firstIndex(where: { $0 > 0 }) else { return tr("%1$s s", "0") }
        return units.indices.dropFirst(first).prefix(2).filter { units[$0] > 0 }
            .map { words(units[$0], ofUnit: $0) }.joined(separator: " ")
    }

    /// Returns a length of time by the signs of its units.
    static func signs(seconds: Int) -> String {
        let clock = zip(1..., [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60])
        let parts = clock.filter { $0.1 > 0 }.map { words($0.1, ofUnit: $0.0) }
        let days = seconds / 86_400
        // Translators: the sign for days
        return ((days > 0 ? [tr("%1$s d", "\(days)")] : []) + parts).joined(separator: " ")
    }

    private static func words(_ count: Int, ofUnit unit: Int) -> String {
        switch unit {
        // Translators: it stands in "in %1$s" and in "%1$s ago"
        case 0: trn("%1$s day", "%1$s days", count)
        // Translators: the sign for hours
        case 1: tr("%1$s h", "\(count)")
        // Translators: the sign for minutes
        case 2: tr("%1$s min", "\(count)")
        // Translators: the sign for seconds
        default: tr("%1$s s", "\(count)")
        }
    }
}
