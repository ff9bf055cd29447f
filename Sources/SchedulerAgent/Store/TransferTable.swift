import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    /// The maximum number of rows and bytes that are read at a time, while all others wait.
    private static let page = (rows: 500, bytes: 1 << 20)
    /// The maximum number of rows that are looked at for them.
    private static let maxExamined = 4_000

    /// Returns pending requests in the order of storage.
    ///
    /// - Parameter app: the app; `nil` for all.
    /// - Returns: the next requests, with the dates that are already taken, of which there may be none; and the position
    ///   for the next ones, 0 at the end.
    func pending(
        app: String?,
        after position: Int64
    ) throws(RequestError) -> (rows: [(row: PendingRow, taken: [Instant])], end: Int64) {
        try read { connection in
            let (rows, end) = try Self.page(
                of: "pending",
                columns: Self.pendingColumns,
                where: "listed = 1",
                app: app,
                after: position,
                connection,
                PendingRow.init,
                size: \.record.count
            )
            return (
                try rows.map {
                    ($0, try Self.takenDates(of: $0.id, after: $0.settled, connection))
                },
                end
            )
        }
    }

    /// Returns delivered notifications in the order of storage, as for pending requests.
    func delivered(
        app: String?,
        after position: Int64
    ) throws(RequestError) -> (rows: [DeliveredRow], end: Int64) {
        try read { connection in
            try Self.page(
                of: "delivered",
                columns: Self.deliveredColumns,
                where: "TRUE",
                app: app,
                after: position,
                connection,
                DeliveredRow.init,
                size: \.record.count
            )
        }
    }

    /// Reads rows by their numbers, also those of one app: by the index of the apps SQLite would sort all of them for
    /// each page.
    private static func page<Element>(
        of table: String,
        columns: String,
        where condition: String,
        app: String?,
        after position: Int64,
        _ connection: Connection,
        _ read: (Row) throws -> Element,
        size: (Element) -> Int
    ) throws -> (rows: [Element], end: Int64) {
        let wanted = columns.utf8.count { $0 == UInt8(ascii: ",") } + 1
        var rows = try connection.cached(
            """
            SELECT \(columns), \(condition) AND (?2 IS NULL OR app = ?2) AS isWanted FROM \(table)
            WHERE id > ?1 ORDER BY id LIMIT \(maxExamined)
            """
        ).rows([position, app])
        var elements: [Element] = []
        var (examined, bytes) = (0, 0)
        while let row = try rows.next() {
            examined += 1
            if try row.value(wanted, as: Bool.self) {
                let element = try read(row)
                bytes += size(element)
                elements.append(element)
            }
            if examined == maxExamined || elements.count == page.rows || bytes >= page.bytes {
                return (elements, try row.value(0))
            }
        }
        return (elements, 0)
    }

    /// Returns the records of the categories of all apps, with their apps.
    func categories() throws(RequestError) -> [(app: String, record: [UInt8])] {
        try read { connection in
            try connection.prepare("SELECT app, record FROM category ORDER BY app, identifier").all
            { (try $0.value(0), try $0.bytes(1)) }
        }
    }

    /// Returns pending requests without a trigger.
    func waiting() throws(RequestError) -> Set<RequestKey> {
        try read { connection in
            let keys = try connection.prepare(
                "SELECT app, identifier FROM pending WHERE listed = 0 AND rule IS NULL"
            ).all { row in RequestKey(appID: try row.value(0), identifier: try row.value(1)) }
            return Set(keys)
        }
    }

    /// Returns which of some requests are already stored.
    func stored(_ keys: [RequestKey], in list: TransferList) throws(RequestError) -> [RequestKey] {
        let table = list == .pending ? "pending" : "delivered"
        let isShown = list == .pending ? "(listed = 1 OR rule IS NULL)" : "TRUE"
        let isEmpty = try read { connection in
            try connection.prepare("SELECT 1 FROM \(table) LIMIT 1").value(as: Int.self) == nil
        }
        // The usual case when the state moves to a new machine.
        if isEmpty { return [] }
        var identifiers: [String: JSONText] = [:]
        for key in keys { identifiers[key.appID, default: .openList].string(key.identifier) }
        return try read { connection in
            // A query for each key would take longer than the import.
            let statement = try connection.cached(
                """
                SELECT brought.value FROM json_each(?) AS brought
                WHERE EXISTS (
                    SELECT 1 FROM \(table) WHERE app = ? AND identifier = brought.value AND \(isShown)
                )
                """
            )
            var found: [RequestKey] = []
            for (app, var list) in identifiers.sorted(by: { $0.key < $1.key }) {
                list.close("]")
                let text = String(decoding: list.bytes, as: UTF8.self)
                found += try statement.values([text, app], as: String.self).map {
                    RequestKey(appID: app, identifier: $0)
                }
            }
            return found
        }
    }

    /// Stores an import, all entries or none; durable when it returns.
    ///
    /// - Returns: the delivered notifications that were replaced, and what went with its event.
    func insert(
        _ stage: ImportStage
    ) throws(RequestError) -> (replaced: [DeliveredRow], removal: Removal) {
        try withRoom(for: stage.bytes * Self.pageBytesOfByte) { () throws(RequestError) in
            try write(.full) { connection in try Self.store(stage, connection) }
        }
    }

    private static func store(
        _ stage: ImportStage,
        _ connection: Connection
    ) throws -> (replaced: [DeliveredRow], removal: Removal) {
        let changes = stage.calendar.changes
        let removal = try store(changes, connection)
        for (key, record) in stage.categories {
            try connection.cached(
                "INSERT OR REPLACE INTO category (app, identifier, record) VALUES (?, ?, ?)"
            ).run(key.appID, key.identifier, record)
        }
        let insertStatement = try insertStatement(connection)
        for (staged, taken) in stage.pending where !changes.unchanged.contains(staged.key) {
            let insertion = changes.later[staged.key] ?? staged
            if let (id, restartsCount) = changes.inPlace[insertion.key] {
                try replace(id, with: insertion, connection)
                guard restartsCount else { continue }
                try connection.cached("UPDATE pending SET fired = 0 WHERE id = ?").run(id)
                continue
            }
            let id = try insert(insertion, insertStatement, connection)
            for date in taken { try store(taken: date, of: id, connection) }
            guard changes.paused.contains(insertion.key) else { continue }
            try connection.cached("UPDATE pending SET paused = 1 WHERE id = ?").run(id)
        }
        var replaced: [DeliveredRow] = []
        for (delivery, record) in stage.delivered
        where !changes.unchangedDelivered.contains(delivery.request.key) {
            replaced += try connection.cached(
                """
                DELETE FROM delivered WHERE app = ? AND identifier = ?
                RETURNING \(deliveredColumns)
                """
            ).all([delivery.request.appID, delivery.request.identifier], DeliveredRow.init)
            try Self.insert(delivery, record: record, connection)
        }
        if !stage.calendar.events.isEmpty { try forgetEnded(connection, now: changes.now) }
        return (replaced, removal)
    }

    /// The size of the changed pages, including indexes, for each byte of a record.
    private static let pageBytesOfByte = 4
    /// The maximum size of the page cache while an import is stored.
    private static let maxRoom = 128 << 20

    /// Runs a large write with a page cache for all pages that it changes.
    ///
    /// Pages that do not fit are written and read again for nearly every row, because most indexes have another order
    /// than the rows.
    private func withRoom<Result>(
        for bytes: Int,
        _ body: () throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        // Close to SQLite's default.
        let usual = 2 << 20
        guard bytes > usual else { return try body() }
        setRoom(min(bytes, Self.maxRoom))
        defer { setRoom(usual) }
        return try body()
    }

    private func setRoom(_ bytes: Int) {
        // If this fails, the write only takes longer.
        try? database.use { connection in
            try connection.execute("PRAGMA cache_size = -\(bytes >> 10); PRAGMA shrink_memory")
        }
    }
}

extension JSONText {
    fileprivate static var openList: JSONText {
        var text = JSONText()
        text.open("[")
        return text
    }
}
