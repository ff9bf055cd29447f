import AgentInterface
import NotifyCore
import SQLiteBridge

/// A call that changes requests and can be undone.
struct ChangeCall: Sendable {
    /// What it does.
    typealias Kind = UndoReply.Change

    let kind: Kind
    /// The program that calls.
    let origin: String
    let at: Instant
    /// Distinguishes it from all other calls.
    let number: Int64

    /// Makes a call of a program.
    init(_ kind: Kind, by origin: String, at: Instant) {
        self.kind = kind
        self.origin = origin
        self.at = at
        number = Int64.random(in: 1...Int64.max)
    }
}

/// The table of changes that can be undone: each has the row of the request as it was before.
///
/// The functions with a connection belong into the transaction of the change.
struct ChangeTable: Sendable {
    let store: Store

    /// How long a change can be undone, in microseconds.
    static let keptTime: Int64 = 7 * 86_400_000_000
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
        _ row: Int64,
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
        ).values([now.advanced(byMicroseconds: -keptTime).microseconds], as: Int64.self)
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
