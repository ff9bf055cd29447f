import NotifyCore
import SQLiteBridge

/// The earliest due times.
struct EarliestDue: Equatable, Sendable {
    /// On the wall clock.
    var wall: Instant?
    /// On the clock that runs since boot, in microseconds.
    var boot: Int64?
    /// On the wall clock, of requests that may wake the machine.
    var wake: Instant?
}

extension Store {
    /// Returns the earliest due times of requests that are not paused.
    func earliest() throws(RequestError) -> EarliestDue {
        try read { connection in
            let times = try connection.cached(
                """
                SELECT
                    (SELECT due FROM pending WHERE bootDue IS NULL AND paused = 0
                        ORDER BY due, id LIMIT 1),
                    (SELECT bootDue FROM pending WHERE bootDue IS NOT NULL AND paused = 0
                        ORDER BY bootDue, id LIMIT 1),
                    (SELECT due FROM pending WHERE wake = 1 AND paused = 0
                        ORDER BY due LIMIT 1),
                    (SELECT due - lead FROM pending
                        WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NULL
                        ORDER BY due - lead LIMIT 1),
                    (SELECT bootDue - lead FROM pending
                        WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NOT NULL
                        ORDER BY bootDue - lead LIMIT 1),
                    (SELECT MIN(due - lead) FROM pending
                        WHERE wake = 1 AND lead IS NOT NULL AND paused = 0)
                """
            ).first { row in
                func date(_ index: Int) throws -> Instant? {
                    try row.value(index, as: Int64?.self).map(Instant.init(stored:))
                }
                func time(_ index: Int) throws -> Int64? {
                    try row.value(index, as: Int64?.self).map(BootDue.clamped)
                }
                let dates = EarliestDue(wall: try date(0), boot: try time(1), wake: try date(2))
                return dates.or(
                    EarliestDue(wall: try date(3), boot: try time(4), wake: try date(5))
                )
            }
            return times ?? EarliestDue()
        }
    }

    /// Returns the due requests, the earliest first.
    ///
    /// - Parameters:
    ///   - now: the wall clock; `nil` if it cannot be trusted and nothing on it is due.
    ///   - sinceBoot: the clock since boot, in microseconds.
    func due(now: Instant?, sinceBoot: Int64, limit: Int) throws(RequestError) -> [PendingRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT * FROM (
                    SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                        WHERE bootDue IS NULL AND paused = 0 AND due <= ?1
                        ORDER BY due, id LIMIT ?3)
                    UNION ALL
                    SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                        WHERE bootDue IS NOT NULL AND paused = 0 AND bootDue <= ?2
                        ORDER BY bootDue, id LIMIT ?3)
                ) ORDER BY due, id LIMIT ?3
                """
            ).all([now?.microseconds, sinceBoot, limit], PendingRow.init)
        }
    }

    /// Returns the next date of all requests, for display.
    func nextDate() throws(RequestError) -> Instant? {
        try read { connection in
            try connection.prepare(
                """
                SELECT due FROM pending WHERE listed = 1 AND paused = 0 AND due < ?
                ORDER BY due LIMIT 1
                """
            ).value([Instant.distantFuture.microseconds], as: Int64.self).map(Instant.init(stored:))
        }
    }

    /// Returns the requests whose time counts since this boot or an earlier one.
    func intervals() throws(RequestError) -> [PendingRow] {
        try read { connection in
            try connection.prepare(
                """
                SELECT \(Self.pendingColumns) FROM pending
                WHERE bootDue IS NOT NULL AND paused = 0 AND rule IS NULL AND place IS NULL
                UNION ALL
                SELECT \(Self.pendingColumns) FROM pending
                WHERE rule IS NULL AND place IS NULL AND (bootDue IS NULL OR paused = 1)
                """
            ).all { try PendingRow($0) }
        }
    }

    /// Moves intervals on both clocks, in one transaction.
    func reschedule(_ rows: [MovedInterval]) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { connection in
            let statement = try connection.cached(
                """
                UPDATE pending SET added = ?, settled = ?, due = ?, boot = ?, bootDue = ?
                WHERE id = ?
                """
            )
            for row in rows {
                try statement.run(
                    row.added.microseconds,
                    row.settled.microseconds,
                    row.due.microseconds,
                    row.boot?.boot,
                    row.boot?.microseconds,
                    row.id
                )
            }
        }
    }
}

/// An interval whose time on the wall clock is updated.
struct MovedInterval: Equatable, Sendable {
    let id: Int64
    let added: Instant
    let settled: Instant
    let due: Instant
    let boot: BootDue?

    /// Moves an interval by a number of microseconds.
    init(_ row: PendingRow, by step: Int64 = 0, boot: BootDue?) {
        id = row.id
        added = row.added.advanced(byMicroseconds: step)
        settled = row.settled.advanced(byMicroseconds: step)
        due = row.due.advanced(byMicroseconds: step)
        self.boot = boot
    }
}
