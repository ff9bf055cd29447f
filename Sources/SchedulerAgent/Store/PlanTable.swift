import AgentInterface
import NotifyCore
import SQLiteBridge

/// The data from which a calendar request's next date is computed.
struct PlanRow: Sendable {
    let id: Int64
    let due: Instant
    let settled: Instant
    let isPaused: Bool
    let grammar: String
    let rule: String
    /// The time zone; `nil` if it follows the user's.
    let zone: String?
    let monthEnd: Bool
    let until: Instant?
    /// Until when its dates were settled before the clock was set back; `nil` if it was not.
    let reached: Instant?
    /// Whether it has ended and not all of its dates were shown.
    let isSpent: Bool

    /// Returns a computed date, or its current date if the new one is missing or after its end.
    func within(_ date: Instant?) -> Instant {
        guard let date, date <= until ?? date else { return due }
        return date
    }
}

/// A calendar request's new date.
struct Replanned: Equatable, Sendable {
    let id: Int64
    let due: Instant
    let settled: Instant
    /// Until when its dates were settled when the new date was computed.
    let settledBefore: Instant
    /// Its date when the new date was computed.
    let dueBefore: Instant
    /// Until when its dates were settled before the clock was set back.
    let reached: Instant?

    init(_ row: PlanRow, due: Instant, settled: Instant, reached: Instant? = nil) {
        id = row.id
        self.due = due
        self.settled = settled
        settledBefore = row.settled
        dueBefore = row.due
        self.reached = reached
    }
}

extension Store {
    /// Returns the next calendar requests, in the order of their numbers.
    func plans(after position: Int64, atMost limit: Int) throws(RequestError) -> [PlanRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT \(Self.planColumns) FROM pending WHERE rule IS NOT NULL AND id > ?
                ORDER BY id LIMIT ?
                """
            ).all([position, limit], PlanRow.init)
        }
    }

    /// Calls a function for each calendar request.
    func eachPlan(_ body: (PlanRow) throws -> Void) throws(RequestError) {
        try read { connection in
            try connection.cached("SELECT \(Self.planColumns) FROM pending WHERE rule IS NOT NULL")
                .each { row in try body(try PlanRow(row)) }
        }
    }

    /// The columns of a ``PlanRow``, in its order.
    static let planColumns =
        """
        id, due, settled, paused, grammar, rule, zone, monthEnd, until, reached, listed
        """

    /// Returns the zones of pending requests, each once.
    func zonesInUse() throws(RequestError) -> [String] {
        try read { connection in
            // Steps from zone to zone in the index, because there are many requests and few zones.
            try connection.prepare(
                """
                WITH RECURSIVE used (zone) AS (
                    SELECT MIN(zone) FROM pending WHERE zone IS NOT NULL
                    UNION ALL
                    SELECT (SELECT MIN(zone) FROM pending WHERE zone > used.zone)
                    FROM used WHERE used.zone IS NOT NULL
                ) SELECT zone FROM used WHERE zone IS NOT NULL
                """
            ).values(as: String.self)
        }
    }

    /// Stores new dates in one transaction, except for requests that changed since the dates were computed.
    func replan(_ rows: [Replanned]) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { connection in
            // No request was accepted later than now.
            let statement = try connection.cached(
                """
                UPDATE pending SET due = ?1, settled = ?2, added = min(added, ?2), reached = ?3
                WHERE id = ?4 AND settled = ?5 AND due = ?6
                """
            )
            for row in rows {
                try statement.run(
                    row.due.microseconds,
                    row.settled.microseconds,
                    row.reached?.microseconds,
                    row.id,
                    row.settledBefore.microseconds,
                    row.dueBefore.microseconds
                )
                if connection.changesCount > 0 { try Self.recount(row, connection) }
            }
        }
    }

    /// Returns the dates that must not come: those that were delivered before the clock was set back, and those
    /// that the user left out.
    func taken() throws(RequestError) -> [Int64: Set<Instant>] {
        try read { connection in
            var rows = try connection.cached(
                """
                SELECT request, scheduled FROM occurrence JOIN pending ON pending.id = request
                WHERE scheduled > settled AND shown = 1
                UNION ALL
                SELECT request, scheduled FROM leftOut JOIN pending ON pending.id = request
                WHERE scheduled > settled
                """
            ).rows()
            var taken: [Int64: Set<Instant>] = [:]
            while let row = try rows.next() {
                taken[try row.value(0), default: []].insert(Instant(stored: try row.value(1)))
            }
            return taken
        }
    }

    /// Returns the delivered or left out dates of a request after an instant.
    func occurrences(of request: Int64, after instant: Instant) throws(RequestError) -> Set<Instant>
    {
        try read { Set(try Self.takenDates(of: request, after: instant, $0)) }
    }

    static func takenDates(
        of request: Int64,
        after instant: Instant,
        _ connection: Connection
    ) throws -> [Instant] {
        try connection.cached(
            """
            SELECT scheduled FROM occurrence WHERE request = ?1 AND scheduled > ?2 AND shown = 1
            UNION SELECT scheduled FROM leftOut WHERE request = ?1 AND scheduled > ?2
            ORDER BY scheduled
            """
        ).values([request, instant.microseconds], as: Int64.self).map(Instant.init(stored:))
    }

    /// Decodes a request, with the dates that must not come again.
    func pending(of row: PendingRow) throws(RequestError) -> PendingRequest {
        var pending = try row.pending()
        guard pending.request.trigger.calendar != nil, pending.request.trigger.repeats else {
            return pending
        }
        pending.taken = try occurrences(of: row.id, after: row.settled)
        return pending
    }

    /// The number of the latest dates that are kept.
    private static let rememberedOccurrences = 10_000

    /// Stores that a date was delivered, so that it does not come again if the clock is set back.
    ///
    /// The latest dates are kept, and those after the settled time.
    static func store(taken date: Instant, of request: Int64, _ connection: Connection) throws {
        try connection.cached("INSERT OR IGNORE INTO occurrence (request, scheduled) VALUES (?, ?)")
            .run(request, date.microseconds)
        // If the date was already stored, the last number belongs to another table.
        guard connection.changesCount > 0 else {
            return try connection.cached(
                "UPDATE occurrence SET shown = 1 WHERE request = ? AND scheduled = ?"
            ).run(request, date.microseconds)
        }
        let id = connection.lastInsertedRowID
        guard id % 1_000 == 0 else { return }
        // Rows of dates in the future stay: without its row such a date would come again.
        try connection.run(
            """
            DELETE FROM occurrence WHERE id <= ? AND NOT EXISTS (
                SELECT 1 FROM pending WHERE pending.id = request AND settled < scheduled)
            """,
            id - Int64(rememberedOccurrences)
        )
    }
}

extension PlanRow {
    init(_ row: Row) throws {
        id = try row.value(0)
        due = Instant(stored: try row.value(1))
        settled = Instant(stored: try row.value(2))
        isPaused = try row.value(3)
        grammar = try row.value(4)
        rule = try row.value(5)
        zone = try row.value(6)
        monthEnd = try row.value(7)
        let until: Int64? = try row.value(8)
        self.until = until.map(Instant.init(stored:))
        let reached: Int64? = try row.value(9)
        self.reached = reached.map(Instant.init(stored:))
        let isListed: Bool = try row.value(10)
        isSpent = !isListed
    }
}
