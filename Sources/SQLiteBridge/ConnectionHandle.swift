import CSQLite

/// SQLite's connection, closed with the last statement that has it.
final class ConnectionHandle {
    private var pointer: OpaquePointer?
    /// Whether a transaction has begun and its body runs.
    var isInTransaction = false

    /// Opens a database.
    init(_ path: String, flags: Int32) throws(SQLiteError) {
        let code = sqlite3_open_v2(path, &pointer, flags, nil)
        guard code == SQLITE_OK else {
            // There is a connection also where the file could not be opened; it knows why.
            let failure = error(pointer.map { sqlite3_extended_errcode($0) } ?? code)
            sqlite3_close_v2(pointer)
            pointer = nil
            throw failure
        }
        sqlite3_extended_result_codes(pointer, 1)
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    /// SQLite's connection.
    ///
    /// - Throws: ``SQLiteError`` if it is closed.
    func opened() throws(SQLiteError) -> OpaquePointer {
        guard let pointer else { throw SQLiteError(.misuse, "the connection is closed") }
        return pointer
    }

    func close() throws(SQLiteError) {
        let code = sqlite3_close(pointer)
        guard code == SQLITE_OK else { throw error(code) }
        pointer = nil
    }

    /// The error of a call that has just failed.
    func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
        let message = pointer.map { String(cString: sqlite3_errmsg($0)) }
        return SQLiteError(ResultCode(rawValue: code), message, sql: sql)
    }

    /// Whether a transaction is open.
    var hasTransaction: Bool { pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false }

    /// Checks that a transaction whose body runs is still open.
    ///
    /// SQLite ends one by itself if the disk is full or fails. What comes after that in the body would be
    /// committed by itself.
    ///
    /// - Throws: ``SQLiteError`` with `abort` if SQLite has ended it.
    func checkTransaction(_ sql: String? = nil) throws(SQLiteError) {
        guard !isInTransaction || hasTransaction else {
            throw SQLiteError(.abort, "the transaction was rolled back", sql: sql)
        }
    }
}
