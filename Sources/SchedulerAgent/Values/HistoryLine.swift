import AgentInterface
import NotifyCore

/// A line of the history.
struct HistoryLine: Sendable {
    /// What happened to a request.
    enum Event: String, Sendable {
        case delivered, responded, expired, dismissed, removed, refused, launched, launchFailed
        case missed, notAllowed, skipped, snoozed, paused, resumed, ended, declined, unheard, edited
        case undone, redone, restored, replaced, ran, runFailed
        // What happened to no request, but to all of them.
        case focusBegan, focusEnded
        // What happened to a request on other machines.
        case sent, listedElsewhere, answeredElsewhere, endedElsewhere
        // Earlier versions wrote these in place of `responded`.
        case opened, replied
    }

    /// The user's choice and its result.
    struct Choice: Sendable {
        var action: String
        /// The action's label; `nil` for the notification itself.
        var actionTitle: String?
        var userText: String?
        /// The URL to open.
        var url: String?
        /// The error, if there was one.
        var problem: String?
    }

    /// The events that notify-relay reports.
    static let relayed: [Event] = [.sent, .listedElsewhere, .answeredElsewhere, .endedElsewhere]

    var at: Instant
    var key: RequestKey
    var title: String
    var event: Event
    var detail: String = ""
    /// The scheduled date of the event, if it has one.
    var scheduled: Instant?
    /// The program that requested the opened URL.
    var requester: String?
    var choice: Choice?
    /// The server's number of the bubble; reported and not stored.
    var bubble: UInt32?
    /// The name of the D-Bus error of a refusal; reported and not stored.
    var errorName: String?
    /// Why the bubble was closed; reported and not stored.
    var reason: UInt32?
    /// The desktop's activation token, if no command was started with it; reported and not stored.
    var activationToken: String?
    /// The command that a response started; only reported to watchers.
    var arguments: [String] = []
}

/// A selection of lines of the history.
struct HistorySelection: Sendable {
    /// The maximum number of lines.
    static let maxLines = 1_000

    /// The app; `nil` for all.
    var app: String?
    /// The request; `nil` for all.
    var identifier: String?
    /// The earliest date; `nil` for any.
    var since: Instant?
    /// The events; `nil` for all.
    var events: [HistoryLine.Event]?
    /// Whether deliveries that came to the list and not to the screen are added to the events.
    var withUnseen = false

    /// The name of these deliveries among the events of a call.
    static let unseen = "unseen"
    /// Their details, between commas; `nil` if they are not added.
    var unseenDetails: String? {
        withUnseen ? ",\(HistoryLine.unseenDetails.joined(separator: ","))," : nil
    }

    /// The maximum number of lines.
    var limit = Self.maxLines
}

extension HistoryLine {
    /// The detail of a delivery that went to the list only.
    static let listDetail = "list"
    /// The detail of a delivery that waits for the end of do-not-disturb.
    static let quietDetail = "quiet"
    /// The detail of a delivery that is not on the screen because a focus is on.
    static let focusDetail = "focus"
    /// The detail of a passive delivery that waits for the next summary.
    static let laterDetail = "later"
    /// The detail of a delivery that the server keeps until the end of do-not-disturb.
    static let keptDetail = "kept"
    /// The detail of a delivery that the server does not show, because do-not-disturb is on.
    static let hiddenDetail = "hidden"
    /// The detail of a delivery that the server accepted and does not show.
    static let suppressedDetail = "suppressed"

    /// The details of deliveries that were not on the screen, though their apps and the user wanted that.
    static let unseenDetails = [
        quietDetail, focusDetail, keptDetail, hiddenDetail, suppressedDetail,
    ]

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
