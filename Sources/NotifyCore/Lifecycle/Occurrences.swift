/// The dates of a request that were due since it last fired.
package struct Occurrences: Hashable, Sendable {
    /// The earliest of them.
    package var first: Instant
    /// The latest of them.
    package var latest: Instant
    /// Their number, with `latest`; counted up to ``maxCounted`` if the trigger has no limit.
    package var count: Int

    /// Makes occurrences.
    package init(first: Instant, latest: Instant, count: Int) {
        self.first = first
        self.latest = latest
        self.count = count
    }

    /// One date alone.
    package static func one(_ date: Instant) -> Occurrences {
        Occurrences(first: date, latest: date, count: 1)
    }

    /// The maximum that is counted; texts say "more than" beyond it.
    package static let maxCounted = 1_000
}

extension PendingRequest {
    /// Returns the dates that are due, at least one.
    ///
    /// - Parameter now: the present; the due date itself if that is later, because two clocks can differ.
    package func occurrences(until now: Instant, in zone: some ZoneRules) -> Occurrences {
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
            let limit = left ?? Occurrences.maxCounted
            var isComplete = false
            var last = found.latest
            while found.count < limit {
                guard let next = rule.next(after: last, in: zone), next <= end else {
                    isComplete = true
                    break
                }
                last = next
                guard !taken.contains(next) else { continue }
                found.latest = next
                found.count += 1
            }
            if left == nil, !isComplete, let latest = latest(of: rule, upTo: end, in: zone),
                latest > last
            {
                found.latest = latest
                found.count += 1
            }
        }
        return found
    }

    /// Returns the latest date up to an instant that was not delivered before.
    private func latest(
        of rule: DateRule,
        upTo end: Instant,
        in zone: some ZoneRules
    ) -> Instant? {
        var latest = rule.previous(before: end.advanced(byMicroseconds: 1), in: zone)
        while let date = latest, taken.contains(date) {
            latest = rule.previous(before: date, in: zone)
        }
        return latest
    }

    /// Returns the dates of a calendar request's occurrences in order, the first ones if there are more than
    /// ``Occurrences/maxCounted``.
    ///
    /// - Parameter occurrences: what ``occurrences(until:in:)`` found.
    /// - Returns: the dates; empty if the trigger is no calendar trigger.
    package func dates(of occurrences: Occurrences, in zone: some ZoneRules) -> [Instant] {
        guard case .calendar(let trigger) = request.trigger, let rule = try? trigger.rule() else {
            return []
        }
        var dates = [occurrences.first]
        var last = occurrences.first
        while dates.count < Occurrences.maxCounted,
            let next = rule.next(after: last, in: zone), next <= occurrences.latest
        {
            last = next
            if !taken.contains(next) { dates.append(next) }
        }
        return dates
    }

    /// Returns the request after some of its dates; `nil` if those were the last.
    package func settling(_ taken: Occurrences, in zone: some ZoneRules) -> PendingRequest? {
        var later = self
        later.fired += taken.count
        later.settled = taken.latest
        return later.replanned(in: zone)
    }

    /// Returns the request after the delivery that is due; `nil` if that was the last.
    ///
    /// Missed dates are skipped: the next one is after both the one due and `now`.
    package func afterDelivery(now: Instant, in zone: some ZoneRules) -> PendingRequest? {
        settling(occurrences(until: now, in: zone), in: zone)
    }

    /// Returns the request as it goes on when its pause ends by itself, also if it is not paused; `nil` if it does not
    /// go on.
    package func afterPause(in zone: some ZoneRules) -> PendingRequest? {
        guard let pause else { return self }
        guard let end = pause.end else { return nil }
        var later = self
        later.pause = nil
        guard request.trigger.hasDates, due < end else { return later }
        guard request.trigger.repeats else {
            later.due = end
            return later
        }
        return later.afterDelivery(now: end.advanced(byMicroseconds: -1), in: zone)
    }

    /// Returns the request without a date that is ahead; `nil` if that was the last.
    ///
    /// For a calendar trigger only that date is taken, because others may be earlier in another zone. Of another one, it
    /// has to be the next.
    package func skipping(_ date: Instant, in zone: some ZoneRules) -> PendingRequest? {
        guard case .calendar = request.trigger else { return settling(.one(date), in: zone) }
        var later = self
        later.fired += 1
        later.taken.insert(date)
        return later.replanned(in: zone)
    }

    private var rule: DateRule? {
        guard case .calendar(let trigger) = request.trigger else { return nil }
        return try? trigger.rule()
    }

    /// The number of dates after which nobody looks for one with a number.
    private static let maxPassedOver = 100_000

    /// Returns the dates ahead in a range, the first ones if there are more than a few, and those next to the range
    /// if it has none.
    package func dates(
        in range: ClosedRange<Instant>,
        zone: some ZoneRules
    ) -> (inside: [Instant], nearest: [Instant]) {
        var (inside, before, after) = ([Instant](), Instant?.none, Instant?.none)
        // Only where their number is limited do those before count.
        let start =
            request.options.times == nil
            ? rule.flatMap {
                latest(of: $0, upTo: range.lowerBound.advanced(byMicroseconds: -1), in: zone)
            } : nil
        for (index, date) in UpcomingDates(
            of: self,
            after: start.map { $0.advanced(byMicroseconds: -1) },
            in: zone
        ).enumerated() {
            guard date <= range.upperBound, index < Self.maxPassedOver, inside.count < 10 else {
                after = date
                break
            }
            if date < range.lowerBound { before = date } else { inside.append(date) }
        }
        return (inside, inside.isEmpty ? [before, after].compactMap(\.self) : [])
    }

    /// Returns the request with its next date recomputed from the rule; `nil` if there is none.
    package func replanned(in zone: some ZoneRules) -> PendingRequest? {
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
