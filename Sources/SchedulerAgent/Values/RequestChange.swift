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
    /// The program that can undo it; `nil` if none can.
    var origin: String?
    /// The name of the call, for ``Store/carryingOut(_:_:)``.
    var call: String?

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
    /// - Throws: ``NotifyCore/RequestError`` if it is invalid or has no date any more.
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
            if let trigger = movedRule(of: pending, by: step, in: zone) {
                var change = RequestChange(request: request, original: original, step: nil)
                change.request.trigger = trigger
                return try change.applied(to: pending, now: now, in: zone)
            }
            later = try moved(later, by: step, now: now, in: zone)
        } else if !keepsDates {
            later = try PendingRequest(
                accepting: request(movedFrom: pending, in: zone),
                now: now,
                zone: zone
            )
            later.pause = pending.pause
            // What fires once has a date of its own, before which it has not fired.
            if request.trigger.repeats {
                later.fired = pending.fired
                // What was left out stays left out at another time of day.
                let shift = Self.later(pending, later, in: zone)
                let taken = pending.taken.map { $0.advanced(byMicroseconds: shift) }
                later = try leavingOut(Set(taken), later, in: zone)
            }
        }
        try checkEnd(of: later, in: zone)
        return later
    }

    /// Returns a rule with a time of day that moves within the day; `nil` for any other trigger.
    private func movedRule(
        of pending: PendingRequest,
        by step: Int64,
        in zone: some ZoneRules
    ) -> NotificationTrigger? {
        guard case .calendar(let calendar) = request.trigger, calendar.repeats else { return nil }
        let second = WallTime(pending.due, in: zone).time.secondOfDay + Int(step / 1_000_000)
        guard step % 1_000_000 == 0, (0..<86_400).contains(second) else { return nil }
        return calendar.moved(to: CivilTime(secondOfDay: second)).map { .calendar($0) }
    }

    /// Returns by how many microseconds later in the day a rule fires than before; 0 where more of it is another.
    static func later(
        _ before: PendingRequest,
        _ after: PendingRequest,
        in zone: some ZoneRules
    ) -> Int64 {
        let times = [before, after].map { WallTime($0.due, in: zone).time }
        guard case .calendar(let old) = before.request.trigger,
            case .calendar(let new) = after.request.trigger, old != new,
            old.moved(to: times[1]) == new
        else { return 0 }
        return Int64(times[1].secondOfDay - times[0].secondOfDay) * 1_000_000
    }

    /// Returns the request with the start of the event that it reminds of, which does not move with its trigger.
    private func request(
        movedFrom pending: PendingRequest,
        in zone: some ZoneRules
    ) -> NotificationRequest {
        guard request.content.event == original.content.event else { return request }
        var moved = request.keepingEventStart(ofReminder: pending.due, in: zone)
        if request.trigger.repeats || original.trigger.repeats { moved.content.event = nil }
        return moved
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
                "\(name) repeats, and its rule has no single time of day that this moves within the day; give "
                    + "it another rule, as in --on \"Tue 15:00\", or move its next date: notify-schedule snooze"
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

    /// Returns a request with a new trigger without the dates that do not come.
    private func leavingOut(
        _ taken: Set<Instant>,
        _ pending: PendingRequest,
        in zone: some ZoneRules
    ) throws(RequestError) -> PendingRequest {
        let mayFire = request.options.times.map { pending.fired < $0 } ?? true
        guard request.trigger.calendar != nil, taken.contains(pending.due), mayFire else {
            return pending
        }
        var later = pending
        later.taken = taken
        if let next = later.replanned(in: zone) { return next }
        throw RequestError(
            .invalidTrigger,
            "\(request.identifier.quoted) was skipped on all dates that it would have; choose another rule, "
                + "or remove it"
        )
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
