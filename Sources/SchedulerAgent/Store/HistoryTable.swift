import GRDB
import NotifyCore

/// A line of the history.
struct HistoryLine: Sendable {
    /// What happened to a request.
    enum Event: String, Sendable {
        case delivered, opened, dismissed, removed, refused, launched, launchFailed
        case replied, missed, notAllowed, skipped, snoozed, paused, resumed, ended, declined,
            unheard
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
    /// The server's number of the bubble; told and not kept.
    var bubble: UInt32?
    /// The D-Bus error of a refusal; told and not kept.
    var errorName: String?
}

extension Store {
    private static let historyLength = 10_000

    /// Adds lines, in one transaction.
    func note(_ lines: [HistoryLine]) throws(RequestError) {
        guard !lines.isEmpty else { return }
        try write(.process) { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO history
                        (at, app, identifier, title, event, detail, scheduled, requester)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            )
            for line in lines {
                try statement.execute(arguments: [
                    line.at.microseconds, line.key.appID, line.key.identifier, line.title,
                    line.event.rawValue, line.detail, line.scheduled?.microseconds,
                    line.requester,
                ])
            }
        }
    }

    /// The latest lines, latest first.
    ///
    /// - Parameters:
    ///   - app: whose; `nil` for all.
    ///   - identifier: of which request; `nil` for all.
    ///   - limit: how many at most.
    /// - Returns: the lines.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func history(
        app: String?,
        identifier: String?,
        limit: Int
    ) throws(RequestError) -> [HistoryLine] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT at, app, identifier, title, event, detail, scheduled, requester
                    FROM history
                    WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                    ORDER BY id DESC LIMIT ?3
                    """,
                arguments: [app, identifier, limit]
            ).compactMap { row in
                HistoryLine.Event(rawValue: row[4]).map { event in
                    HistoryLine(
                        at: Instant(stored: row[0]),
                        key: RequestKey(appID: row[1], identifier: row[2]),
                        title: row[3],
                        event: event,
                        detail: row[5],
                        scheduled: (row[6] as Int64?).map(Instant.init(stored:)),
                        requester: row[7]
                    )
                }
            }
        }
    }

    /// Forgets all but the latest lines.
    func trimHistory() throws(RequestError) {
        try write(.process) { database in
            try database.execute(
                sql: "DELETE FROM history WHERE id <= (SELECT MAX(id) FROM history) - ?",
                arguments: [Self.historyLength]
            )
        }
    }

    /// How many requests are pending and how many notifications delivered.
    func counts() throws(RequestError) -> (pending: Int, delivered: Int) {
        try read { database in
            let pending = try Int.fetchOne(
                database,
                sql: "SELECT COUNT(*) FROM pending WHERE listed = 1"
            )
            let delivered = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM delivered")
            return (pending ?? 0, delivered ?? 0)
        }
    }
}
