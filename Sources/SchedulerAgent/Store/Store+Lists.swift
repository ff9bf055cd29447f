import AgentInterface
import NotifyCore
import SQLiteBridge

/// How much of a list is read in one go, while all others wait.
private enum PartSize {
    /// Rows that are in the part.
    static let rows = 500
    /// Rows that are looked at, with those that are not in it.
    static let examined = 4_000
    /// Bytes of records.
    static let bytes = 1 << 20
}

/// Parts of lists, so that no reader of a long list keeps others waiting.
extension Store {
    /// Returns a part of the pending requests, by app and identifier.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - position: where the part before it ended; `nil` for the first one.
    func pendingPart(
        app: String?,
        after position: ListPosition?,
        where isWanted: (Instant) -> Bool
    ) throws(RequestError) -> ListPart<PendingRow> {
        let range = Self.range(app: app, after: position)
        return try read { connection in
            let rows = try connection.cached(
                """
                SELECT \(Self.pendingColumns), app, identifier, listed FROM pending
                WHERE \(range.sql) ORDER BY app, identifier LIMIT \(PartSize.examined)
                """
            ).rows(range.arguments)
            return try Self.part(of: rows, PendingRow.init, size: { $0.record.count }) { row in
                let isListed: Bool = try row.value(12)
                return try isListed && isWanted(Instant(stored: row.value(3)))
            } end: { row in
                .key(RequestKey(appID: try row.value(10), identifier: try row.value(11)))
            }
        }
    }

    /// Returns a part of the delivered notifications, by app and identifier; as for pending requests.
    func deliveredPart(
        app: String?,
        after position: ListPosition?,
        where isWanted: (Instant) -> Bool
    ) throws(RequestError) -> ListPart<DeliveredRow> {
        let range = Self.range(app: app, after: position)
        return try read { connection in
            let rows = try connection.cached(
                """
                SELECT \(Self.deliveredColumns), app, identifier FROM delivered
                WHERE \(range.sql) ORDER BY app, identifier LIMIT \(PartSize.examined)
                """
            ).rows(range.arguments)
            return try Self.part(of: rows, DeliveredRow.init, size: { $0.record.count }) { row in
                try isWanted(Instant(stored: row.value(3)))
            } end: { row in
                .key(RequestKey(appID: try row.value(12), identifier: try row.value(13)))
            }
        }
    }

    /// Returns a part of the requests without a trigger that wait to be shown, by row; as for pending requests.
    func waitingPart(
        app: String?,
        after position: ListPosition?,
        where isWanted: (Instant) -> Bool
    ) throws(RequestError) -> ListPart<PendingRow> {
        let start: Int64 = if case .row(let id)? = position { id } else { 0 }
        return try read { connection in
            let rows = try connection.cached(
                """
                SELECT \(Self.pendingColumns) FROM pending INDEXED BY pendingUnlisted
                WHERE id > ?1 AND listed = 0 AND rule IS NULL AND (?2 IS NULL OR app = ?2)
                ORDER BY id LIMIT \(PartSize.examined)
                """
            ).rows([start, app])
            return try Self.part(of: rows, PendingRow.init, size: { $0.record.count }) { row in
                try isWanted(Instant(stored: row.value(3)))
            } end: { row in
                .row(try row.value(0))
            }
        }
    }

    /// The condition for the rows after a position.
    private static func range(
        app: String?,
        after position: ListPosition?
    ) -> (sql: String, arguments: [any ColumnValue]) {
        let key: RequestKey? = if case .key(let key)? = position { key } else { nil }
        guard let app else {
            return ("(app, identifier) > (?, ?)", [key?.appID ?? "", key?.identifier ?? ""])
        }
        return ("app = ? AND identifier > ?", [app, key?.identifier ?? ""])
    }

    private static func part<Element>(
        of rows: consuming Rows,
        _ read: (Row) throws -> Element,
        size: (Element) -> Int,
        where isWanted: (Row) throws -> Bool,
        end: (Row) throws -> ListPosition
    ) throws -> ListPart<Element> {
        var part = ListPart<Element>()
        var (examined, bytes) = (0, 0)
        var rows = rows
        while let row = try rows.next() {
            examined += 1
            if try isWanted(row) {
                let element = try read(row)
                bytes += size(element)
                part.rows.append(element)
            }
            if examined == PartSize.examined || part.rows.count == PartSize.rows
                || bytes >= PartSize.bytes
            {
                part.end = try end(row)
                break
            }
        }
        return part
    }

