import AgentInterface
import GLibBridge
import NotifyCore

/// An option with a past date, or the time since.
enum SinceDate {
    /// Parses a past date: a span such as `2d` counts back from now, and what has no year,
    /// such as a time or a weekday, is the latest one.
    ///
    /// - Parameters:
    ///   - text: the option's value.
    ///   - option: the option's name, for messages.
    ///   - zone: the zone in which wall times are read.
    /// - Returns: the date.
    /// - Throws: ``NotifyCore/RequestError`` if it is not a date.
    static func instant(
        _ text: String,
        option: String,
        in zone: SystemZone
    ) throws(RequestError) -> Instant {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if let span = try? TimeSpan(text) {
            return now.advanced(byMicroseconds: -span.microseconds)
        }
        do {
            let date = try DateSpec(mayBePast: text, now: now, in: zone, isLatest: true)
            if let instant = date.date(after: .distantPast, in: zone) { return instant }
        } catch {
            throw RequestError(.invalidTrigger, "\(option): \(error)")
        }
        throw RequestError(
            .invalidTrigger,
            "\(option) \(text.quoted) is no date; write it as 2027-03-01T09:00:00+01:00"
        )
    }
}
