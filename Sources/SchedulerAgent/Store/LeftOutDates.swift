import NotifyCore
import SQLiteBridge

/// A date that the user left out, by `skip` or by postponing it.
struct LeftOutDate: Hashable, Sendable {
    let date: Instant
    /// The offset from UTC of the clock that the user saw, in seconds.
    let offset: Int64

    /// Makes the date of a request whose dates are computed in a zone.
    init(_ date: Instant, in zone: some ZoneRules) {
        self.date = date
        offset = zone.span(at: date.seconds).offset
    }
}

/// The table of dates that the user left out of repeating requests.
///
/// A date that was shown is an instant. One that was left out is a time on the wall: in another zone, or by other rules
/// of its zone, it is another instant.
struct LeftOutDates: Sendable {
    /// A row whose instant may be another one.
    struct Entry: Sendable {
        let id: Int64
        let date: Instant
        let offset: Int64
        /// The zone of its request; `nil` for the user's.
        let zone: String?
    }

    private let store: Store

    init(_ store: Store) {
        self.store = store
    }

    /// The number of dates that are kept after they have passed.
    private static let maxPassed = 10_000

    /// Returns the dates that may lie ahead.
    func all() throws(RequestError) -> [Entry] {
        try store.read { connection in
            try connection.cached(
                """
                SELECT leftOut.id, scheduled, offset, zone FROM leftOut
                JOIN pending ON pending.id = request WHERE rule IS NOT NULL
                """
            ).all { row in
                Entry(
                    id: try row.value(0),
                    date: Instant(stored: try row.value(1)),
                    offset: try row.value(2),
                    zone: try row.value(3)
                )
            }
        }
    }

    /// Returns the date in a row of a request; `nil` if it is there no more.
    func date(_ id: Int64, of request: Int64) throws(RequestError) -> Instant? {
        try store.read { connection in
            try connection.cached("SELECT scheduled FROM leftOut WHERE id = ? AND request = ?")
                .value([id, request], as: Int64.self).map(Instant.init(stored:))
        }
    }

    /// Stores the instants of dates.
    func move(_ dates: [(id: Int64, to: Instant)]) throws(RequestError) {
        guard !dates.isEmpty else { return }
        try store.write(.full) { connection in
            // The wall time stays.
            let statement = try connection.cached(
                """
                UPDATE leftOut SET scheduled = ?1, offset = offset + (scheduled - ?1) / 1000000
                WHERE id = ?2
                """
            )
            for (id, date) in dates { try statement.run(date.microseconds, id) }
        }
    }

    /// Stores that a date does not come.
    @discardableResult
    static func insert(
        _ leftOut: LeftOutDate,
        of request: Int64,
        _ connection: Connection
    ) throws -> Int64 {
        let date = leftOut.date.microseconds
        // It counts as left out from now on.
        try connection.cached(
            "DELETE FROM occurrence WHERE request = ? AND scheduled = ? AND shown = 0"
        ).run(request, date)
        try connection.cached("INSERT INTO leftOut (request, scheduled, offset) VALUES (?, ?, ?)")
            .run(request, date, leftOut.offset)
        let id = connection.lastInsertedRowID
        if id % 1_000 == 0 {
            try connection.run(
                """
                DELETE FROM leftOut WHERE id <= ? AND NOT EXISTS (
                    SELECT 1 FROM pending WHERE pending.id = request AND settled < scheduled)
                """,
                id - Int64(maxPassed)
            )
        }
        return id
    }

    /// Gives what a request had to the request that takes its place.
    static func carry(from old: Int64, to new: Int64, _ connection: Connection) throws {
        try connection.cached("UPDATE leftOut SET request = ?1 WHERE request = ?2").run(new, old)
        // The numbers of rows without a request may stay behind.
        try connection.cached("UPDATE OR IGNORE occurrence SET request = ?1 WHERE request = ?2")
            .run(new, old)
    }
}
