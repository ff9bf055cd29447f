import AgentInterface
import NotifyCore

/// The delay of a notification from another machine whose only date passed on the way.
struct RemoteLateness {
    private let date: Instant
    private let now: Instant

    /// Makes the delay of a request; `nil` if it is not late.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is not shown so late.
    init?(of request: NotificationRequest, sent: Instant, now: Instant) throws(RequestError) {
        guard case .calendar(let trigger) = request.trigger, !trigger.repeats,
            let rule = try? trigger.rule()
        else { return nil }
        let zone = trigger.zoneIdentifier.flatMap(SystemZone.init(named:)) ?? .local
        // A date without a day is that of the day when it was sent.
        let date =
            rule.next(after: min(sent, now), in: zone) ?? rule.previous(before: now, in: zone)
        guard let date, date <= now else { return nil }
        let delay = now.microseconds - date.microseconds
        let isTooLate: Bool =
            switch request.options.late {
            case .skip: delay > Lateness.begins
            case .within(let limit): delay > max(limit, Lateness.begins)
            case .show, nil: false
            }
        guard !isTooLate else {
            throw RequestError(
                .invalidTrigger,
                "it was due at \(RFC3339.string(date, in: zone)), and is not to be shown later"
            )
        }
        self.date = date
        self.now = now
    }

    /// Has a request shown at once, with a note.
    func show(_ request: inout NotificationRequest) {
        request.trigger = .immediate
        request.options.late = nil
        request.options.before = []
        guard now.microseconds - date.microseconds > Lateness.begins else { return }
        let note = LateNote(occurrences: .one(date), isLate: true).words(
            now: now,
            in: SystemZone.local
        )
        request.content.subtitle += " · \(note)"
    }
}
