import AgentInterface
import DesktopTexts
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
    enum Cause: Equatable {
        /// The machine or the desktop was not available.
        case absence
        /// Do-not-disturb was on.
        case doNotDisturb
        /// They came late, as from a server that kept them.
        case arrival
        /// A focus was on; its name, empty for the plain one.
        case focus(String)
        /// They are passive, and come at times that the user has set.
        case summary
        /// They were shown without their texts, because the session was locked.
        case locked

        /// The detail of a delivery in the history that waits for this reason.
        var detail: String {
            switch self {
            case .focus: HistoryLine.focusDetail
            case .summary: HistoryLine.laterDetail
            default: HistoryLine.quietDetail
            }
        }

        fileprivate func title(_ count: Int) -> String {
            switch self {
            case .focus(""):
                trn(
                    "%1$s notification came while Focus was on",
                    "%1$s notifications came while Focus was on",
                    count
                )
            case .focus(let name):
                trn(
                    // Translators: %2$s is the name that the user has given to a focus
                    "%1$s notification came while the focus %2$s was on",
                    "%1$s notifications came while the focus %2$s was on",
                    count,
                    name.isolated
                )
            case .summary:
                trn("%1$s notification came quietly", "%1$s notifications came quietly", count)
            case .locked:
                trn(
                    "%1$s notification came while the session was locked",
                    "%1$s notifications came while the session was locked",
                    count
                )
            case .arrival:
                trn(
                    "%1$s notification came while this machine was away",
                    "%1$s notifications came while this machine was away",
                    count
                )
            case .absence:
                trn(
                    "%1$s notification was due while you were away",
                    "%1$s notifications were due while you were away",
                    count
                )
            case .doNotDisturb:
                trn(
                    "%1$s notification came while do-not-disturb was on",
                    "%1$s notifications came while do-not-disturb was on",
                    count
                )
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
            "\(LateNote.date(entry.scheduled, now: now, in: zone)) \(entry.text)".directed
        }
        if entries.count > lines.count {
            // Translators: the last line of a list of notifications, which leaves some out
            lines.append(trn("and %1$s more", "and %1$s more", entries.count - lines.count))
        }
        // It stands for all of them, so it comes as the most urgent one would.
        let level = entries.map(\.level).max { $0.rank < $1.rank } ?? .active
        let isAudible = level.isUrgent || entries.contains(where: \.isAudible)
        return NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(
                title: cause.title(entries.count),
                body: lines.joined(separator: "\n"),
                sound: isAudible ? .standard : nil,
                userInfo: [deliveriesKey: .array(entries.map { .integer($0.id.number) })],
                interruptionLevel: level
            ),
            // Translators: on a button; it shows each notification of a summary
            actions: [NotificationAction(identifier: showEach, title: tr("Show each"))]
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
