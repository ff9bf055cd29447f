import SQLiteBridge

/// Compares the indexes of a database with their tables.
///
/// SQLite's quick check does not compare them, and its full check looks up each row in each index, which takes ten
/// times as long. This check reads both completely, each table once for all of its indexes, and compares the sums of
/// their row numbers.
enum IndexCheck {
    /// An index of the database.
    private struct Index {
        let name: String
        let table: String
        /// The condition of a partial index; empty for all rows.
        let condition: String

        /// The number of its rows, and the sum of their numbers, as a text.
        var sum: String {
            let filter = condition.isEmpty ? "" : "FILTER (\(condition))"
            return "count(*) \(filter) || ' ' || ifnull(sum(rowid) \(filter), 0)"
        }

        init(_ row: Row) throws {
            name = try row.value(0)
            table = try row.value(1)
            let sql: String = try row.value(2) ?? ""
            let words = sql.split { $0.isWhitespace }.joined(separator: " ")
            let start = words.ranges(of: " WHERE ").last?.lowerBound
            condition = start.map { String(words[$0...].dropFirst()) } ?? ""
        }
    }

    /// Checks the indexes.
    ///
    /// - Returns: the problems, one sentence each; empty if there are none.
    static func problems(_ connection: Connection) throws -> [String] {
        let indexes = try connection.prepare(
            """
            SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN (
                SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%')
            ORDER BY name
            """
        ).all { try Index($0) }
        return try Dictionary(grouping: indexes, by: \.table).sorted { $0.key < $1.key }
            .flatMap { table, indexes in try problems(indexes, of: table, connection) }
    }

    private static func problems(
        _ indexes: [Index],
        of table: String,
        _ connection: Connection
    ) throws -> [String] {
        let sums = indexes.map(\.sum).joined(separator: ", ")
        // In one transaction, because other connections may write in between.
        return try connection.transaction(.deferred) {
            let whole = try connection.prepare("SELECT \(sums) FROM \(table) NOT INDEXED").first {
                row in try indexes.indices.map { try row.value($0, as: String.self) }
            }
            return try zip(indexes, whole ?? []).compactMap { index, whole in
                guard let own = try ownSum(of: index, connection), own != whole else { return nil }
                return "the index \(index.name) has other rows than its table"
            }
        }
    }

    /// Returns the sum of an index's own rows; `nil` for a kind of index that cannot be compared in this way, which is
    /// not a problem.
    private static func ownSum(of index: Index, _ connection: Connection) throws -> String? {
        do {
            return try connection.prepare(
                """
                SELECT count(*) || ' ' || ifnull(sum(rowid), 0) FROM \(index.table) INDEXED BY \(index.name) \(index.condition)
                """
            ).value(as: String.self)
        } catch let error as SQLiteError where error.code.primary == .error {
            return nil
        }
    }
}
