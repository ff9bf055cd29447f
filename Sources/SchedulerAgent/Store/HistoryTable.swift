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
        try write(.process) { database in try Self.note(lines, database) }
    }

    static func note(_ lines: [HistoryLine], _ database: Database) throws {
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
                line.event.rawValue, line.detail, line.scheduled?.microseconds, line.requester,
            ])
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
        return try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT at, app, identifier, title, event, detail, scheduled, requester
                    FROM history
                    WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                        AND (?3 IS NULL OR at >= ?3)
                        AND (?4 IS NULL OR instr(?4, ',' || event || ',') > 0)
                    ORDER BY id DESC LIMIT ?5
                    """,
                arguments: [
                    selection.app, selection.identifier, selection.since?.microseconds, events,
                    selection.limit,
                ]
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

    /// As many identifiers of either list are looked through for a suggestion.
    static let mostSuggested = 10_000

    /// The identifiers that requests have at the moment, for suggestions; the newest where there are very many.
    func identifiers() throws(RequestError) -> Set<String> {
        try read { database in
            try String.fetchSet(
                database,
                // The set leaves out what comes twice; a UNION would sort all that there is.
                sql: """
                    SELECT identifier FROM (
                        SELECT identifier FROM pending WHERE listed = 1 ORDER BY id DESC LIMIT :most
                    ) UNION ALL SELECT identifier FROM (
                        SELECT identifier FROM delivered ORDER BY id DESC LIMIT :most
                    )
                    """,
                arguments: ["most": Self.mostSuggested]
            )
        }
    }

    /// How many requests are pending and how many notifications delivered.
    func counts() throws(RequestError) -> (pending: Int, delivered: Int) {
        try read { database in
            let pending = try Int.fetchOne(
                database,
                sql: """
                    SELECT coalesce(
                        (SELECT count FROM tally WHERE list = 'pending'),
                        (SELECT COUNT(*) FROM pending WHERE listed = 1)
                    )
                    """
            )
            let delivered = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM delivered")
            return (pending ?? 0, delivered ?? 0)
        }
    }
}
