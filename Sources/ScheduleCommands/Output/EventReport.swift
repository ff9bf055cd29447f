import AgentInterface
import NotifyCore

/// An event as `history --json` and `watch --json` print it.
struct EventReport: Encodable {
    let date: String
    let appID: String
    let identifier: String
    let title: String
    let event: String
    let detail: String?
    let scheduled: String?
    let requester: String?
    /// The number that the notification server gave.
    let bubble: UInt32?
    /// The reason of its closing, as the Desktop Notifications Specification numbers it.
    let reason: UInt32?
    let action: String?
    let actionTitle: String?
    let userText: String?
    let url: String?
    let problem: String?

    init(_ event: RequestEvent) {
        date = JSONOutput.date(event.date)
        appID = event.key.appID
        identifier = event.key.identifier
        title = event.title
        self.event = event.event
        detail = event.detail.isEmpty ? nil : event.detail
        scheduled = event.scheduled.map(JSONOutput.date)
        requester = event.requester
        bubble = event.bubble
        reason = event.reason
        action = event.action
        actionTitle = event.actionTitle
        userText = event.userText
        url = event.url
        problem = event.problem
    }
}
