import AgentInterface
import NotifyCore

/// What `history --json` prints of a line.
struct HistoryReport: Encodable {
    let date: String
    let appID: String
    let identifier: String
    let title: String
    let event: String
    let detail: String?
    let scheduled: String?
    let requester: String?

    init(_ line: HistoryEntry, in zone: some ZoneRules) {
        date = RFC3339.string(line.date, in: zone)
        appID = line.key.appID
        identifier = line.key.identifier
        title = line.title
        event = line.event
        detail = line.detail.isEmpty ? nil : line.detail
        requester = line.requester
        scheduled = line.scheduled.map { RFC3339.string($0, in: zone) }
    }
}
