/// The dates of a pending request, one after the other.
package struct UpcomingDates<Zone: ZoneRules>: Sequence, IteratorProtocol {
    private var upcoming: PendingRequest?
    private let zone: Zone

    /// Starts with the next date.
    ///
    /// - Parameter start: only dates later than this one; `nil` for all.
    package init(of pending: PendingRequest, after start: Instant? = nil, in zone: Zone) {
        self.zone = zone
        guard pending.request.trigger.hasDates else { return }
        guard let start, pending.due <= start else {
            upcoming = pending
            return
        }
        upcoming = pending.afterDelivery(now: start, in: zone)
    }

    /// The next date; `nil` after the last one.
    package mutating func next() -> Instant? {
        guard let current = upcoming else { return nil }
        upcoming = current.settling(.one(current.due), in: zone)
        return current.due
    }
}
