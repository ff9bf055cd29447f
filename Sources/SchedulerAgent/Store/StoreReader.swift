import SQLiteBridge

/// Reads a store's file by a connection of its own that writes nothing.
enum StoreReader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - body: reads it.
    /// - Returns: what the body returned.
    /// - Throws: what SQLite says where it cannot read, and what the body throws.
    static func read<Value>(_ path: String, _ body: (Connection) throws -> Value) throws -> Value {
        let connection = try Connection(path, .readOnly, busyTimeout: 5_000)
        // That a file is no database shows here.
        try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        return try body(connection)
    }
}
