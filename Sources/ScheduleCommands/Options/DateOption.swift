import AgentInterface
import GLibBridge
import NotifyCore

/// An option with a date that may be past.
enum DateOption {
    /// Parses a date; returns now for `nil`.
    ///
    /// - Parameters:
    ///   - text: RFC 3339, or as in `--at`.
    ///   - countsBack: whether a span such as `2d` counts back from now, and a date without a year, such as a
    ///     weekday, is the latest one instead of the next.
    ///   - start: the date from which a span counts ahead; `nil` if none does.
    ///   - isEnd: whether a day without a time stands for its end.
    /// - Throws: ``NotifyCore/RequestError`` if it is not a date.
    static func instant(
        _ text: String?,
        option: String,
        in zone: SystemZone,
        countsBack: Bool = false,
        spansFrom start: Instant? = nil,
        isEnd: Bool = false
    ) throws(RequestError) -> Instant {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        guard let text else { return now }
        if countsBack || start != nil, let span = (try? TimeSpan(text))?.microseconds {
            return start?.advanced(byMicroseconds: span) ?? now.advanced(byMicroseconds: -span)
        }
        do {
            let date = try DateSpec(mayBePast: text, now: now, in: zone, isLatest: countsBack)
            let edge = isEnd ? date.withWholeDay : date
            if let instant = edge.date(after: .distantPast, in: zone) { return instant }
        } catch {
            throw RequestError(
                .invalidTrigger,
                .option(option),
                value: text.quoted,
                because: "\(error)"
            )
        }
        throw RequestError(
            .invalidTrigger,
            .option(option),
            value: text.quoted,
            reason: "is not a date",
            wayOut: "write it as 2027-03-01T09:00:00+01:00"
        )
    }
}
