import AgentInterface
import NotifyCore
import SQLiteBridge

/// The table of changes that can be undone: each has the row of the request as it was before.
///
/// The functions with a connection belong into the transaction of the change.
struct ChangeTable: Sendable {
    let store: Store

    /// The maximum number and size of all entries.
    static let max = (entries: 10_000, bytes: Int64(16 << 20))

    init(_ store: Store) {
        self.store = store
    }

    private static let shared: [TransferList: String] = [
        .pending: "attachments, crossing, added, due, settled, fired, paused, boot, bootDue",
        .delivered:
            "attachments, crossing, scheduled, delivered, firstScheduled, occurrences, late, presentation",
    ]

    /// Keeps rows as they are before a change.
    ///
    /// - Parameter condition: which rows; its parameters come first.
    @discardableResult
    static func keep(
        _ list: TransferList,
        _ condition: (sql: String, arguments: [any ColumnValue]),
        keepsRecord: Bool = true,
        isEnd: Bool = false,
        of call: ChangeCall,
        _ connection: Connection
    ) throws -> Int {
        let (table, columns) = (list.rawValue, shared[list] ?? "")
        // The latest ones, so that a sum of the sizes is enough.
        try connection.cached(
            """
            WITH chosen AS (
                SELECT id FROM (
                    SELECT id, SUM(LENGTH(record)) OVER (
                        ORDER BY id DESC ROWS UNBOUNDED PRECEDING
                    ) AS bytes
                    FROM \(table) WHERE \(condition.sql) ORDER BY id DESC LIMIT \(max.entries)
                ) WHERE bytes <= \(max.bytes)
            )
            INSERT INTO change
                (call, kind, origin, at, list, app, identifier, request, ended, \(columns), record)
            SELECT ?, ?, ?, ?, '\(table)', app, identifier, id, \(isEnd ? 1 : 0), \(columns),
                \(keepsRecord ? "record" : "x''")
            FROM \(table) WHERE id IN chosen ORDER BY id
            """
        ).run(
            condition.arguments + [
                call.number, call.kind.rawValue, call.origin, call.at.microseconds,
            ]
        )
        let count = connection.changesCount
        if count > 1 || connection.lastInsertedRowID % 100 == 0 {
            try trim(at: call.at, since: call, connection)
        }
        return count
    }

    /// Keeps one row as it is before a change.
    static func keep(
        _ list: TransferList,
        _ row: some RowID & ColumnValue,
        of call: ChangeCall,
        _ connection: Connection
    ) throws {
        try keep(list, ("id = ?", [row]), of: call, connection)
    }

    /// Stores that requests of a call were too many to be kept.
    static func noteCut(_ count: Int, of call: ChangeCall, _ connection: Connection) throws {
        guard count > 0 else { return }
        try connection.run("UPDATE change SET cut = cut + ? WHERE call = ?", count, call.number)
    }

    /// Stores the outcome for the row that was kept last.
    static func note(
        ended: Bool = false,
        leftOut: Int64? = nil,
        child: String? = nil,
        after: [UInt8]? = nil,
        of call: ChangeCall,
        _ connection: Connection
    ) throws {
        try connection.cached(
            """
            UPDATE change SET ended = ?, leftOut = ?, child = ?, after = ?
            WHERE id = (SELECT MAX(id) FROM change) AND call = ?
            """
        ).run(ended, leftOut, child, after, call.number)
    }

    /// Drops what is too old or too much.
    private static func trim(
        at now: Instant,
        since call: ChangeCall?,
        _ connection: Connection
    ) throws {
        let calls = try connection.cached(
            """
            DELETE FROM change WHERE at < ? OR id IN (
                SELECT id FROM (
                    SELECT id, ROW_NUMBER() OVER latest AS place,
                        SUM(LENGTH(record) + IFNULL(LENGTH(after), 0)) OVER latest AS bytes
                    FROM change WINDOW latest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING)
                ) WHERE place > \(max.entries) OR bytes > \(max.bytes)
            ) RETURNING call
            """
        ).values([now.advanced(byMicroseconds: -Store.undoTime).microseconds], as: Int64.self)
        guard let call else { return }
        try noteCut(calls.count { $0 == call.number }, of: call, connection)
    }

    /// Drops what is too old.
    func trim(at now: Instant) throws(RequestError) {
        let isEmpty = try store.read { connection in
            try connection.prepare("SELECT 1 FROM change LIMIT 1").value(as: Int.self) == nil
        }
        guard !isEmpty else { return }
        try store.write(.process) { try Self.trim(at: now, since: nil, $0) }
    }

