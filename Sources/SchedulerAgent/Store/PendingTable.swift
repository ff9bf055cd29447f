import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// A pending request as it stands in the store.
struct PendingRow: Sendable {
    let id: Int64
    let record: [UInt8]
    let added: Instant
    let due: Instant
    let settled: Instant
    let fired: Int
    let isPaused: Bool
    let boot: BootDue?
    /// The crossing of a border that made it due.
    let crossing: RegionCrossing?

    /// The request itself.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where the stored bytes do not hold.
    func pending() throws(RequestError) -> PendingRequest {
        guard let variant = Variant.dictionary(serialized: record) else {
            throw RequestError(.storage, "the stored request \(id) is damaged")
        }
        var pending = PendingRequest(
            request: try NotificationRequest(record: variant),
            added: added,
            due: due,
            settled: settled,
            fired: fired,
            isPaused: isPaused
        )
        pending.crossing = crossing
        return pending
    }
}

/// The due time of an interval on the clock that runs since boot.
struct BootDue: Hashable, Sendable {
    /// Which boot; a time since boot means nothing after another one.
    var boot: String
    /// Microseconds since that boot.
    var microseconds: Int64
}

extension PendingRequest {
    /// The time since boot at which it is due; `nil` where it waits on another clock.
    func bootDue(now: Instant, sinceBoot: Int64, boot: String) -> BootDue? {
        guard request.trigger.calendar == nil, request.trigger.hasDates else { return nil }
        let left = due.microseconds - now.microseconds
        return BootDue(boot: boot, microseconds: sinceBoot + left)
    }
}

/// A request to be stored.
struct PendingAddition {
    let row: PendingInsertion
    /// The call that brought it, where that may come again.
    let call: AnsweredAdd?
}

extension Store {
    static let pendingColumns =
        "id, record, added, due, settled, fired, paused, boot, bootDue, crossing"

    /// Stores a request in place of one with the same key; durable when it returns.
    ///
    /// - Parameters:
    ///   - pending: the request.
    ///   - boot: when it is due on the clock that runs since boot.
    /// - Returns: the row's number.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    @discardableResult
    func add(_ pending: PendingRequest, boot: BootDue?) throws(RequestError) -> Int64 {
        try add(PendingAddition(row: PendingInsertion(pending, boot: boot), call: nil))
    }

