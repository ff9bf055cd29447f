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
    let boot: BootDue?

    /// The request itself.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where the stored bytes do not hold.
    func pending() throws(RequestError) -> PendingRequest {
        guard let variant = Variant.dictionary(serialized: record) else {
            throw RequestError(.storage, "the stored request \(id) is damaged")
        }
        return PendingRequest(
            request: try NotificationRequest(record: variant),
            added: added,
            due: due
        )
    }
}

/// The due time of an interval on the clock that runs since boot.
struct BootDue: Hashable, Sendable {
    /// Which boot; a time since boot means nothing after another one.
    var boot: String
    /// Microseconds since that boot.
    var microseconds: Int64
}

extension Store {
    private static let columns = "id, record, added, due, boot, bootDue"

    /// Stores a request in place of one with the same key; durable when it returns.
    func add(_ pending: PendingRequest, boot: BootDue?) throws(RequestError) {
        try write(.full) { database in
            try Self.insert(pending, boot: boot, database)
        }
    }

    static func insert(
        _ pending: PendingRequest,
        boot: BootDue?,
        _ database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO pending
                    (app, identifier, record, added, due, boot, bootDue, listed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        let request = pending.request
        try statement.execute(arguments: [
            request.appID, request.identifier, Blob(request.record.serialized),
            pending.added.microseconds, pending.due.microseconds,
            boot?.boot, boot?.microseconds, request.trigger == .immediate ? 0 : 1,
        ])
    }

    /// The earliest due time on the wall clock, and the one since boot.
    func earliest() throws(RequestError) -> (wall: Instant?, boot: Int64?) {
        try read { database in
            let wall = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT due FROM pending WHERE bootDue IS NULL ORDER BY due, id LIMIT 1"
                )
            )
            let boot = try Int64.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT bootDue FROM pending WHERE bootDue IS NOT NULL
                        ORDER BY bootDue, id LIMIT 1
                        """
                )
            )
            return (wall.map(Instant.init(stored:)), boot.map(BootDue.clamped))
        }
    }

    /// The request that has been due longest, on either clock; `nil` where none is due.
    func firstDue(now: Instant, sinceBoot: Int64) throws(RequestError) -> PendingRow? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT * FROM (
                            SELECT * FROM (SELECT \(Self.columns) FROM pending
                                WHERE bootDue IS NULL AND due <= ? ORDER BY due, id LIMIT 1)
                            UNION ALL
                            SELECT * FROM (SELECT \(Self.columns) FROM pending
                                WHERE bootDue <= ? ORDER BY bootDue, id LIMIT 1)
                        ) ORDER BY due, id LIMIT 1
                        """
                ),
                arguments: [now.microseconds, sinceBoot]
            ).map(PendingRow.init)
        }
    }

    /// The next date over all, for people.
    func nextDate() throws(RequestError) -> Instant? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: "SELECT due FROM pending WHERE listed = 1 ORDER BY due LIMIT 1"
            ).map(Instant.init(stored:))
        }
    }

    /// Pending requests, soonest first.
    ///
    /// - Parameters:
    ///   - app: whose; `nil` for all.
    ///   - identifier: which; `nil` for all.
    /// - Returns: the rows.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func pending(app: String?, identifier: String? = nil) throws(RequestError) -> [PendingRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.columns) FROM pending
                    WHERE (listed = 1 OR ?2 IS NOT NULL) AND (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                    ORDER BY due, id
                    """,
                arguments: [app, identifier]
            ).map(PendingRow.init)
        }
    }

    /// Requests whose time counts since boot.
    func intervals() throws(RequestError) -> [PendingRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT \(Self.columns) FROM pending WHERE bootDue IS NOT NULL"
            ).map(PendingRow.init)
        }
    }

    /// Moves requests on both clocks, in one transaction.
    func reschedule(
        _ rows: [(id: Int64, added: Instant, due: Instant, boot: BootDue?)]
    ) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE pending SET added = ?, due = ?, boot = ?, bootDue = ? WHERE id = ?"
            )
            for row in rows {
                try statement.execute(arguments: [
                    row.added.microseconds, row.due.microseconds,
                    row.boot?.boot, row.boot?.microseconds, row.id,
                ])
            }
        }
    }

    /// Takes a damaged row out of the way of the others.
    func drop(pending id: Int64) throws(RequestError) {
        try write(.full) { database in
            try database.execute(sql: "DELETE FROM pending WHERE id = ?", arguments: [id])
        }
    }
}

extension Instant {
    /// An instant of the store, clamped to what can be written: on a damaged number the agent must not
    /// overflow.
    init(stored microseconds: Int64) {
        let bounds = Self.distantPast.microseconds...Self.distantFuture.microseconds
        self.init(microseconds: min(max(microseconds, bounds.lowerBound), bounds.upperBound))
    }
}

extension BootDue {
    /// The same for a time since boot.
    fileprivate static func clamped(_ microseconds: Int64) -> Int64 {
        Instant(stored: microseconds).microseconds
    }
}

extension PendingRow {
    fileprivate init(_ row: Row) {
        id = row[0]
        record = Blob.bytes(of: row, at: 1)
        added = Instant(stored: row[2])
        due = Instant(stored: row[3])
        let bootID: String? = row[4]
        let bootDue: Int64? = row[5]
        boot = bootID.flatMap { id in
            bootDue.map { BootDue(boot: id, microseconds: BootDue.clamped($0)) }
        }
    }
}