    /// Drops what was kept, of some apps or all.
    func drop(of apps: ClosedRange<String>? = nil) throws(RequestError) -> Bool {
        try store.write(.process) { connection in
            try connection.run(
                "DELETE FROM change WHERE ?1 IS NULL OR app BETWEEN ?1 AND ?2",
                apps?.lowerBound,
                apps?.upperBound
            )
            return connection.changesCount > 0
        }
    }

    /// Drops what was kept to make room on a full disk, with the reserved space if need be.
    func dropOnFullDisk() -> Bool {
        let isKept = try? store.database.use { connection in
            try connection.prepare("SELECT 1 FROM change LIMIT 1").value(as: Int.self) != nil
        }
        guard isKept == true else { return false }
        if dropAll() { return true }
        guard store.reserve.release() else { return false }
        return dropAll()
    }

    /// Drops what was kept, a few rows at a time: the log of more would need more room than is reserved.
    private func dropAll() -> Bool {
        var hasDropped = false
        while true {
            // This frees the space of the log.
            store.moveLogIntoFile()
            let count = try? store.database.use { connection in
                try connection.transaction {
                    try connection.execute(
                        "DELETE FROM change WHERE id IN (SELECT id FROM change ORDER BY id LIMIT 8)"
                    )
                    return connection.changesCount
                }
            }
            guard let count, count > 0 else { return hasDropped }
            hasDropped = true
        }
    }

    /// Returns the number and size of what is kept of some apps.
    func use(of apps: ClosedRange<String>) throws(RequestError) -> (count: Int, bytes: Int64) {
        try store.read { connection in
            let use: (count: Int, bytes: Int64)? = try connection.cached(
                """
                SELECT COUNT(*), COALESCE(SUM(LENGTH(record)), 0) FROM change
                WHERE app BETWEEN ? AND ?
                """
            ).first([apps.lowerBound, apps.upperBound]) { (try $0.value(0), try $0.value(1)) }
            return use ?? (0, 0)
        }
    }
}

/// Changes, each in one transaction with what an undo of it needs; durable when they return.
extension ChangeTable {
    /// Settles dates of requests and stores what is shown in their place, all or nothing.
    ///
    /// - Parameters:
    ///   - child: what is shown in their place, if anything.
    ///   - call: the call to be kept; `nil` for one that cannot be undone.
    @discardableResult
    func settle(
        _ settled: [SettledDates],
        adding child: AcceptedRequest? = nil,
        of call: ChangeCall?
    ) throws(RequestError) -> PendingID? {
        guard !settled.isEmpty else { return nil }
        return try store.write(.full) { connection in
            if let call { try Self.keep(settled, of: call, connection) }
            for dates in settled {
                let leftOut = try Store.settle(dates, connection)
                guard let call, settled.count == 1 else { continue }
                try Self.note(
                    ended: dates.next == nil,
                    leftOut: leftOut,
                    child: child?.key.identifier,
                    after: child?.record,
                    of: call,
                    connection
                )
            }
            return try child.map { try Store.insert($0, connection) }
        }
    }

    private static func keep(
        _ settled: [SettledDates],
        of call: ChangeCall,
        _ connection: Connection
    ) throws {
        let isPause = call.kind == .paused || call.kind == .resumed
        for isEnd in [false, true] {
            let rows = settled.filter { ($0.next == nil) == isEnd }.map { "\($0.row)" }
            guard !rows.isEmpty else { continue }
            let kept = try keep(
                .pending,
                (
                    "id IN (SELECT value FROM json_each(?))",
                    ["[" + rows.joined(separator: ",") + "]"]
                ),
                // What goes on is paused or resumed again by its name.
                keepsRecord: isEnd || !isPause,
                isEnd: isEnd,
                of: call,
                connection
            )
            try noteCut(rows.count - kept, of: call, connection)
        }
    }

    /// Stores a request in place of another state of it.
    func replace(
        _ row: PendingID,
        with request: AcceptedRequest,
        dates: DatesAfterEdit = .fresh,
        of call: ChangeCall?
    ) throws(RequestError) -> PendingID {
        try store.write(.full) { connection in
            if let call { try Self.keep(.pending, row, of: call, connection) }
            var id = row
            switch dates {
            case .kept: try Store.replace(row, with: request, connection)
            case .carried:
                id = try Store.insert(request, connection)
                try LeftOutDates.carry(from: row, to: id, connection)
            case .fresh: id = try Store.insert(request, connection)
            }
            if let call { try Self.note(after: request.record, of: call, connection) }
            return id
        }
    }

