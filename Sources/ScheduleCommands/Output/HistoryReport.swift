import AgentInterface
import NotifyCore

/// An event as `history --json` prints it.
struct HistoryReport: Encodable {
    let date: String
    let appID: String
    let identifier: String
    let title: String
    let event: String
    let detail: String?
    let scheduled: String?
    let requester: String?
    let action: String?
    let actionTitle: String?
    let userText: String?
    let url: String?
    let problem: String?

    init(_ line: RequestEvent, in zone: some ZoneRules) {
        date = RFC3339.string(line.date, in: zone)
        appID = line.key.appID
        identifier = line.key.identifier
        title = line.title
        event = line.event
        detail = line.detail.isEmpty ? nil : line.detail
        requester = line.requester
        action = line.action
        actionTitle = line.actionTitle
        userText = line.userText
        url = line.url
        problem = line.problem
        scheduled = line.scheduled.map { RFC3339.string($0, in: zone) }
    }
}
