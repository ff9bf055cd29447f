import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    /// The maximum number of rows and bytes that are read at a time.
    private static let page = (rows: 1_000, bytes: 4 << 20)

    /// Returns pending requests in the order of storage.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - position: the number of the last request that was read.
    /// - Returns: the next requests, with the dates that are already taken; empty at the end.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func pending(
        app: String?,
        after position: Int64
    ) throws(RequestError) -> [(row: PendingRow, taken: [Instant])] {
        let condition = Self.condition(app: app, identifier: nil)
        return try read { connection in
            let rows = try connection.cached(
                """
                SELECT \(Self.pendingColumns) FROM pending
                WHERE id > ? AND listed = 1 AND \(condition.sql)
                ORDER BY id LIMIT \(Self.page.rows)
                """
            ).rows([position] + condition.arguments)
            return try Self.page(of: rows, PendingRow.init, size: \.record.count).map { row in
                (row, try Self.takenDates(of: row.id, after: row.settled, connection))
            }
        }
    }

    /// Returns delivered notifications in the order of storage, as for pending requests.
    func delivered(app: String?, after position: Int64) throws(RequestError) -> [DeliveredRow] {
        let condition = Self.condition(app: app, identifier: nil)
        return try read { connection in
            let rows = try connection.cached(
                """
                SELECT \(Self.deliveredColumns) FROM delivered
                WHERE id > ? AND \(condition.sql)
                ORDER BY id LIMIT \(Self.page.rows)
                """
            ).rows([position] + condition.arguments)
            return try Self.page(of: rows, DeliveredRow.init, size: \.record.count)
        }
    }

    private static func page<Element>(
        of rows: consuming Rows,
        _ read: (Row) throws -> Element,
        size: (Element) -> Int
    ) throws -> [Element] {
        var elements: [Element] = []
        var bytes = 0
        var rows = rows
        while bytes < page.bytes, let row = try rows.next() {
            let element = try read(row)
            bytes += size(element)
            elements.append(element)
        }
        return elements
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

    /// Returns how many of some requests are already stored.
    func count(of keys: [RequestKey], in list: TransferList) throws(RequestError) -> Int {
        let table = list == .pending ? "pending" : "delivered"
        let isEmpty = try read { connection in
            try connection.prepare("SELECT 1 FROM \(table) LIMIT 1").value(as: Int.self) == nil
        }
        // The usual case when the state moves to a new machine.
        if isEmpty { return 0 }
        var identifiers: [String: JSONText] = [:]
        for key in keys { identifiers[key.appID, default: .openList].string(key.identifier) }
        return try read { connection in
            // A query for each key would take longer than the import.
            let statement = try connection.cached(
                """
                SELECT count(*) FROM json_each(?) AS brought
                WHERE EXISTS (
                    SELECT 1 FROM \(table) WHERE app = ? AND identifier = brought.value
                )
                """
            )
            var count = 0
            for (app, var list) in identifiers {
                list.close("]")
                let text = String(decoding: list.bytes, as: UTF8.self)
                count += try statement.value([text, app], as: Int.self) ?? 0
            }
            return count
        }
    }

    /// Stores an import, all entries or none; durable when it returns.
    ///
    /// - Parameter stage: the entries.
    /// - Returns: the delivered notifications that were replaced, and what went with its event.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
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
        for (delivery, record) in stage.delivered {
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
