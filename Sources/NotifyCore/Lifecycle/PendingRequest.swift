/// Until when a request is paused.
package enum Pause: Hashable, Sendable {
    /// Until it is resumed.
    case open
    /// Until it resumes by itself: from this instant on its dates come.
    case until(Instant)

    /// When it ends by itself; `nil` if it does not.
    package var end: Instant? {
        if case .until(let end) = self { end } else { nil }
    }
}

/// A request that waits for its time.
package struct PendingRequest: Hashable, Sendable {
    /// The request.
    package var request: NotificationRequest
    /// When it was accepted.
    package var added: Instant
    /// The scheduled instant of its next delivery; ``Instant/distantFuture`` while it waits for a place.
    package var due: Instant
    /// The instant up to which its dates are handled; the next one is later, whatever the time is now.
    package var settled: Instant
    /// The number of its past dates: delivered, missed or skipped.
    package var fired: Int
    /// Until when it is paused; `nil` if it is not.
    package var pause: Pause?
    /// Whether it is paused.
    package var isPaused: Bool {
        get { pause != nil }
        set { pause = newValue ? pause ?? .open : nil }
    }
    /// Dates after `settled` that were delivered or skipped before the clock was set back; they are not
    /// delivered again.
    package var taken: Set<Instant> = []
    /// The crossing that made it due; `nil` if it waits for one, or has dates.
    package var crossing: RegionCrossing?

    /// Makes a pending request from its parts.
    package init(
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
        pause = isPaused ? .open : nil
    }

    /// Accepts a request.
    ///
    /// - Parameter now: the moment at which it is accepted; intervals count from it.
    /// - Throws: ``RequestError`` if a field is invalid or the trigger has no date after `now`.
    package init(
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
                throw RequestError(
                    .invalidTrigger,
                    error.reason,
                    about: trigger.spec.field,
                    wayOut: error.wayOut
                )
            }
        case .location:
            due = .distantFuture
        }
        let first = request.trigger.hasDates ? due : now
        if let until = request.options.until, first > until {
            throw RequestError(
                .invalidTrigger,
                "it would first fire at \(RFC3339.string(first, in: zone)), after until "
                    + "(\(RFC3339.string(until, in: zone)))",
                about: .until,
                wayOut: "choose a later end"
            )
        }
        self.init(request: request, added: now, due: due)
    }
}

extension NotificationTrigger {
    /// Returns the first date strictly after an instant; `nil` if there is none.
    ///
    /// An immediate trigger is due at that instant itself.
    ///
    /// - Parameters:
    ///   - instant: what the date must be later than.
    ///   - added: when the request was accepted; intervals are multiples from there.
    package func nextDate(
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
        // At the end of the range it would be clamped to that instant.
        return date > instant ? date : nil
    }
}
