package import AgentInterface
package import NotifyCore

/// A change of a pending request by the texts of its parts, as in an editor.
///
/// What has no text stays.
package struct RequestEdit: Sendable {
    /// The request as it is to be.
    package struct Change: Hashable, Sendable {
        /// The request.
        package var request: NotificationRequest
        /// Whether its time is another one.
        package var hasNewTime: Bool
        /// Its next dates, at most three.
        package var dates: [Instant]
    }

    /// The request as it is.
    package let original: NotificationRequest
    /// Its texts.
    package let written: WrittenRequest
    private let zone: SystemZone

    /// Writes a request.
    package init(_ request: NotificationRequest, now: Instant, in zone: SystemZone) {
        original = request
        written = WrittenRequest(request, in: .ofUser(now: now))
        self.zone = zone
    }

    /// Returns the request that other texts describe.
    ///
    /// - Returns: the request; `nil` where all texts are as in ``written``.
    /// - Throws: ``Refusal`` with the message of the command.
    package func change(to texts: WrittenRequest, now: Instant) throws(Refusal) -> Change? {
        guard texts != written else { return nil }
        var change = Change(request: original, hasNewTime: false, dates: [])
        do {
            change.hasNewTime = try texts.change(
                &change.request,
                since: written,
                in: .ofUser(now: now)
            )
        } catch { throw Refusal(error) }
        if change.hasNewTime, !texts.setsTime {
            throw Refusal(.at, "there is no time; write a date and time, or how it repeats")
        }
        do {
            try change.request.validate()
            guard change.hasNewTime else { return change }
            let name = change.request.trigger.zoneIdentifier
            let zone = name.flatMap(SystemZone.init(named:)) ?? zone
            let pending = try PendingRequest(accepting: change.request, now: now, zone: zone)
            change.dates = Array(UpcomingDates(of: pending, in: zone).prefix(3))
        } catch { throw Refusal(texts.error(error, of: change.request)) }
        return change
    }
}
