import NotifyCore
import SQLiteBridge

/// A delivered notification that is to be shown again.
struct NagRow: Sendable {
    let delivered: DeliveredRow
    /// How often it is shown again, with this time.
    let left: Int
    /// After how many microseconds.
    let interval: Int64
}

/// The columns of delivered notifications that are shown again until they are acknowledged.
enum NagTable {
    static func begin(
        _ nag: NagRule,
        of id: Int64,
        at date: Instant,
        _ connection: Connection
    ) throws {
        try connection.cached(
            "UPDATE delivered SET nagDue = ?, nagInterval = ?, nagsLeft = ? WHERE id = ?"
        ).run(
            date.advanced(byMicroseconds: nag.interval).microseconds,
            nag.interval,
            nag.times,
            id
        )
    }

    static func end(of id: Int64, _ connection: Connection) throws {
        try connection.cached("UPDATE delivered SET nagDue = NULL WHERE id = ?").run(id)
    }
}

extension Store {
    /// Returns the first notification that is due to be shown again; `nil` if there is none.
    func dueNag(_ now: Instant) throws(RequestError) -> NagRow? {
        try read { connection in
            try connection.cached(
                """
                SELECT \(Self.deliveredColumns), nagsLeft, nagInterval FROM delivered
                WHERE nagDue IS NOT NULL AND nagDue <= ? ORDER BY nagDue LIMIT 1
                """
            ).first([now.microseconds]) { row in
                let left: Int32 = try row.clamped(12)
                return NagRow(
                    delivered: try DeliveredRow(row),
                    left: Int(left),
                    interval: try row.value(13)
                )
            }
        }
    }

    /// Returns when the first notification is shown again; `nil` if there is none.
    func earliestNag() throws(RequestError) -> Instant? {
        try read { connection in
            try connection.cached(
                "SELECT nagDue FROM delivered WHERE nagDue IS NOT NULL ORDER BY nagDue LIMIT 1"
            ).value([], as: Int64.self).map(Instant.init(stored:))
        }
    }

    /// Stores when a notification is shown again next; `nil` for not at all.
    func set(nag id: Int64, at date: Instant?, left: Int) throws(RequestError) {
        try write(.process) { connection in
            try connection.cached("UPDATE delivered SET nagDue = ?, nagsLeft = ? WHERE id = ?").run(
                date?.microseconds,
                left,
                id
            )
        }
    }

    /// Moves what would wait longer than its interval, because the clock was set back.
    func alignNags(_ now: Instant) throws(RequestError) {
        guard try earliestNag() != nil else { return }
        try write(.process) { connection in
            try connection.run(
                """
                UPDATE delivered SET nagDue = ?1 + nagInterval
                WHERE nagDue IS NOT NULL AND nagDue > ?1 + nagInterval
                """,
                now.microseconds
            )
        }
    }
}
