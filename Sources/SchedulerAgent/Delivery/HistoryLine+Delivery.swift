import NotifyCore

extension HistoryLine {
    /// What the history says of a delivery that went to the list alone.
    static let listDetail = "list"
    /// Of one that waits for the end of do-not-disturb.
    static let quietDetail = "quiet"
    /// Of one that the server took and does not show.
    static let suppressedDetail = "suppressed"

    /// What the history says of a delivery.
    init(delivered delivery: Delivery, at now: Instant, detail: String = "") {
        self.init(
            at: now,
            key: delivery.request.key,
            title: delivery.request.content.title,
            event: .delivered,
            detail: detail,
            scheduled: delivery.scheduled,
            bubble: detail == Self.suppressedDetail ? 0 : delivery.state.bubble?.id
        )
    }

    /// What the history says of a bubble whose time ran out.
    init(expired delivery: Delivery, at now: Instant) {
        self.init(
            at: now,
            key: delivery.request.key,
            title: delivery.request.content.title,
            event: .expired,
            reason: CloseReason.expired.rawValue
        )
    }
}
