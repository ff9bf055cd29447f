/// A request that waits for its time.
public struct PendingRequest: Hashable, Sendable {
    /// What was asked for.
    public var request: NotificationRequest
    /// When it was accepted.
    public var added: Instant
    /// The scheduled instant of its next delivery; ``Instant/distantFuture`` while it waits for a place.
    public var due: Instant
    /// Up to where its dates are dealt with; the next one lies after it, whatever the time is now.
    public var settled: Instant
    /// How many of its dates are behind it: delivered, missed or skipped.
    public var fired: Int
    /// Whether it is held back until it is resumed.
    public var isPaused: Bool
    /// Dates after `settled` that were delivered or skipped all the same, before the clock was set back;
    /// they do not come again.
    public var taken: Set<Instant> = []
    /// The crossing that made it due; `nil` where it waits for one, or has dates.
    public var crossing: RegionCrossing?

    /// Makes a pending request from its parts.
    public init(
        request: NotificationRequest,
        added: Instant,
        due: Instant,
        settled: Instant? = nil,
        fired: Int = 0,
        isPaused: Bool = false
    ) {
        self.request = request
        self.added = added
        self.due = due
        self.settled = settled ?? added
        self.fired = fired
        self.isPaused = isPaused
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
                due = try trigger.spec.firstDate(after: now, in: zone, monthEnd: trigger.monthEnd)
                    .date
            } catch {
                throw RequestError(.invalidTrigger, error.message)
            }
        case .location:
            due = .distantFuture
        }
        let first = request.trigger.hasDates ? due : now
        if let until = request.options.until, first > until {
            throw RequestError(
                .invalidTrigger,
                "it would first fire at \(RFC3339.string(first, in: zone)), after until "
                    + "(\(RFC3339.string(until, in: zone))); choose a later end"
            )
        }
        self.init(request: request, added: now, due: due)
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
            return (try? trigger.rule())?.next(after: instant, in: zone)
        case .location:
            return nil
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
