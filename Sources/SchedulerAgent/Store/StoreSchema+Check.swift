import SQLiteBridge

extension StoreSchema {
    /// Returns the tables and indexes of this version that a database lacks or defines differently.
    ///
    /// - Returns: their names, in order.
    static func missing(_ connection: Connection) throws -> [String] {
        let model = try Connection(Connection.memory)
        try migrator.migrate(model)
        let found = try definitions(connection)
        return try definitions(model).filter { found[$0.key] != $0.value }.keys.sorted()
    }

    /// The definition of each table, index and trigger, by name, without line breaks.
    private static func definitions(_ connection: Connection) throws -> [String: String] {
        let texts: [(String, String)] = try connection.prepare(
            "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        ).all { row in
            let sql: String = try row.value(1)
            return (try row.value(0), sql.split { $0.isWhitespace }.joined(separator: " "))
        }
        return Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }
}
