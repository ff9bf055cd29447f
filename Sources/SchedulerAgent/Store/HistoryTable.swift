import GRDB
import NotifyCore

/// A line of the history.
struct HistoryLine: Sendable {
    /// What happened to a request.
    enum Event: String, Sendable {
        case delivered, opened, dismissed, removed, refused, launched, launchFailed
    }

    var at: Instant
    var key: RequestKey
    var title: String
    var event: Event
    var detail: String = ""
}

extension Store {
    private static let historyLength = 10_000

    /// Adds a line.
    func note(_ line: HistoryLine) throws(RequestError) {
        try write(.process) { database in
            try database.cachedStatement(
                sql: """
                    INSERT INTO history (at, app, identifier, title, event, detail)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                line.at.microseconds, line.key.appID, line.key.identifier, line.title,
                line.event.rawValue, line.detail,
            ])
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
