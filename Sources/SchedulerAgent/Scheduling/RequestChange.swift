import NotifyCore

/// A request that takes the place of an earlier state of it.
struct RequestChange: Sendable {
    /// The request as it is to be.
    var request: NotificationRequest
    /// As it was when the change was made.
    let original: NotificationRequest
    /// By how many microseconds its date moves; `nil` for the trigger of the request.
    let step: Int64?
    /// Whether a span that the trigger is starts now, also one that the original has.
    var restarts = false

    /// Whether its dates are those of before.
    var keepsDates: Bool {
        guard step == nil, request.trigger == original.trigger else { return false }
        if restarts, case .timeInterval = request.trigger { return false }
        return true
    }

    /// Whether it has files that the original has not.
    var hasNewFiles: Bool {
        !request.content.attachments.isEmpty
            && request.content.attachments != original.content.attachments
    }

    /// Returns the pending request after the change.
    ///
    /// - Parameters:
    ///   - pending: as it is now.
    ///   - now: the present.
    ///   - zone: the zone of the new trigger, or the user's.
    /// - Returns: the request with its next date.
    /// - Throws: ``NotifyCore/RequestError`` where it is invalid or has no date any more.
    func applied(
        to pending: PendingRequest,
        now: Instant,
        in zone: some ZoneRules
    ) throws(RequestError) -> PendingRequest {
        var later = pending
        later.request = request
        if let step {
            guard request.trigger == original.trigger else {
                throw RequestError(
                    .malformed,
                    "\"by\" moves the date that is there; leave it out or keep the trigger"
                )
            }
            later = try moved(later, by: step, now: now, in: zone)
        } else if !keepsDates {
            later = try PendingRequest(accepting: request, now: now, zone: zone)
            later.isPaused = pending.isPaused
            // What fires once has a date of its own, before which it has not fired.
            if request.trigger.repeats { later.fired = pending.fired }
        }
        try checkEnd(of: later, in: zone)
        return later
    }

    private func moved(
        _ pending: PendingRequest,
        by step: Int64,
        now: Instant,
        in zone: some ZoneRules
    ) throws(RequestError) -> PendingRequest {
        let name = request.identifier.quoted
        guard request.trigger.hasDates else {
            throw RequestError(
                .invalidTrigger,
                "\(name) waits for a place and has no date to move; give it a date, as in --at 15:00"
            )
        }
        guard !request.trigger.repeats else {
            throw RequestError(
                .invalidTrigger,
                "\(name) repeats, and a span moves one date alone; give it another rule, as in --on "
                    + "\"Tue 15:00\", or move its next date: notify-schedule snooze"
            )
        }
        let date = max(pending.due, now).advanced(byMicroseconds: step)
        guard date > now else {
            let second = Instant(seconds: date.seconds)
            throw RequestError(
                .invalidTrigger,
                "\(name) would be due at \(RFC3339.string(second, in: zone)), which is past; move it less "
                    + "far, or give it a date"
            )
        }
        return pending.moved(to: date, now: now, in: zone)
    }

    private func checkEnd(
        of pending: PendingRequest,
        in zone: some ZoneRules
    ) throws(RequestError) {
        let name = request.identifier.quoted
        if let times = request.options.times, pending.fired >= times {
            throw RequestError(
                .invalidTrigger,
                "\(name) has fired \(pending.fired) times already; give more than that for times, or "
                    + "remove it"
            )
        }
        if let until = request.options.until, request.trigger.hasDates, pending.due > until {
            throw RequestError(
                .invalidTrigger,
                "\(name) is next due at \(RFC3339.string(pending.due, in: zone)), after until "
                    + "(\(RFC3339.string(until, in: zone))); choose a later end, or remove it"
            )
        }
    }
}
