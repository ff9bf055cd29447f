import NotifyCore
import SQLiteBridge

/// A line of the history.
struct HistoryLine: Sendable {
    /// What happened to a request.
    enum Event: String, Sendable {
        case delivered, responded, expired, dismissed, removed, refused, launched, launchFailed
        case missed, notAllowed, skipped, snoozed, paused, resumed, ended, declined, unheard, edited
        case undone, restored, ran, runFailed
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

extension Store {
    private static let historyLength = 10_000
    /// The maximum number of characters of a typed text.
    private static let maxUserText = 1_000

    /// Adds lines, in one transaction.
    func note(_ lines: [HistoryLine]) throws(RequestError) {
        guard !lines.isEmpty else { return }
        try write(.process) { connection in try Self.note(lines, connection) }
    }

    static func note(_ lines: [HistoryLine], _ connection: Connection) throws {
        let statement = try connection.cached(
            """
            INSERT INTO history
                (at, app, identifier, title, event, detail, scheduled, requester,
                action, actionTitle, userText, url, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for line in lines {
            try statement.run(
                line.at.microseconds,
                line.key.appID,
                line.key.identifier,
                line.title,
                line.event.rawValue,
                line.detail,
                line.scheduled?.microseconds,
                line.requester,
                line.choice?.action,
                line.choice?.actionTitle,
                line.choice?.userText.map { String($0.prefix(Self.maxUserText)) },
                line.choice?.url,
                line.choice?.problem
            )
        }
    }

    /// Returns lines, latest first.
    func history(_ selection: HistorySelection) throws(RequestError) -> [HistoryLine] {
        let events = selection.events.map { events in
            "," + events.map(\.rawValue).joined(separator: ",") + ","
        }
        return try read { connection in
            try connection.prepare(
                """
                SELECT at, app, identifier, title, event, detail, scheduled, requester,
                    action, actionTitle, userText, url, problem FROM history
                WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                    AND (?3 IS NULL OR at >= ?3)
                    AND (?4 IS NULL OR instr(?4, ',' || event || ',') > 0
                        OR event = 'delivered' AND instr(?5, ',' || detail || ',') > 0)
                ORDER BY id DESC LIMIT ?6
                """
            ).all([
                selection.app, selection.identifier, selection.since?.microseconds, events,
                selection.unseenDetails, selection.limit,
            ]) { row -> HistoryLine? in
                try HistoryLine.Event(rawValue: row.value(4)).map { event in
                    HistoryLine(
                        at: Instant(stored: try row.value(0)),
                        key: RequestKey(appID: try row.value(1), identifier: try row.value(2)),
                        title: try row.value(3),
                        event: event,
                        detail: try row.value(5),
                        scheduled: try row.value(6, as: Int64?.self).map(Instant.init(stored:)),
                        requester: try row.value(7),
                        choice: try row.value(8, as: String?.self).map { action in
                            HistoryLine.Choice(
                                action: action,
                                actionTitle: try row.value(9),
                                userText: try row.value(10),
                                url: try row.value(11),
                                problem: try row.value(12)
                            )
                        }
                    )
                }
            }.compactMap { $0 }
        }
    }

    /// Removes all but the latest lines.
    func trimHistory() throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "DELETE FROM history WHERE id <= (SELECT MAX(id) FROM history) - ?",
                Self.historyLength
            )
        }
    }

    /// The maximum number of identifiers of each list that are compared for a suggestion.
    static let maxSuggested = 10_000

    /// Returns the current identifiers for suggestions; only the newest if there are very many.
    func identifiers() throws(RequestError) -> Set<String> {
        try read { connection in
            try Set(
                // The set removes duplicates; a UNION would sort all rows.
                connection.prepare(
                    """
                    SELECT identifier FROM (
                        SELECT identifier FROM pending WHERE listed = 1 ORDER BY id DESC LIMIT :limit
                    ) UNION ALL SELECT identifier FROM (
                        SELECT identifier FROM delivered ORDER BY id DESC LIMIT :limit
                    )
                    """
                ).values([Self.maxSuggested], as: String.self)
            )
        }
    }

    /// Returns the numbers of pending requests and delivered notifications.
    func counts() throws(RequestError) -> (pending: Int, waiting: Int, delivered: Int) {
        try read { connection in
            let pending = try connection.prepare(
                """
                SELECT coalesce(
                    (SELECT count FROM tally WHERE list = 'pending'),
                    (SELECT COUNT(*) FROM pending WHERE listed = 1)
                )
                """
            ).value(as: Int.self)
            let delivered = try connection.prepare("SELECT COUNT(*) FROM delivered").value(
                as: Int.self
            )
            let waiting = try connection.prepare(
                "SELECT COUNT(*) FROM pending WHERE listed = 0 AND rule IS NULL"
            ).value(as: Int.self)
            return (pending ?? 0, waiting ?? 0, delivered ?? 0)
        }
    }
}
