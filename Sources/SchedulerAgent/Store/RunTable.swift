import NotifyCore
import SQLiteBridge

/// A command that a request runs on one of its dates.
struct RunIntent: Hashable, Sendable {
    let key: RequestKey
    let title: String
    /// Its name in `launcher.conf`.
    let command: String
    /// The date of the request.
    let scheduled: Instant
}

extension RunIntent {
    /// Returns the run of a request on a date; `nil` if it runs no command.
    init?(_ request: NotificationRequest, scheduled: Instant) {
        guard let command = request.run else { return nil }
        self.init(
            key: request.key,
            title: request.content.title,
            command: command,
            scheduled: scheduled
        )
    }
}

/// A run in the store, whose end is not known yet.
struct RunRow: Hashable, Sendable {
    let id: Int64
    let run: RunIntent
}

/// The table of the commands that are about to be started or were, until their ends are stored.
enum RunTable {
    static func insert(_ run: RunIntent, _ connection: Connection) throws {
        try connection.cached(
            "INSERT INTO run (app, identifier, title, command, scheduled) VALUES (?, ?, ?, ?, ?)"
        ).run(
            run.key.appID,
            run.key.identifier,
            run.title,
            run.command,
            run.scheduled.microseconds
        )
    }
}

extension Store {
    /// Returns the runs whose ends are not stored, in order.
    ///
    /// - Parameter id: only those with a greater number.
    func runs(after id: Int64) throws(RequestError) -> [RunRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT id, app, identifier, title, command, scheduled FROM run WHERE id > ?
                ORDER BY id
                """
            ).all([id]) { row in
                RunRow(
                    id: try row.value(0),
                    run: RunIntent(
                        key: RequestKey(appID: try row.value(1), identifier: try row.value(2)),
                        title: try row.value(3),
                        command: try row.value(4),
                        scheduled: Instant(stored: try row.value(5))
                    )
                )
            }
        }
    }

    /// Stores that a run has ended, with its line of the history.
    func end(run id: Int64, noting line: HistoryLine) throws(RequestError) {
        try write(.process) { connection in
            try connection.cached("DELETE FROM run WHERE id = ?").run(id)
            try Self.note([line], connection)
        }
    }

    /// Returns the first due request that runs a command; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - now: the wall clock; `nil` if it cannot be trusted and nothing on it is due.
    ///   - sinceBoot: the clock since boot, in microseconds.
    func dueRun(now: Instant?, sinceBoot: Int64) throws(RequestError) -> PendingRow? {
        try read { connection in
            try connection.cached(
                """
                SELECT * FROM (
                    SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                        WHERE runs = 1 AND paused = 0 AND bootDue IS NULL AND due <= ?1
                        ORDER BY due, id LIMIT 1)
                    UNION ALL
                    SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                        WHERE runs = 1 AND paused = 0 AND bootDue IS NOT NULL AND bootDue <= ?2
                        ORDER BY bootDue, id LIMIT 1)
                ) ORDER BY due, id LIMIT 1
                """
            ).first([now?.microseconds, sinceBoot], PendingRow.init)
        }
    }

    /// Returns the earliest due times of requests that run a command; `nil` if there are none.
    func earliestRun() throws(RequestError) -> EarliestDue? {
        let due = try read { connection in
            try connection.cached(
                """
                SELECT
                    (SELECT due FROM pending WHERE runs = 1 AND paused = 0 AND bootDue IS NULL
                        ORDER BY due, id LIMIT 1),
                    (SELECT bootDue FROM pending WHERE runs = 1 AND paused = 0 AND bootDue IS NOT NULL
                        ORDER BY bootDue, id LIMIT 1)
                """
            ).first { row in
                EarliestDue(
                    wall: try row.value(0, as: Int64?.self).map(Instant.init(stored:)),
                    boot: try row.value(1, as: Int64?.self).map(BootDue.clamped)
                )
            }
        }
        return due == EarliestDue() ? nil : due
    }
}
