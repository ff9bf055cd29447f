import SQLiteBridge

/// Compares the indexes of a database with their tables.
///
/// SQLite's quick check does not compare them, and its full check looks up each row in each index, which takes ten
/// times as long. This check reads both completely and compares the sums of their row numbers.
enum IndexCheck {
    /// An index of the database.
    private struct Index {
        let name: String
        let table: String
        /// The condition of a partial index; empty for all rows.
        let condition: String

        init(_ row: Row) throws {
            name = try row.value(0)
            table = try row.value(1)
            let sql: String = try row.value(2) ?? ""
            let words = sql.split { $0.isWhitespace }.joined(separator: " ")
            let start = words.ranges(of: " WHERE ").last?.lowerBound
            condition = start.map { String(words[$0...]) } ?? ""
        }
    }

    /// Checks the indexes.
    ///
    /// - Parameter connection: the database.
    /// - Returns: the problems, one sentence each; empty if there are none.
    /// - Throws: an error of SQLite.
    static func problems(_ connection: Connection) throws -> [String] {
        let indexes = try connection.prepare(
            """
            SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN (
                SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%')
            ORDER BY name
            """
        ).all { try Index($0) }
        return try indexes.compactMap { index in
            do {
                // In one transaction, because other connections may write in between.
                let (own, whole) = try connection.transaction(.deferred) {
                    (
                        try sum(index, "INDEXED BY \(index.name)", connection),
                        try sum(index, "NOT INDEXED", connection)
                    )
                }
                return own == whole ? nil : "the index \(index.name) has other rows than its table"
            } catch let error as SQLiteError where error.code.primary == .error {
                // This kind of index cannot be compared in this way, which is not a problem.
                return nil
            }
        }
    }

    private static func sum(
        _ index: Index,
        _ way: String,
        _ connection: Connection
    ) throws -> String? {
        try connection.prepare(
            """
            SELECT count(*) || ' ' || ifnull(sum(rowid), 0)
            FROM \(index.table) \(way) \(index.condition)
            """
        ).value(as: String.self)
    }
}