    /// Removes the selected requests.
    ///
    /// - Parameter call: the call to be kept; `nil` to keep nothing.
    func remove(
        _ selection: RemovalSelection,
        of call: ChangeCall?
    ) throws(RequestError) -> Removal {
        guard let call else { return try store.remove(selection) }
        defer { store.reserve.allocate() }
        do throws(RequestError) {
            return try store.write(.full) { connection in
                var kept = 0
                let before = try Self.count(of: call, connection)
                for (condition, arguments) in Store.conditions(of: selection) {
                    let listed =
                        "\(selection.listedCondition) AND (listed = 1 OR rule IS NULL) AND (\(condition))"
                    kept += try Self.keep(.pending, (listed, arguments), of: call, connection)
                    guard selection.includesDelivered else { continue }
                    kept += try Self.keep(.delivered, (condition, arguments), of: call, connection)
                }
                let removal = try Store.remove(selection, connection)
                let count = removal.pending.count + removal.delivered.count
                try Self.noteCut(count - kept, of: call, connection)
                let lost = count - (try Self.count(of: call, connection) - before)
                guard lost <= 0 || selection.mayExceed else { throw Self.exceeds(count, lost) }
                return removal
            }
        } catch  where error.code == .notKept {
            throw error
        } catch {
            // There may be no room for what is kept.
            return try store.remove(selection)
        }
    }

    private static func count(of call: ChangeCall, _ connection: Connection) throws -> Int {
        try connection.cached("SELECT COUNT(*) FROM change WHERE call = ?")
            .value([call.number], as: Int.self) ?? 0
    }

    private static func exceeds(_ count: Int, _ lost: Int) -> RequestError {
        RequestError(
            .notKept,
            "\(lost) of the \(count) notifications to remove could not be restored: at most \(max.entries) are "
                + "kept for that, of \(max.bytes >> 20) MiB in all"
        )
    }

    /// Leaves a call out of what is undone; what it removed can still be restored.
    func giveUp(_ call: Int64) throws(RequestError) {
        try store.write(.process) { try Self.giveUp(call, $0) }
    }

    private static func giveUp(_ call: Int64, _ connection: Connection) throws {
        // No program has an empty path.
        try connection.run("UPDATE change SET origin = '' WHERE call = ?", call)
    }

    /// Puts requests back.
    @discardableResult
    func write(_ reversal: Reversal) throws(RequestError) -> [PendingID] {
        try store.write(.full) { connection in
            for row in reversal.gone { try Store.drop(pending: row, connection) }
            for id in reversal.leftOut {
                try connection.run("DELETE FROM leftOut WHERE id = ?", id)
            }
            for (row, pending, boot) in reversal.settled {
                try Store.update(row, to: pending, boot: boot, connection)
            }
            for (row, request) in reversal.records {
                try Store.replace(row, with: request, connection)
            }
            let ids = try reversal.pending.map { request, row in
                let id = try Store.insert(request, connection)
                try LeftOutDates.carry(from: row, to: id, connection)
                return id
            }
            for (delivery, record) in reversal.delivered {
                try Store.insert(delivery, record: record, connection)
            }
            for id in reversal.entries { try connection.run("DELETE FROM change WHERE id = ?", id) }
            if let call = reversal.givenUp { try Self.giveUp(call, connection) }
            return ids
        }
    }
}

/// Reading the table.
extension ChangeTable {
    /// Returns the entries of the last call of a program, in order; empty if there is none.
    func last(of origin: String, after start: Instant) throws(RequestError) -> [ChangeEntry] {
        try store.read { connection in
            try ChangeEntry.read(
                """
                call = (SELECT call FROM change WHERE origin = ? AND at > ? ORDER BY id DESC LIMIT 1)
                """,
                [origin, start.microseconds],
                connection
            )
        }
    }

    /// Returns the removed requests, latest first.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - identifier: the identifier; `nil` for all.
    ///   - start: only those that were removed later.
    func removed(
        app: String?,
        identifier: String? = nil,
        after start: Instant
    ) throws(RequestError) -> [ChangeEntry] {
        let condition = Store.condition(app: app, identifier: identifier)
        return try store.read { connection in
            try ChangeEntry.read(
                "\(condition.sql) AND kind = 'removed' AND at > ?",
                condition.arguments + [start.microseconds],
                connection
            ).reversed()
        }
    }

    /// Returns the identifiers of removed requests, for suggestions.
    func removedIdentifiers() throws(RequestError) -> Set<String> {
        try store.read { connection in
            try Set(
                connection.prepare("SELECT identifier FROM change WHERE kind = 'removed'")
                    .values(as: String.self)
            )
        }
    }
}

extension ChangeEntry {
    private static let common =
        "id, kind, call, at, app, identifier, ended, cut, leftOut, child, after"
    private static let pending =
        """
        request, record, added, due, settled, fired, paused, boot, bootDue, crossing,
        NULL, NULL, \(common)
        """
    private static let delivered =
        """
        request, record, scheduled, delivered, 'listed', NULL, NULL, firstScheduled, occurrences,
        late, presentation, crossing, \(common)
        """

