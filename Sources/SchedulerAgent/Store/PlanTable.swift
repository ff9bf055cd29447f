import AgentInterface
import GLibBridge
import NotifyCore
import SQLiteBridge

/// What is needed to recompute a calendar request's next date.
struct PlanRow: Sendable {
    let id: Int64
    let due: Instant
    let settled: Instant
    let isPaused: Bool
    let grammar: String
    let rule: String
    /// `nil` if it follows the user's zone.
    let zone: String?
    let monthEnd: Bool
    let until: Instant?
    /// Up to where its dates were dealt with before the clock was set back; `nil` if it was not.
    let reached: Instant?
    /// Whether it has come to its end, by dates that were not all shown.
    let isSpent: Bool

    /// A date that was found for it; the one that it has where there is none up to its end.
    func within(_ date: Instant?) -> Instant {
        guard let date, date <= until ?? date else { return due }
        return date
    }
}

/// A calendar request's new place in time.
struct Replanned: Equatable, Sendable {
    let id: Int64
    let due: Instant
    let settled: Instant
    /// Up to where its dates were dealt with when it was planned.
    let settledBefore: Instant
    /// Its date when it was planned.
    let dueBefore: Instant
    /// Up to where its dates were dealt with before the clock was set back.
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
    /// The plans of all calendar requests, handed over one by one.
    func eachPlan(_ body: (PlanRow) throws -> Void) throws(RequestError) {
        try read { connection in
            try connection.cached("SELECT \(Self.planColumns) FROM pending WHERE rule IS NOT NULL")
                .each { row in try body(try PlanRow(row)) }
        }
    }

    static let planColumns =
        """
        id, due, settled, paused, grammar, rule, zone, monthEnd, until, reached, listed
        """

    /// The zones that pending requests name, each once.
    func zonesInUse() throws(RequestError) -> [String] {
        try read { connection in
            // From one to the next in the index: there are many requests and few zones.
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

    /// Writes new dates down, in one transaction; but for requests that moved on since they were planned.
    func replan(_ rows: [Replanned]) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { connection in
            // Nothing was accepted later than now.
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

    /// The dates that came although they lie after what is settled: the clock was set back since.
    ///
    /// - Returns: the dates, by the request's number.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func taken() throws(RequestError) -> [Int64: Set<Instant>] {
        try read { connection in
            var rows = try connection.cached(
                """
                SELECT request, scheduled FROM occurrence JOIN pending ON pending.id = request
                WHERE scheduled > settled AND shown = 1
                """
            ).rows()
            var taken: [Int64: Set<Instant>] = [:]
            while let row = try rows.next() {
                taken[try row.value(0), default: []].insert(Instant(stored: try row.value(1)))
            }
            return taken
        }
    }

    /// The dates of a request after an instant that were delivered or skipped.
    func occurrences(of request: Int64, after instant: Instant) throws(RequestError) -> Set<Instant>
    {
        try read { connection in
            let dates = try connection.cached(
                """
                SELECT scheduled FROM occurrence
                WHERE request = ? AND scheduled > ? AND shown = 1
                """
            ).values([request, instant.microseconds], as: Int64.self)
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
    static func take(_ scheduled: Instant, of request: Int64, _ connection: Connection) throws {
        try connection.cached("INSERT OR IGNORE INTO occurrence (request, scheduled) VALUES (?, ?)")
            .run(request, scheduled.microseconds)
        // Where it was there already, the last number is one of another table.
        guard connection.changesCount > 0 else {
            return try connection.cached(
                "UPDATE occurrence SET shown = 1 WHERE request = ? AND scheduled = ?"
            ).run(request, scheduled.microseconds)
        }
        let id = connection.lastInsertedRowID
        guard id % 1_000 == 0 else { return }
        // One that lies ahead still is all that keeps its date from coming again.
        try connection.run(
            """
            DELETE FROM occurrence WHERE id <= ? AND NOT EXISTS (
                SELECT 1 FROM pending WHERE pending.id = request AND settled < scheduled)
            """,
            id - Int64(rememberedOccurrences)
        )
    }

    /// Fills in the columns of plans for requests that were stored before there were any.
    static func fillPlans(_ connection: Connection) throws {
        let rows = try connection.prepare("SELECT id, record FROM pending").all { row in
            (id: try row.value(0, as: Int64.self), record: try row.bytes(1))
        }
        for (id, record) in rows {
            guard let record = Variant.dictionary(serialized: record),
                let request = try? NotificationRequest(record: record),
                let calendar = request.trigger.calendar
            else { continue }
            try connection.run(
                "UPDATE pending SET grammar = ?, rule = ?, zone = ? WHERE id = ?",
                calendar.spec.grammar.rawValue,
                calendar.spec.text,
                calendar.zoneIdentifier,
                id
            )
        }
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
