import AgentInterface
import NotifyCore

extension HistoryLine {
    /// The detail of a delivery that went to the list only.
    static let listDetail = "list"
    /// The detail of a delivery that waits for the end of do-not-disturb.
    static let quietDetail = "quiet"
    /// The detail of a delivery that the server keeps until the end of do-not-disturb.
    static let keptDetail = "kept"
    /// The detail of a delivery that the server does not show, because do-not-disturb is on.
    static let hiddenDetail = "hidden"
    /// The detail of a delivery that the server accepted and does not show.
    static let suppressedDetail = "suppressed"

    /// The details of deliveries that were not on the screen, though their apps and the user wanted that.
    static let unseenDetails = [quietDetail, keptDetail, hiddenDetail, suppressedDetail]

    /// Creates the line of a delivery.
    init(delivered delivery: Delivery, at now: Instant, detail: String = "") {
        self.init(
            at: now,
            key: delivery.request.key,
            title: delivery.request.content.title,
            event: .delivered,
            detail: detail,
            scheduled: delivery.scheduled,
            requester: delivery.request.speaker,
            bubble: detail == Self.suppressedDetail ? 0 : delivery.state.bubble?.id
        )
    }

    /// Creates the line of an expired bubble.
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

extension NotificationRequest {
    /// The name of who speaks, where that is not its app; `nil` for the app.
    var speaker: String? { appID == AgentNames.app ? nil : bubble.appName }
}
