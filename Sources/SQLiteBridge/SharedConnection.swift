import CSQLite

/// A connection that several threads use, one after the other.
package final class SharedConnection: @unchecked Sendable {
    // All access is within `use(_:)`, under the mutex.
    private let connection: Connection
    private let mutex: OpaquePointer?

    /// Takes over a connection, which nobody else may use.
    package init(_ connection: sending Connection) {
        self.connection = connection
        mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_RECURSIVE)
    }

    /// Opens a database, as ``Connection/init(_:_:busyTimeout:)`` does.
    package convenience init(
        _ path: String,
        _ access: Connection.Access = .readWrite
    ) throws(SQLiteError) {
        self.init(try Connection(path, access))
    }

    deinit {
        sqlite3_mutex_free(mutex)
    }

    /// Uses the connection while no other thread does; waits for one that does.
    ///
    /// - Parameter body: uses the connection, and does not keep it.
    package func use<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        return try body(connection)
    }

    /// Uses the connection in one transaction that writes.
    package func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try use { connection in try connection.transaction { try body(connection) } }
    }

    /// Closes the connection; every later use is an error.
    ///
    /// - Throws: ``SQLiteError`` if a statement runs.
    package func close() throws {
        try use { connection in try connection.close() }
    }
}
