import AgentInterface
import NotifyCore
import SQLiteBridge

/// Where a part of a list ends.
enum ListPosition: Equatable, Sendable {
    /// At a request: these lists are in the order of apps and identifiers, so that one that is replaced meanwhile is in
    /// one place.
    case key(RequestKey)
    /// At a row.
    case row(Int64)
}

/// A part of a list.
struct ListPart<Element: Sendable>: Sendable {
    var rows: [Element] = []
    /// Where the next part begins; `nil` if this is the last one.
    var end: ListPosition?

    /// Returns the part with other elements.
    func map<Other: Sendable>(_ other: (Element) -> Other) -> ListPart<Other> {
        ListPart<Other>(rows: rows.map(other), end: end)
    }
}

/// How much of a list is read in one go, while all others wait.
private enum PartSize {
    /// Rows that are in the part.
    static let rows = 500
    /// Rows that are looked at, with those that are not in it.
    static let examined = 4_000
    /// Bytes of records.
    static let bytes = 1 << 20
}

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
