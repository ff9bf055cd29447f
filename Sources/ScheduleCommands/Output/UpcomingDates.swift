import AgentInterface
import NotifyCore

/// The dates of a pending request, one after the other.
struct UpcomingDates: Sequence, IteratorProtocol {
    private var upcoming: PendingRequest?
    private let zone: SystemZone

    /// Begins with what is due next.
    ///
    /// - Parameters:
    ///   - pending: the request.
    ///   - start: only dates later than this one; `nil` for all.
    ///   - zone: the zone of its trigger, or the user's.
    init(of pending: PendingRequest, after start: Instant? = nil, in zone: SystemZone) {
        self.zone = zone
        guard let start, pending.due <= start else {
            upcoming = pending
            return
        }
        upcoming = pending.settling(pending.occurrences(until: start, in: zone), in: zone)
    }

    mutating func next() -> Instant? {
        guard let current = upcoming else { return nil }
        let taken = Occurrences(first: current.due, latest: current.due, count: 1)
        upcoming = current.settling(taken, in: zone)
        return current.due
    }
}