    private init?(_ row: Row, _ before: Before) throws {
        guard let kind = ChangeCall.Kind(rawValue: try row.value(13)) else { return nil }
        self.before = before
        self.kind = kind
        id = try row.value(12)
        call = try row.value(14)
        at = Instant(stored: try row.value(15))
        key = RequestKey(appID: try row.value(16), identifier: try row.value(17))
        isEnded = try row.value(18)
        cut = try row.clamped(19)
        leftOut = try row.value(20)
        child = try row.value(21)
        after = try row.bytes(22)
    }

    static func read(
        _ condition: String,
        _ arguments: [any ColumnValue],
        _ connection: Connection
    ) throws -> [ChangeEntry] {
        let pending = try connection.cached(
            "SELECT \(pending) FROM change WHERE list = 'pending' AND \(condition) ORDER BY id"
        ).all(arguments) { try ChangeEntry($0, .pending(PendingRow($0))) }
        let delivered = try connection.cached(
            "SELECT \(delivered) FROM change WHERE list = 'delivered' AND \(condition) ORDER BY id"
        ).all(arguments) { try ChangeEntry($0, .delivered(DeliveredRow($0))) }
        return (pending + delivered).compactMap { $0 }.sorted { $0.id < $1.id }
    }
}

/// Removals.
extension Store {
    /// Removes the selected requests in one durable transaction.
    func remove(_ selection: RemovalSelection) throws(RequestError) -> Removal {
        defer { reserve.allocate() }
        return try write(.full, mayUseReserve: true) { try Self.remove(selection, $0) }
    }

    static func remove(
        _ selection: RemovalSelection,
        _ connection: Connection
    ) throws -> Removal {
        var removal = Removal()
        for (condition, arguments) in conditions(of: selection) {
            removal.pending += try connection.prepare(
                """
                DELETE FROM pending WHERE \(selection.listedCondition) AND (\(condition))
                RETURNING app, identifier, record, listed = 0 AND rule IS NOT NULL
                """
            ).all(arguments) { row -> (RequestKey, [UInt8])? in
                // An ended request is in no list.
                guard try !row.value(3, as: Bool.self) else { return nil }
                return (
                    RequestKey(appID: try row.value(0), identifier: try row.value(1)),
                    try row.bytes(2)
                )
            }.compactMap { $0 }
            guard selection.includesDelivered else { continue }
            removal.delivered += try connection.prepare(
                """
                DELETE FROM delivered WHERE \(condition)
                RETURNING \(deliveredColumns), app, identifier
                """
            ).all(arguments, keyed)
        }
        return removal
    }

    /// Returns the selected pending requests, soonest first.
    func pending(_ selection: RemovalSelection) throws(RequestError) -> [PendingRow] {
        guard selection.includesPending else { return [] }
        return try read { connection in
            try Self.conditions(of: selection).flatMap { condition, arguments in
                try connection.prepare(
                    """
                    SELECT \(Self.pendingColumns) FROM pending WHERE listed = 1 AND \(condition)
                    ORDER BY due, id
                    """
                ).all(arguments, PendingRow.init)
            }
        }
    }

    /// Returns the keys and the numbers of the selected delivered notifications, latest first.
    func deliveredKeys(
        _ selection: RemovalSelection
    ) throws(RequestError) -> [(key: RequestKey, id: DeliveryID)] {
        guard selection.includesDelivered else { return [] }
        return try read { connection in
            try Self.conditions(of: selection).flatMap { condition, arguments in
                try connection.prepare(
                    """
                    SELECT app, identifier, id FROM delivered
                    WHERE \(condition) ORDER BY delivered DESC, id DESC
                    """
                ).all(arguments) { row in
                    (
                        RequestKey(appID: try row.value(0), identifier: try row.value(1)),
                        try row.value(2)
                    )
                }
            }
        }
    }

    /// A delivered notification with its app and identifier.
    private static func keyed(_ row: Row) throws -> (key: RequestKey, row: DeliveredRow) {
        let key = RequestKey(appID: try row.value("app"), identifier: try row.value("identifier"))
        return (key, try DeliveredRow(row))
    }

    static func conditions(
        of selection: RemovalSelection
    ) -> [(sql: String, arguments: [any ColumnValue])] {
        let app = selection.appID
        switch selection.choice {
        case .all:
            return [condition(app: app, identifier: nil)]
        case .prefix(let prefix):
            return [
                (
                    "(?1 IS NULL OR app = ?1) AND substr(identifier, 1, length(?2)) = ?2",
                    [app, prefix]
                )
            ]
        case .identifiers(let identifiers):
            return identifiers.map { condition(app: app, identifier: $0) }
        }
    }
}
