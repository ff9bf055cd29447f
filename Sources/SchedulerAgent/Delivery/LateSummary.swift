import AgentInterface
import NotifyCore

/// The bubble that summarises many late notifications.
enum LateSummary {
    /// Its identifier under the agent's own app.
    static let identifier = "late-summary"
    /// The identifier of the button that shows each notification.
    static let showEach = "show-each"

    /// The detail of summarised deliveries in the history.
    static let historyDetail = "summary"

    private static let deliveriesKey = "deliveries"
    private static let maxLines = 8

    /// A line of the summary.
    struct Entry: Equatable, Sendable {
        let id: Int64
        let title: String
        let scheduled: Instant
        let level: InterruptionLevel

        /// Creates the entry of a delivery.
        init(id: Int64, _ delivery: Delivery) {
            self.id = id
            title = delivery.request.content.title
            scheduled = delivery.scheduled
            level = delivery.request.content.interruptionLevel
        }
    }

    /// Why the notifications were not shown on time.
    enum Cause {
        /// The machine or the desktop was not available.
        case absence
        /// Do-not-disturb was on.
        case doNotDisturb

        fileprivate var words: String {
            switch self {
            case .absence: "were due while you were away"
            case .doNotDisturb: "came while do-not-disturb was on"
            }
        }
    }

    /// The request that shows the summary.
    static func request(
        for entries: [Entry],
        under cause: Cause = .absence,
        now: Instant,
        in zone: some ZoneRules
    ) -> NotificationRequest {
        var lines = entries.prefix(maxLines).map { entry in
            "\(LateNote.date(entry.scheduled, now: now, in: zone)) \(oneLine(entry.title))"
        }
        if entries.count > lines.count { lines.append("and \(entries.count - lines.count) more") }
        let isCritical = entries.contains { $0.level == .critical }
        return NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(
                title: "\(entries.count) notifications \(cause.words)",
                body: lines.joined(separator: "\n"),
                userInfo: [deliveriesKey: .array(entries.map { .integer($0.id) })],
                interruptionLevel: isCritical ? .critical : .active
            ),
            actions: [NotificationAction(identifier: showEach, title: "Show each")]
        )
    }

    /// The deliveries that a request summarises; `nil` if it is no summary.
    static func deliveries(of request: NotificationRequest) -> [Int64]? {
        guard request.appID == AgentNames.app,
            request.identifier == identifier
                || NotificationRequest.stem(ofSnoozed: request.identifier) == identifier,
            case .array(let values) = request.content.userInfo[deliveriesKey]
        else { return nil }
        return values.compactMap { if case .integer(let id) = $0 { id } else { nil } }
    }

    private static func oneLine(_ title: String) -> String {
        let line = String(title.split(separator: "\n").first ?? "")
        return (line.count > 60 ? "\(line.prefix(59))…" : line).isolated
    }
}
