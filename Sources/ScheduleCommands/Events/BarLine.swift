import AgentInterface
import GLibBridge
import NotifyCore

/// What comes next, for a custom module of Waybar and of bars like it.
struct BarLine: Encodable, Equatable {
    /// The next notification and its time, and how many more there are; empty for none.
    let text: String
    /// The kind of line: `none`, `later`, or `soon` if it comes within ten minutes.
    let alt: String
    /// The next ones, a line each.
    let tooltip: String
    /// The same as ``alt``, for the style.
    let `class`: String

    /// How long before its date a notification comes soon, in microseconds.
    private static let soon: Int64 = 600_000_000
    /// The most characters of a title.
    private static let maxLength = 40
    /// The most lines of the tooltip.
    private static let maxLines = 10

    /// Makes the line.
    ///
    /// - Parameters:
    ///   - coming: what comes next, soonest first.
    ///   - count: how many are pending.
    init(_ coming: [PendingRequest], count: Int, now: Instant, in zone: some ZoneRules) {
        let lines = coming.prefix(Self.maxLines).map { pending in
            let date = LateNote.date(pending.due, now: now, in: zone)
            return (title: Self.title(pending.request), date: date)
        }
        let others = count > 1 ? " +\(count - 1)" : ""
        text = lines.first.map { "\($0.title) \($0.date)\(others)" } ?? ""
        tooltip = lines.map { "\($0.date)  \($0.title)" }.joined(separator: "\n")
        let left = coming.first.map { $0.due.microseconds - now.microseconds }
        alt = left.map { $0 <= Self.soon ? "soon" : "later" } ?? "none"
        `class` = alt
    }

    /// Returns when the line changes by itself: when it comes soon, and at the beginning of its day; `nil` if it does
    /// not.
    static func change(
        of next: PendingRequest?,
        after now: Instant,
        in zone: some ZoneRules
    ) -> Instant? {
        guard let next else { return nil }
        let second = WallTime(next.due, in: zone).time.secondOfDay
        return [soon, Int64(second) * 1_000_000]
            .map { next.due.advanced(byMicroseconds: -$0) }
            .filter { $0 > now }.min()
    }

    /// The title, as Pango's markup has it.
    private static func title(_ request: NotificationRequest) -> String {
        let title = request.headline.printableLine
        let short =
            title.count > maxLength ? "\(title.prefix(maxLength - 1))…" : title
        return short.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}

extension BarLine {
    /// Asks the agent for what comes within a day, or for the next one after that.
    static func coming(
        _ client: AgentClient,
        now: Instant
    ) throws -> (coming: [PendingRequest], count: Int) {
        let status = try client.statusOfStartedAgent()
        let count = Int(status["pending"]?.integer ?? 0)
        guard let next = status["nextTriggerDate"]?.integer else { return ([], count) }
        var selection = ListSelection()
        selection.last = max(
            now.advanced(byMicroseconds: 86_400_000_000),
            Instant(microseconds: next)
        )
        let coming = try client.pending(selection) { $0 }.filter { !$0.isPaused }
        return (coming.sorted { $0.comesBefore($1) }, count)
    }
}
