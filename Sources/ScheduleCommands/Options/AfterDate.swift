import AgentInterface
import GLibBridge
import NotifyCore

/// A date that may be past, as an option.
enum AfterDate {
    /// Reads a date; now where there is none.
    ///
    /// - Parameters:
    ///   - text: RFC 3339, or as in `--at`.
    ///   - option: its name, for messages.
    ///   - zone: the zone in which wall times are read.
    /// - Returns: the date.
    /// - Throws: ``NotifyCore/RequestError`` where it is none.
    static func instant(
        _ text: String?,
        option: String,
        in zone: SystemZone
    ) throws(RequestError) -> Instant {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        guard let text else { return now }
        if let instant = try? RFC3339.instant(text) { return instant }
        do {
            // Any date is past the beginning of time, so that none is refused for being past.
            let date = try DateSpec(text, now: .distantPast, in: zone)
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