    /// Stores a request as ``add(_:boot:)`` does.
    ///
    /// - Returns: the row's number.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func add(_ addition: PendingAddition) throws(RequestError) -> Int64 {
        try write(.full) { database in try Self.insert(addition, database) }
    }

    /// Stores requests as ``add(_:boot:)`` does, all of them or none.
    ///
    /// - Returns: the rows' numbers, in the same order.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func add(_ additions: [PendingAddition]) throws(RequestError) -> [Int64] {
        try write(.full) { database in try additions.map { try Self.insert($0, database) } }
    }

    private static func insert(_ addition: PendingAddition, _ database: Database) throws -> Int64 {
        if let call = addition.call { try remember(call, database) }
        return try insert(addition.row, database)
    }

    @discardableResult
    static func insert(
        _ pending: PendingRequest,
        boot: BootDue?,
        _ database: Database
    ) throws -> Int64 {
        try insert(PendingInsertion(pending, boot: boot), database)
    }

    @discardableResult
    static func insert(_ insertion: PendingInsertion, _ database: Database) throws -> Int64 {
        try insert(insertion, try insertStatement(database), database)
    }

    /// What ``insert(_:_:_:)`` runs; to look it up for each of many rows takes longer than to run it.
    ///
    /// With REPLACE, SQLite would keep a copy of each page that a row changes, and tell no trigger of what goes.
    static func insertStatement(_ database: Database) throws -> Statement {
        try database.cachedStatement(
            sql: """
                INSERT OR FAIL INTO pending
                    (app, identifier, record, added, due, settled, fired, paused, boot, bootDue, listed,
                    wake, grammar, rule, zone, monthEnd, until, attachments, place)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (app, identifier) DO NOTHING
                """
        )
    }

    @discardableResult
    static func insert(
        _ insertion: PendingInsertion,
        _ statement: Statement,
        _ database: Database
    ) throws -> Int64 {
        try insertion.run(statement, database)
        if database.changesCount == 0 {
            // Another one has its key, and goes.
            try database.cachedStatement(
                sql: "DELETE FROM pending WHERE app = ? AND identifier = ?"
            ).execute(arguments: [insertion.key.appID, insertion.key.identifier])
            try insertion.run(statement, database)
        }
        return database.lastInsertedRowID
    }

    /// Pending requests, soonest first.
    ///
    /// - Parameters:
    ///   - app: whose; `nil` for all.
    ///   - identifier: which; `nil` for all.
    /// - Returns: the rows.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func pending(app: String?, identifier: String? = nil) throws(RequestError) -> [PendingRow] {
        let condition = Self.condition(app: app, identifier: identifier)
        let listed = identifier == nil ? "listed = 1 AND " : ""
        return try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT \(Self.pendingColumns) FROM pending WHERE \(listed)\(condition.sql)
                        ORDER BY due, id
                        """
                ),
                arguments: condition.arguments
            ).map(PendingRow.init)
        }
    }

    /// A pending request by its number; `nil` where it is pending no more.
    func pending(id: Int64) throws(RequestError) -> PendingRow? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT \(Self.pendingColumns) FROM pending WHERE id = ?"
                ),
                arguments: [id]
            ).map(PendingRow.init)
        }
    }

    /// Holds requests back, or takes them up again with the dates that they have then.
    ///
    /// - Parameters:
    ///   - rows: the requests.
    ///   - ended: those that have no date any more.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func update(
        _ rows: [(id: Int64, pending: PendingRequest, boot: BootDue?)],
        ending ended: [Int64]
    ) throws(RequestError) {
        guard !rows.isEmpty || !ended.isEmpty else { return }
        try write(.full) { database in
            for row in rows { try Self.update(row.id, to: row.pending, boot: row.boot, database) }
            for id in ended { try Self.drop(pending: id, database) }
        }
    }

    static func update(
        _ id: Int64,
        to pending: PendingRequest,
        boot: BootDue?,
        _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE pending SET due = ?1, settled = ?2, fired = ?3, paused = ?4, boot = ?5,
                    bootDue = ?6, crossing = ?7, place = CASE WHEN place IS NOT NULL AND ?4 THEN 0 ELSE place END
                WHERE id = ?8
                """
        ).execute(arguments: [
            pending.due.microseconds, pending.settled.microseconds, pending.fired,
            pending.isPaused, boot?.boot, boot?.microseconds,
            pending.crossing.map { Blob($0.record.serialized) }, id,
        ])
    }

    /// Takes a row out of the way of the others.
    func drop(pending id: Int64) throws(RequestError) {
        try write(.full) { database in try Self.drop(pending: id, database) }
    }

    static func drop(pending id: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM pending WHERE id = ?")
            .execute(arguments: [id])
    }
}

extension NotificationTrigger {
    /// The trigger that follows the calendar, where it is one.
    var calendar: CalendarTrigger? {
        if case .calendar(let trigger) = self { trigger } else { nil }
    }
}

extension PendingRow {
    init(_ row: Row) {
        id = row[0]
        record = Blob.bytes(of: row, at: 1)
        added = Instant(stored: row[2])
        due = Instant(stored: row[3])
        settled = Instant(stored: row[4])
        // Clamped, as the dates are: a damaged count must not overflow either.
        fired = Int(Int32(clamping: row[5] as Int64))
        isPaused = row[6]
        let bootID: String? = row[7]
        let bootDue: Int64? = row[8]
        boot = bootID.flatMap { id in
            bootDue.map { BootDue(boot: id, microseconds: BootDue.clamped($0)) }
        }
        crossing = RegionCrossing(row, at: 9)
    }
}
