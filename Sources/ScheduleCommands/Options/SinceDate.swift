import AgentInterface
import GLibBridge
import NotifyCore

/// A date that is past, or how long ago it was, as an option.
enum SinceDate {
    private static let day: Int64 = 86_400_000_000

    /// Reads a date that is past: a span such as `2d` counts back from now, a time or a weekday is the
    /// latest one, and `today` and `yesterday` are days.
    ///
    /// - Parameters:
    ///   - text: what was written.
    ///   - option: its name, for messages.
    ///   - zone: the zone in which wall times are read.
    /// - Returns: the date.
    /// - Throws: ``NotifyCore/RequestError`` where it is none.
    static func instant(
        _ text: String,
        option: String,
        in zone: SystemZone
    ) throws(RequestError) -> Instant {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if let span = try? TimeSpan(text) {
            return now.advanced(byMicroseconds: -span.microseconds)
        }
        let text = named(text, now, zone)
        // A date without a day is the first after some moment: the latest one comes after the days before.
        for days in [1, 7] as [Int64] {
            let start = now.advanced(byMicroseconds: -days * day)
            guard let spec = try? DateSpec(text, now: start, in: zone),
                let date = spec.date(after: start, in: zone), date <= now
            else { continue }
            return date
        }
        return try AfterDate.instant(text, option: option, in: zone)
    }

    /// The text with `today` and `yesterday` as dates.
    private static func named(_ text: String, _ now: Instant, _ zone: SystemZone) -> String {
        for (word, days) in [("today", 0), ("yesterday", 1)] as [(String, Int64)]
        where text.lowercased().hasPrefix(word) {
            let date = WallTime(now.advanced(byMicroseconds: -days * day), in: zone).date
            return "\(date)\(text.dropFirst(word.count))"
        }
        return text
    }
}
