import SQLiteBridge

/// Reads a store's file with a separate, read-only connection.
enum StoreReader {
    /// Reads a file.
    static func read<Value>(_ path: String, _ body: (Connection) throws -> Value) throws -> Value {
        let connection = try Connection(path, .readOnly, busyTimeout: 5_000)
        // This fails if the file is not a database.
        try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        return try body(connection)
    }
}
