import AgentInterface
import NotifyCore

/// The bubble that summarises many late notifications.
enum LateSummary {
    /// Its identifier under the agent's own app.
    static let identifier = AgentNames.summaryIdentifier
    /// The identifier of the button that shows each notification.
    static let showEach = "show-each"

    /// The detail of summarised deliveries in the history.
    static let historyDetail = "summary"

    private static let deliveriesKey = "deliveries"
    private static let maxLines = 8

    /// A line of the summary.
    struct Entry: Equatable, Sendable {
        let id: DeliveryID
        let text: String
        let scheduled: Instant
        let level: InterruptionLevel
        /// Whether it would have been heard.
        let isAudible: Bool
        /// Who sent it, if that is not the user.
        let speaker: String?

        /// Creates the entry of a delivery.
        init(id: DeliveryID, _ delivery: Delivery) {
            self.id = id
            let request = delivery.request
            text = LateSummary.text(of: request)
            scheduled = delivery.scheduled
            level = request.content.interruptionLevel
            isAudible = request.content.audibleSound != nil
            speaker = request.speaker
        }
    }

    /// Why the notifications were not shown on time.
    enum Cause {
        /// The machine or the desktop was not available.
        case absence
        /// Do-not-disturb was on.
        case doNotDisturb
        /// They came late, as from a server that kept them.
        case arrival

        fileprivate var words: String {
            switch self {
            case .arrival: "came while this machine was away"
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
        var lines = inTurns(entries).prefix(maxLines).map { entry in
            "\(LateNote.date(entry.scheduled, now: now, in: zone)) \(entry.text)"
        }
        if entries.count > lines.count { lines.append("and \(entries.count - lines.count) more") }
        // It stands for all of them, so it comes as the most urgent one would.
        let level = entries.map(\.level).max { $0.rank < $1.rank } ?? .active
        let isAudible = level.isUrgent || entries.contains(where: \.isAudible)
        return NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(
                title: "\(entries.count) notifications \(cause.words)",
                body: lines.joined(separator: "\n"),
                sound: isAudible ? .standard : nil,
                userInfo: [deliveriesKey: .array(entries.map { .integer($0.id.number) })],
                interruptionLevel: level
            ),
            actions: [NotificationAction(identifier: showEach, title: "Show each")]
        )
    }

    /// Returns the urgent ones first, and of one level one of each sender in turn, so that many of one sender do not hide
    /// those of others.
    private static func inTurns(_ entries: [Entry]) -> [Entry] {
        var turns: [String: Int] = [:]
        let placed = entries.enumerated().map { offset, entry in
            let sender = "\(entry.level.rank) \(entry.speaker ?? "")"
            turns[sender, default: 0] += 1
            return (place: (-entry.level.rank, turns[sender] ?? 0, offset), entry: entry)
        }
        return placed.sorted { $0.place < $1.place }.map(\.entry)
    }

    /// The deliveries that a request summarises; `nil` if it is no summary.
    static func deliveries(of request: NotificationRequest) -> [DeliveryID]? {
        guard request.appID == AgentNames.app,
            request.identifier == identifier
                || NotificationRequest.stem(ofSnoozed: request.identifier) == identifier,
            case .array(let values) = request.content.userInfo[deliveriesKey]
        else { return nil }
        return values.compactMap { if case .integer(let id) = $0 { DeliveryID(id) } else { nil } }
    }

    /// Returns what a line says of a request: its title; of what a stranger sent, the body and who speaks as well.
    private static func text(of request: NotificationRequest) -> String {
        let title = request.content.title
        guard let speaker = request.speaker else { return oneLine(title) }
        let texts = request.bubble.hasMarkup ? [title] : [title, request.content.body]
        let line = texts.filter { !$0.isEmpty }.map(firstLine).joined(separator: ": ")
        return "\(oneLine(line)) · \(speaker.isolated)"
    }

    private static func firstLine(_ text: String) -> String {
        String(text.split(separator: "\n").first ?? "")
    }

    private static func oneLine(_ title: String) -> String {
        let line = firstLine(title)
        return (line.count > 60 ? "\(line.prefix(59))…" : line).isolated
    }
}

extension InterruptionLevel {
    /// The place among the levels, the least urgent first.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
