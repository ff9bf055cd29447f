/// The dates of a request that have come since it last fired, taken together.
public struct Occurrences: Hashable, Sendable {
    /// The earliest of them.
    public var first: Instant
    /// The latest of them.
    public var latest: Instant
    /// How many they are, `latest` included; counted up to ``mostCounted`` where the trigger has no limit.
    public var count: Int

    /// Makes occurrences.
    public init(first: Instant, latest: Instant, count: Int) {
        self.first = first
        self.latest = latest
        self.count = count
    }

    /// One date alone.
    public static func one(_ date: Instant) -> Occurrences {
        Occurrences(first: date, latest: date, count: 1)
    }

    /// As many are counted; where there are more, a text says so.
    public static let mostCounted = 1_000
}

extension PendingRequest {
    /// The dates that have come, at least the one that is due.
    ///
    /// - Parameters:
    ///   - now: the present; taken as the due date itself where it is earlier, since two clocks may differ.
    ///   - zone: the zone of a calendar trigger, or the user's.
    /// - Returns: the dates, within the request's limits.
    public func occurrences(until now: Instant, in zone: some ZoneRules) -> Occurrences {
        var found = Occurrences.one(due)
        guard request.trigger.repeats, now > due else { return found }
        let end = request.options.until.map { min($0, now) } ?? now
        let left = request.options.times.map { $0 - fired }
        switch request.trigger {
        case .immediate, .location:
            break
        case .timeInterval(let length, _):
            let steps = max(0, (end.microseconds - due.microseconds) / length)
            let taken = left.map { min(steps, Int64($0) - 1) } ?? steps
            guard taken > 0 else { break }
            found.latest = due.advanced(byMicroseconds: taken * length)
            found.count = Int(taken) + 1
        case .calendar(let trigger):
            guard let rule = try? trigger.rule() else { break }
            let most = left ?? Occurrences.mostCounted
            var isComplete = false
            var last = found.latest
            while found.count < most {
                guard let next = rule.next(after: last, in: zone), next <= end else {
                    isComplete = true
                    break
                }
                last = next
                guard !taken.contains(next) else { continue }
                found.latest = next
                found.count += 1
            }
            if left == nil, !isComplete, let next = rule.next(after: last, in: zone), next <= end {
                let after = end.advanced(byMicroseconds: 1)
                found.latest = rule.previous(before: after, in: zone) ?? found.latest
                found.count += 1
            }
        }
        return found
    }

    /// What remains pending once some dates are behind it; `nil` where those were the last.
    ///
    /// - Parameters:
    ///   - taken: the dates that were delivered, missed or skipped.
    ///   - zone: the zone of a calendar trigger, or the user's.
    /// - Returns: the request with its next date.
    public func settling(_ taken: Occurrences, in zone: some ZoneRules) -> PendingRequest? {
        var later = self
        later.fired += taken.count
        later.settled = taken.latest
        return later.replanned(in: zone)
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
        settling(occurrences(until: now, in: zone), in: zone)
    }

    /// The request with its next date computed anew from the rule; `nil` where there is none.
    public func replanned(in zone: some ZoneRules) -> PendingRequest? {
        guard request.trigger.repeats || fired == 0 else { return nil }
        if let times = request.options.times, fired >= times { return nil }
        guard request.trigger.hasDates else {
            guard request.trigger.repeats || crossing == nil else { return nil }
            var later = self
            later.due = .distantFuture
            later.crossing = nil
            return later
        }
        var date = request.trigger.nextDate(after: settled, added: added, in: zone)
        while let next = date, taken.contains(next) {
            date = request.trigger.nextDate(after: next, added: added, in: zone)
        }
        guard let date, date <= request.options.until ?? .latest else { return nil }
        var later = self
        later.due = date
        return later
    }
}

extension Instant {
    fileprivate static let latest = Instant(microseconds: .max)
}
