import NotifyCore
import SQLiteBridge

extension Store {
    /// Returns the first request whose warning is due; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - now: the wall clock; `nil` if it cannot be trusted and nothing on it is due.
    ///   - sinceBoot: the clock since boot, in microseconds.
    func dueWarning(now: Instant?, sinceBoot: Int64) throws(RequestError) -> PendingRow? {
        try read { connection in
            try connection.cached(
                """
                SELECT * FROM (
                    SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                        WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NULL
                            AND due - lead <= ?1
                        ORDER BY due - lead, id LIMIT 1)
                    UNION ALL
                    SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                        WHERE lead IS NOT NULL AND paused = 0 AND bootDue IS NOT NULL
                            AND bootDue - lead <= ?2
                        ORDER BY bootDue - lead, id LIMIT 1)
                ) LIMIT 1
                """
            ).first([now?.microseconds, sinceBoot], PendingRow.init)
        }
    }
}
