import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    static let pendingColumns =
        "id, record, added, due, settled, fired, paused, boot, bootDue, crossing"

    /// Stores a request and replaces one with the same key; durable when it returns.
    func add(_ request: AcceptedRequest) throws(RequestError) -> PendingID {
        try write(.full) { connection in try Self.add(request, connection) }
    }

    /// Stores a request that is the user's or an app's from now on, also where one of a calendar had its identifier.
    private static func add(
        _ request: AcceptedRequest,
        _ connection: Connection
    ) throws -> PendingID {
        try connection.cached("DELETE FROM eventRequest WHERE app = ? AND identifier = ?").run(
            request.key.appID,
            request.key.identifier
        )
        return try insert(request, connection)
    }

    /// Stores requests, each in place of one with the same key, all of them or none.
    func add(_ requests: [AcceptedRequest]) throws(RequestError) -> [PendingID] {
        try write(.full) { connection in try requests.map { try Self.add($0, connection) } }
    }

    /// Stores what a request is now in its row, whose dates and crossings stay.
    static func replace(
        _ id: PendingID,
        with request: AcceptedRequest,
        _ connection: Connection
    ) throws {
        try connection.cached(
            """
            UPDATE pending SET record = ?, wake = ?, until = ?, attachments = ?, runs = ?, lead = ?,
                sender = ?
            WHERE id = ?
            """
        ).run(
            request.record,
            request.wakes,
            request.until,
            request.folder,
            request.runs,
            request.lead,
            request.sender?.text,
            id
        )
    }

    @discardableResult
    static func insert(
        _ pending: PendingRequest,
        boot: BootDue?,
        _ connection: Connection
    ) throws -> PendingID {
        try insert(AcceptedRequest(pending, boot: boot), connection)
    }

    @discardableResult
    static func insert(_ request: AcceptedRequest, _ connection: Connection) throws -> PendingID {
        if let call = request.call { try remember(call, connection) }
        if let wake = request.wake { try keep(wake: wake, connection) }
        return try insert(request, try insertStatement(connection), connection)
    }

    /// The statement of ``insert(_:_:_:)``.
    ///
    /// Looking it up for each of many rows takes longer than running it.
    ///
    /// It has no REPLACE, with which SQLite copies each changed page and runs no trigger for the deleted row.
    static func insertStatement(_ connection: Connection) throws -> Statement {
        try connection.cached(
            """
            INSERT OR FAIL INTO pending
                (app, identifier, record, added, due, settled, fired, paused, boot, bootDue, listed,
                wake, grammar, rule, zone, monthEnd, until, attachments, place,
                runs, lead, sender)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, identifier) DO NOTHING
            """
        )
    }

    @discardableResult
    static func insert(
        _ request: AcceptedRequest,
        _ statement: Statement,
        _ connection: Connection
    ) throws -> PendingID {
        try statement.run(request.values)
        if connection.changesCount == 0 {
            // Another request has the same key and is replaced.
            try connection.cached("DELETE FROM pending WHERE app = ? AND identifier = ?").run(
                request.key.appID,
                request.key.identifier
            )
            try statement.run(request.values)
        }
        return PendingID(connection.lastInsertedRowID)
    }

    /// Pending requests, soonest first.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - identifier: the identifier; `nil` for all.
    func pending(app: String?, identifier: String? = nil) throws(RequestError) -> [PendingRow] {
        let condition = Self.condition(app: app, identifier: identifier)
        let listed = identifier == nil ? "listed = 1 AND " : "(listed = 1 OR rule IS NULL) AND "
        return try read { connection in
            try connection.cached(
                """
                SELECT \(Self.pendingColumns) FROM pending WHERE \(listed)\(condition.sql)
                ORDER BY due, id
                """
            ).all(condition.arguments, PendingRow.init)
        }
    }

    /// Requests without a trigger that wait to be shown, first ones first.
    ///
    /// - Parameter app: the app; `nil` for all.
    func waiting(app: String?) throws(RequestError) -> [PendingRow] {
        try read { connection in
            // SQLite would read all requests of the app by the index of the apps.
            try connection.cached(
                """
                SELECT \(Self.pendingColumns) FROM pending INDEXED BY pendingImmediate
                WHERE listed = 0 AND rule IS NULL AND (?1 IS NULL OR app = ?1) ORDER BY due, id
                """
            ).all([app], PendingRow.init)
        }
    }

    /// Returns the row of a request; `nil` if it is not pending.
    func pending(of key: RequestKey) throws(RequestError) -> PendingRow? {
        try pending(app: key.appID, identifier: key.identifier).first
    }

    /// Whether there is a row of a request, readable or not.
    func isPending(_ key: RequestKey) throws(RequestError) -> Bool {
        try read { connection in
            let row: PendingID? = try connection.cached(
                "SELECT id FROM pending WHERE app = ? AND identifier = ?"
            ).first([key.appID, key.identifier]) { try $0.value(0) }
            return row != nil
        }
    }

    /// Returns the requests, pending or delivered, whose identifiers are those of snoozed ones.
    ///
    /// - Parameter app: the app; `nil` for all.
    func snoozed(of app: String?) throws(RequestError) -> [RequestKey] {
        let condition = Self.condition(app: app, identifier: nil)
        let rows = "WHERE \(condition.sql) AND instr(identifier, '.snoozed') > 0"
        return try read { connection in
            try connection.cached(
                """
                SELECT app, identifier FROM pending \(rows)
                UNION SELECT app, identifier FROM delivered \(rows)
                """
            ).all(condition.arguments + condition.arguments) {
                RequestKey(appID: try $0.value(0), identifier: try $0.value(1))
            }
        }
    }

    /// Returns a pending request by its number; `nil` if it is no longer pending.
    func pending(id: PendingID) throws(RequestError) -> PendingRow? {
        try read { connection in
            try connection.cached("SELECT \(Self.pendingColumns) FROM pending WHERE id = ?").first(
                [id],
                PendingRow.init
            )
        }
    }

    /// Stores a request that is due at another time, with another content if one is given.
    func release(
        _ id: PendingID,
        _ pending: PendingRequest,
        as request: AcceptedRequest?,
        boot: BootDue?
    ) throws(RequestError) {
        try write(.full) { connection in
            if let request { try Self.replace(id, with: request, connection) }
            try Self.update(id, to: pending, boot: boot, connection)
        }
    }

    static func update(
        _ id: PendingID,
        to pending: PendingRequest,
        boot: BootDue?,
        warned: Instant? = nil,
        _ connection: Connection
    ) throws {
        try connection.cached(
            """
            UPDATE pending SET lead = ?9, due = ?1, settled = ?2, fired = ?3, paused = ?4, boot = ?5,
                bootDue = ?6, crossing = ?7, place = CASE WHEN place IS NOT NULL AND ?4 <> 0 THEN 0 ELSE place END
            WHERE id = ?8
            """
        ).run(
            pending.due.microseconds,
            pending.settled.microseconds,
            pending.fired,
            pending.pause.stored,
            boot?.boot,
            boot?.time.microseconds,
            pending.crossing.map { $0.storedBytes },
            id,
            pending.lead(after: max(pending.settled, warned ?? pending.settled))
        )
    }

    /// Removes a row.
    func drop(pending id: PendingID) throws(RequestError) {
        try write(.full) { connection in try Self.drop(pending: id, connection) }
    }

    static func drop(pending id: PendingID, _ connection: Connection) throws {
        try connection.cached("DELETE FROM pending WHERE id = ?")
            .run(id)
    }
}

