import NotifyCore
import SQLiteBridge

/// A line of the history.
struct HistoryLine: Sendable {
    /// What happened to a request.
    enum Event: String, Sendable {
        case delivered, responded, expired, dismissed, removed, refused, launched, launchFailed
        case missed, notAllowed, skipped, snoozed, paused, resumed, ended, declined, unheard
        // Earlier versions wrote these in place of `responded`.
        case opened, replied
    }

    /// What the user chose, and what came of it.
    struct Choice: Sendable {
        var action: String
        /// The action's label; `nil` for the notification itself.
        var actionTitle: String?
        var userText: String?
        /// What was to be opened.
        var url: String?
        /// Why it was not, or what else went wrong.
        var problem: String?
    }

    var at: Instant
    var key: RequestKey
    var title: String
    var event: Event
    var detail: String = ""
    /// The date that it is about, where it is about one.
    var scheduled: Instant?
    /// Who asked for what was opened.
    var requester: String?
    var choice: Choice?
    /// The server's number of the bubble; told and not kept.
    var bubble: UInt32?
    /// The D-Bus error of a refusal; told and not kept.
    var errorName: String?
    /// Why the bubble went; reported and not kept.
    var reason: UInt32?
    /// The desktop's activation token, where nothing was started with it; reported and not kept.
    var activationToken: String?
    /// The command that a response started; watchers alone hear it.
    var arguments: [String] = []
}

extension Store {
    private static let historyLength = 10_000
    /// The characters of a typed text that are kept.
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

    /// The latest lines, latest first.
    ///
    /// - Parameter selection: which.
    /// - Returns: the lines.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func history(_ selection: HistorySelection) throws(RequestError) -> [HistoryLine] {
        let events = selection.events.map { events in
            "," + events.map(\.rawValue).joined(separator: ",") + ","
        }
        return try read { connection in
            try connection.prepare(
                """
                SELECT at, app, identifier, title, event, detail, scheduled, requester,
                    action, actionTitle, userText, url, problem
                FROM history
                WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                    AND (?3 IS NULL OR at >= ?3)
                    AND (?4 IS NULL OR instr(?4, ',' || event || ',') > 0)
                ORDER BY id DESC LIMIT ?5
                """
            ).all([
                selection.app, selection.identifier, selection.since?.microseconds, events,
                selection.limit,
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

    /// Forgets all but the latest lines.
    func trimHistory() throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "DELETE FROM history WHERE id <= (SELECT MAX(id) FROM history) - ?",
                Self.historyLength
            )
        }
    }

    /// As many identifiers of either list are looked through for a suggestion.
    static let maxSuggested = 10_000

    /// The identifiers that requests have at the moment, for suggestions; the newest where there are very many.
    func identifiers() throws(RequestError) -> Set<String> {
        try read { connection in
            try Set(
                // The set leaves out what comes twice; a UNION would sort all that there is.
                connection.prepare(
                    """
                    SELECT identifier FROM (
                        SELECT identifier FROM pending WHERE listed = 1 ORDER BY id DESC LIMIT :most
                    ) UNION ALL SELECT identifier FROM (
                        SELECT identifier FROM delivered ORDER BY id DESC LIMIT :most
                    )
                    """
                ).values([Self.maxSuggested], as: String.self)
            )
        }
    }

    /// How many requests are pending and how many notifications delivered.
    func counts() throws(RequestError) -> (pending: Int, delivered: Int) {
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
            return (pending ?? 0, delivered ?? 0)
        }
    }
}