    /// Returns the names that begin with a text and stand for requests of a list: identifiers of an app, and
    /// APP/IDENTIFIER of all others.
    ///
    /// Where there are too many, the last one of those that are returned is the last one of all: what all of these begin
    /// with is what all begin with, which shells insert.
    ///
    /// - Parameter limit: the maximum number of names of that app, and of all others.
    func names(
        in list: TransferList,
        preferring app: String,
        prefix: String,
        limit: Int
    ) throws(RequestError) -> [String] {
        let table = list == .pending ? "pending" : "delivered"
        let condition = list == .pending ? "listed = 1" : "TRUE"
        return try read { connection in
            func names(_ app: String, _ prefix: String, _ limit: Int) throws -> [String] {
                func statement(_ order: String) throws -> Statement {
                    try connection.cached(
                        """
                        SELECT identifier FROM \(table)
                        WHERE app = ? AND identifier >= ? AND identifier < ? AND \(condition)
                        ORDER BY identifier \(order) LIMIT ?
                        """
                    )
                }
                guard limit > 0 else { return [] }
                // No text has this character, which comes after all others.
                let arguments: [any ColumnValue] = [app, prefix, prefix + "\u{10FFFF}"]
                var names = try statement("ASC").values(arguments + [limit], as: String.self)
                if names.count == limit {
                    names.removeLast()
                    names += try statement("DESC").values(arguments + [1], as: String.self)
                }
                return names
            }
            var others: [String] = []
            for slash in prefix.indices where prefix[slash] == "/" {
                let named = String(prefix[..<slash])
                guard named != app else { continue }
                let rest = String(prefix[prefix.index(after: slash)...])
                others += try names(named, rest, limit - others.count).map { "\(named)/\($0)" }
            }
            let next = try connection.cached(
                "SELECT MIN(app) FROM \(table) WHERE app > ?1 AND app >= ?2 AND app < ?3"
            )
            var last = ""
            while others.count < limit,
                let other = try next.value([last, prefix, prefix + "\u{10FFFF}"], as: String.self)
            {
                last = other
                guard other != app else { continue }
                others += try names(other, "", limit - others.count).map { "\(other)/\($0)" }
            }
            return try names(app, prefix, limit) + others
        }
    }
}

/// What an export reads, and an import before it is stored.
extension Store {
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
    private static func page<Element: Sendable>(
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
        let rows = try connection.cached(
            """
            SELECT \(columns), \(condition) AND (?2 IS NULL OR app = ?2) AS isWanted FROM \(table)
            WHERE id > ?1 ORDER BY id LIMIT \(PartSize.examined)
            """
        ).rows([position, app])
        let part = try part(of: rows, read, size: size) { row in
            try row.value(wanted, as: Bool.self)
        } end: { row in
            .row(try row.value(0))
        }
        guard case .row(let end) = part.end else { return (part.rows, 0) }
        return (part.rows, end)
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
}

/// Numbers and names.
extension Store {
    /// The maximum number of identifiers of each list that are compared for a suggestion.
    static let maxSuggested = 10_000

    /// Returns the current identifiers for suggestions; only the newest if there are very many.
    func identifiers() throws(RequestError) -> Set<String> {
        try read { connection in
            try Set(
                // The set removes duplicates; a UNION would sort all rows.
                connection.prepare(
                    """
                    SELECT identifier FROM (
                        SELECT identifier FROM pending WHERE listed = 1 ORDER BY id DESC LIMIT :limit
                    ) UNION ALL SELECT identifier FROM (
                        SELECT identifier FROM delivered ORDER BY id DESC LIMIT :limit
                    )
                    """
                ).values([Self.maxSuggested], as: String.self)
            )
        }
    }

    /// Returns the numbers of pending requests and delivered notifications.
    func counts() throws(RequestError) -> (pending: Int, waiting: Int, delivered: Int) {
        try read { connection in
            let pending = try connection.prepare(
                """
                SELECT coalesce(
                    (SELECT count FROM tally WHERE list = 'pending'),
                    (SELECT COUNT(*) FROM pending WHERE listed = 1)
                )
                """
            ).value(as: Int.self)
            let delivered = try connection.prepare("SELECT COUNT(*) FROM delivered").value(
                as: Int.self
            )
            let waiting = try connection.prepare(
                "SELECT COUNT(*) FROM pending WHERE listed = 0 AND rule IS NULL"
            ).value(as: Int.self)
            return (pending ?? 0, waiting ?? 0, delivered ?? 0)
        }
    }
}

extension Store {
    /// Returns the names of the attachment folders in use: of requests that are pending, delivered, in a response that
    /// is held or not received by its app, or put back by an undo.
    func attachmentFolders() throws(RequestError) -> Set<String> {
        let folders = try read { connection in
            try Set(
                connection.cached(
                    """
                    SELECT attachments FROM pending WHERE attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM delivered WHERE attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM response WHERE attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM image JOIN change ON change.id = change
                    WHERE \(ChangeTable.isAway) AND attachments IS NOT NULL
                    """
                ).values(as: String.self)
            )
        }
        return folders.union(try held().compactMap(\.response.delivery.request.attachmentFolder))
    }
}

extension JSONText {
    fileprivate static var openList: JSONText {
        var text = JSONText()
        text.open("[")
        return text
    }
}
