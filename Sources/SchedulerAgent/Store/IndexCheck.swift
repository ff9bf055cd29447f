import SQLiteBridge

/// Compares the indexes of a database with their tables.
///
/// SQLite's quick check does not, and its full one looks each row up in each index, which takes ten times as
/// long. Here both are read from end to end: they have the same rows where the numbers of these add up to the same.
enum IndexCheck {
    /// An index, as the database names it.
    private struct Index {
        let name: String
        let table: String
        /// Which rows it has; empty for all.
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

    /// What is wrong with the indexes; none where all is well.
    ///
    /// - Parameter connection: the database.
    /// - Returns: the problems, a sentence each.
    /// - Throws: what SQLite says where it cannot read one.
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
                // Both of one moment: others may write meanwhile.
                let (own, whole) = try connection.transaction(.deferred) {
                    (
                        try sum(index, "INDEXED BY \(index.name)", connection),
                        try sum(index, "NOT INDEXED", connection)
                    )
                }
                return own == whole ? nil : "the index \(index.name) has other rows than its table"
            } catch let error as SQLiteError where error.code.primary == .error {
                // It cannot be compared in this way, which says nothing of what is in it.
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
