/// A request that waits for its time.
public struct PendingRequest: Hashable, Sendable {
    /// What was asked for.
    public var request: NotificationRequest
    /// When it was accepted.
    public var added: Instant
    /// The scheduled instant of its next delivery.
    public var due: Instant

    /// Makes a pending request from its parts.
    public init(request: NotificationRequest, added: Instant, due: Instant) {
        self.request = request
        self.added = added
        self.due = due
    }

    /// Accepts a request.
    ///
    /// - Parameters:
    ///   - request: checked here, whole.
    ///   - now: the moment at which it is accepted; intervals count from it.
    ///   - zone: the zone of a calendar trigger, or the user's.
    /// - Throws: ``RequestError`` where a field does not hold or the trigger has no date after `now`.
    public init(
        accepting request: NotificationRequest,
        now: Instant,
        zone: some ZoneRules
    ) throws(RequestError) {
        try request.validate()
        let due: Instant
        switch request.trigger {
        case .immediate:
            due = now
        case .timeInterval(let microseconds, _):
            due = now.advanced(byMicroseconds: microseconds)
        case .calendar(let trigger):
            do {
                due = try trigger.spec.firstDate(after: now, in: zone).date
            } catch {
                throw RequestError(.invalidTrigger, error.message)
            }
        }
        self.init(request: request, added: now, due: due)
    }

    /// What remains pending after the delivery that is due; `nil` where that was the last.
    ///
    /// What was missed in between is skipped: the next date is after both the one due and `now`.
    ///
    /// - Parameters:
    ///   - now: the moment of the delivery.
    ///   - zone: the zone of a calendar trigger, or the user's.
    /// - Returns: the request with its next date.
    public func afterDelivery(now: Instant, in zone: some ZoneRules) -> PendingRequest? {
        guard request.trigger.repeats else { return nil }
        let base = max(due, now)
        return request.trigger.nextDate(after: base, added: added, in: zone)
            .map { PendingRequest(request: request, added: added, due: $0) }
    }
}

extension NotificationTrigger {
    /// The first date strictly after an instant; `nil` where there is none.
    ///
    /// An immediate trigger is due at that instant itself.
    ///
    /// - Parameters:
    ///   - instant: what the date must be later than.
    ///   - added: when the request was accepted; intervals lie on a grid that starts there.
    ///   - zone: the zone of a calendar trigger, or the user's.
    /// - Returns: the date.
    public func nextDate(
        after instant: Instant,
        added: Instant,
        in zone: some ZoneRules
    ) -> Instant? {
        switch self {
        case .immediate:
            return instant
        case .timeInterval(let length, let repeats):
            return Self.gridDate(after: instant, start: added, length: length, repeats: repeats)
        case .calendar(let trigger):
            return (try? trigger.spec.rule())?.next(after: instant, in: zone)
        }
    }

    private static func gridDate(
        after instant: Instant,
        start: Instant,
        length: Int64,
        repeats: Bool
    ) -> Instant? {
        guard length > 0 else { return nil }
        let first = start.advanced(byMicroseconds: length)
        guard first <= instant else { return first }
        guard repeats else { return nil }
        let (elapsed, overflow) = instant.microseconds
            .subtractingReportingOverflow(start.microseconds)
        guard !overflow else { return nil }
        let (steps, tooMany) = (elapsed / length + 1).multipliedReportingOverflow(by: length)
        guard !tooMany else { return nil }
        let date = start.advanced(byMicroseconds: steps)
        // Clamped at the end of time, it would be that instant again.
        return date > instant ? date : nil
    }
}
