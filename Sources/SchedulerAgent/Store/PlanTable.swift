import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// What is needed to find a calendar request's next date anew.
struct PlanRow: Sendable {
    let id: Int64
    let due: Instant
    let settled: Instant
    let isPaused: Bool
    let grammar: String
    let rule: String
    /// `nil` where it follows the user's zone.
    let zone: String?
    let monthEnd: Bool
    let until: Instant?
}

/// A calendar request's new place in time.
struct Replanned: Equatable, Sendable {
    let id: Int64
    let due: Instant
    let settled: Instant
    /// Up to where its dates were dealt with when it was planned.
    let settledBefore: Instant
    /// How many of its dates that are behind it lie ahead again.
    var comingAgain = 0
}

extension Store {
    /// The plans of all calendar requests, handed over one by one.
    func eachPlan(_ body: (PlanRow) throws -> Void) throws(RequestError) {
        try read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT id, due, settled, paused, grammar, rule, zone, monthEnd, until
                        FROM pending WHERE rule IS NOT NULL
                        """
                )
            )
            while let row = try rows.next() { try body(PlanRow(row)) }
        }
    }

    /// The zones that pending requests name, each once.
    func zonesInUse() throws(RequestError) -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                // From one to the next in the index: there are many requests and few zones.
                sql: """
                    WITH RECURSIVE used (zone) AS (
                        SELECT MIN(zone) FROM pending WHERE zone IS NOT NULL
                        UNION ALL
                        SELECT (SELECT MIN(zone) FROM pending WHERE zone > used.zone)
                        FROM used WHERE used.zone IS NOT NULL
                    ) SELECT zone FROM used WHERE zone IS NOT NULL
                    """
            )
        }
    }

    /// Writes new dates down, in one transaction; but for requests that moved on since they were planned.
    func replan(_ rows: [Replanned]) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { database in
            let statement = try database.cachedStatement(
                // Nothing was accepted later than now; what lies ahead again counts when it comes.
                sql: """
                    UPDATE pending SET due = ?1, settled = ?2, added = min(added, ?2),
                        fired = max(0, fired - ?3)
                    WHERE id = ?4 AND settled = ?5
                    """
            )
            for row in rows {
                try statement.execute(arguments: [
                    row.due.microseconds, row.settled.microseconds, row.comingAgain, row.id,
                    row.settledBefore.microseconds,
                ])
            }
        }
    }

    /// The dates that came although they lie after what is settled: the clock was set back since.
    ///
    /// - Returns: the dates, by the request's number.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func taken() throws(RequestError) -> [Int64: Set<Instant>] {
        try read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT request, scheduled FROM occurrence JOIN pending ON pending.id = request
                        WHERE scheduled > settled
                        """
                )
            )
            var taken: [Int64: Set<Instant>] = [:]
            while let row = try rows.next() {
                taken[row[0], default: []].insert(Instant(stored: row[1]))
            }
            return taken
        }
    }

    /// The dates of a request after an instant that were delivered or skipped.
    func occurrences(of request: Int64, after instant: Instant) throws(RequestError) -> Set<Instant>
    {
        try read { database in
            let dates = try Int64.fetchAll(
                database.cachedStatement(
                    sql: "SELECT scheduled FROM occurrence WHERE request = ? AND scheduled > ?"
                ),
                arguments: [request, instant.microseconds]
            )
            return Set(dates.map(Instant.init(stored:)))
        }
    }

    /// A request, with the dates that it must not come to again.
    func pending(of row: PendingRow) throws(RequestError) -> PendingRequest {
        var pending = try row.pending()
        guard pending.request.trigger.calendar != nil, pending.request.trigger.repeats else {
            return pending
        }
        pending.taken = try occurrences(of: row.id, after: row.settled)
        return pending
    }

    private static let rememberedOccurrences = 10_000

    /// Remembers that a date of a request was delivered or skipped, lest it comes again once the clock is
    /// set back; the latest are kept, and those that lie ahead of what is settled.
    static func take(_ scheduled: Instant, of request: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO occurrence (request, scheduled) VALUES (?, ?)"
        ).execute(arguments: [request, scheduled.microseconds])
        // Where it was there already, the last number is one of another table.
        guard database.changesCount > 0 else { return }
        let id = database.lastInsertedRowID
        guard id % 1_000 == 0 else { return }
        // One that lies ahead still is all that keeps its date from coming again.
        try database.execute(
            sql: """
                DELETE FROM occurrence WHERE id <= ? AND NOT EXISTS (
                    SELECT 1 FROM pending WHERE pending.id = request AND settled < scheduled)
                """,
            arguments: [id - Int64(rememberedOccurrences)]
        )
    }

    /// Fills in the columns of plans for requests that were stored before there were any.
    static func fillPlans(_ database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT id, record FROM pending")
        for row in rows {
            guard let record = Variant.dictionary(serialized: Blob.bytes(of: row, at: 1)),
                let request = try? NotificationRequest(record: record),
                let calendar = request.trigger.calendar
            else { continue }
            let id: Int64 = row[0]
            try database.execute(
                sql: "UPDATE pending SET grammar = ?, rule = ?, zone = ? WHERE id = ?",
                arguments: [
                    calendar.spec.grammar.rawValue, calendar.spec.text, calendar.zoneIdentifier,
                    id,
                ]
            )
        }
    }
}

extension PlanRow {
    fileprivate init(_ row: Row) {
        id = row[0]
        due = Instant(stored: row[1])
        settled = Instant(stored: row[2])
        isPaused = row[3]
        grammar = row[4]
        rule = row[5]
        zone = row[6]
        monthEnd = row[7]
        let until: Int64? = row[8]
        self.until = until.map(Instant.init(stored:))
    }
}
