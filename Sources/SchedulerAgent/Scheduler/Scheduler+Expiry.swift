import NotifyCore

/// The ends of bubbles that have a time of their own on a server that does not see to it.
struct BubbleExpiries: Sendable {
    /// More of them are not remembered; those stay until they are dismissed.
    private static let most = 1_000
    private var ends: [BubbleKey: Int64] = [:]

    /// The earliest, in microseconds since boot.
    var earliest: Int64? { ends.values.min() }

    mutating func note(_ bubble: BubbleKey, until end: Int64) {
        if ends.count < Self.most { ends[bubble] = end }
    }

    mutating func forget(_ bubble: BubbleKey) { ends[bubble] = nil }

    mutating func forgetAll() { ends = [:] }

    /// Takes out the bubbles whose time is over.
    mutating func takeEnded(at now: Int64) -> [BubbleKey] {
        let ended = ends.filter { $0.value <= now }.map(\.key)
        for bubble in ended { ends[bubble] = nil }
        return ended
    }
}

extension Scheduler {
    /// Sees to the end of a bubble that has just been shown.
    func noteExpiry(of request: NotificationRequest, _ bubble: BubbleKey) {
        expiries.forget(bubble)
        guard let milliseconds = request.bubble.expiry, milliseconds > 0,
            !presenter.profile.obeysExpiry
        else { return }
        expiries.note(bubble, until: clock.sinceBoot + Int64(milliseconds) * 1_000)
    }

    /// Closes the bubbles whose time is over; they stay in the list.
    func closeExpired() {
        for bubble in expiries.takeEnded(at: clock.sinceBoot) { closeSoon(bubble) }
    }
}