extension AcceptedRequest {
    /// Stores it in a row with other dates; whether the row is paused, and how often it fired, stay.
    func replaceDates(of id: PendingID, _ connection: Connection) throws {
        try connection.cached(
            "UPDATE pending SET record = ?, due = ?, settled = ?, rule = ?, lead = ? WHERE id = ?"
        ).run(record, due.microseconds, settled, rule, lead, id)
    }

    /// The values, in the order of ``Store/insertStatement(_:)``.
    var values: [any ColumnValue] {
        [
            key.appID, key.identifier, record, added, due.microseconds, settled, fired,
            pause.stored,
            boot?.boot, boot?.time.microseconds, isListed, wakes, grammar, rule, zone, monthEnd,
            until,
            folder,
            side.map { Int64($0) }, runs, lead, sender?.text,
        ]
    }
}

extension Store {
    /// Returns the content of request files when they were added, by identifier.
    func requestFiles() throws(RequestError) -> [String: String] {
        try read { connection in
            let files: [(String, String)] = try connection.prepare(
                "SELECT identifier, text FROM requestFile"
            ).all { row in (try row.value(0), try row.value(1)) }
            return Dictionary(files, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Stores the request of a file and the file's content in one durable transaction.
    func add(_ request: AcceptedRequest, ofFile text: String) throws(RequestError) -> PendingID {
        try write(.full) { connection in
            try connection.cached(
                "INSERT OR REPLACE INTO requestFile (identifier, text) VALUES (?, ?)"
            ).run(request.key.identifier, text)
            return try Self.insert(request, connection)
        }
    }

    /// Forgets deleted files.
    func forget(requestFiles identifiers: [String]) throws(RequestError) {
        try write(.full) { connection in
            for identifier in identifiers {
                try connection.cached("DELETE FROM requestFile WHERE identifier = ?")
                    .run(identifier)
            }
        }
    }
}
