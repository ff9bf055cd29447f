import AgentInterface
import GLibBridge
import NotifyCore

/// An option with a date that may be past.
enum AfterDate {
    /// Parses a date; returns now for `nil`.
    ///
    /// - Parameters:
    ///   - text: RFC 3339, or as in `--at`.
    ///   - option: the option's name, for messages.
    ///   - zone: the zone in which wall times are read.
    /// - Returns: the date.
    /// - Throws: ``NotifyCore/RequestError`` if it is not a date.
    static func instant(
        _ text: String?,
        option: String,
        in zone: SystemZone
    ) throws(RequestError) -> Instant {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        guard let text else { return now }
        do {
            let date = try DateSpec(mayBePast: text, now: now, in: zone)
            if let instant = date.date(after: .distantPast, in: zone) { return instant }
        } catch {
            throw RequestError(.invalidTrigger, "\(option): \(error)")
        }
        throw RequestError(
            .invalidTrigger,
            "\(option) \(text.quoted) is not a date; write it as 2027-03-01T09:00:00+01:00"
        )
    }
}
