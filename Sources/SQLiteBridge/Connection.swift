import CSQLite

/// A connection to a database, used by one thread at a time; see ``SharedConnection``.
package final class Connection {
    /// What a connection may do.
    package enum Access: Sendable {
        /// Reads and writes, and makes the file if there is none.
        case readWrite
        case readOnly
    }

    /// How a transaction begins.
    package enum TransactionKind: Sendable {
        /// With its first read or write.
        case deferred
        /// At once, as the only one that writes.
        case immediate
    }

    /// The path of a database that is in memory.
    package static let memory = ":memory:"

    private let handle: ConnectionHandle
    private var kept: [String: Statement] = [:]
    /// Who gets each statement that has run; SQLite has a reference to it.
    private var observer: StatementObserver?

    /// Opens a database.
    ///
    /// - Parameter busyTimeout: how many milliseconds it waits for another connection's lock.
    package init(
        _ path: String,
        _ access: Access = .readWrite,
        busyTimeout: Int32 = 0
    ) throws(SQLiteError) {
        let flags =
            access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // The lock of each call is not needed: no two threads call at a time.
        handle = try ConnectionHandle(path, flags: flags | SQLITE_OPEN_NOMUTEX)
        sqlite3_busy_timeout(try handle.opened(), busyTimeout)
    }

    /// Closes the connection; every later use is an error.
    ///
    /// - Throws: ``SQLiteError`` if a statement runs; the connection stays open then.
    package func close() throws(SQLiteError) {
        kept = [:]
        try handle.close()
    }

    // MARK: - Statements

    /// Runs statements that have no parameters.
    ///
    /// - Throws: ``SQLiteError`` of the first one that fails; the later ones do not run.
    package func execute(_ script: String) throws(SQLiteError) {
        try handle.checkTransaction(script)
        let code = sqlite3_exec(try handle.opened(), script, nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.error(code, sql: script) }
    }

    /// Prepares a statement that is used now and not kept.
    ///
    /// - Throws: ``SQLiteError`` if the text is not one statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql, handle, isKept: false)
    }

    /// Returns a statement that is prepared once and kept until the connection is closed.
    ///
    /// - Throws: ``SQLiteError`` if the text is not one statement.
    package func cached(_ sql: String) throws(SQLiteError) -> Statement {
        let known = kept[sql]
        if let known, !known.isRunning { return known }
        let statement = try Statement(sql, handle, isKept: known == nil)
        if known == nil { kept[sql] = statement }
        return statement
    }

    /// Runs one statement, which is not kept.
    ///
    /// - Parameter values: what takes the places of its parameters, in order.
    package func run(_ sql: String, _ values: any ColumnValue...) throws(SQLiteError) {
        try prepare(sql).run(values)
    }

    /// How many rows the last statement inserted, changed or deleted.
    package var changesCount: Int { (try? handle.opened()).map { Int(sqlite3_changes($0)) } ?? 0 }

    /// The number of the row that was inserted last.
    package var lastInsertedRowID: Int64 {
        (try? handle.opened()).map { sqlite3_last_insert_rowid($0) } ?? 0
    }

    /// Reports each statement when it has run: its text, and how many steps SQLite's machine took for it.
    ///
    /// Unlike times, these are the same on each run.
    ///
    /// - Parameter report: called until the connection is closed, or this is called again with `nil`.
    /// - Throws: ``SQLiteError`` if the connection is closed.
    package func reportStatements(
        to report: ((_ sql: String, _ steps: Int) -> Void)?
    ) throws(SQLiteError) {
        let observer = report.map(StatementObserver.init)
        self.observer = observer
        sqlite3_trace_v2(
            try handle.opened(),
            observer == nil ? 0 : UInt32(SQLITE_TRACE_PROFILE),
            { _, observer, ended, _ in
                guard let observer, let ended else { return 0 }
                let statement = OpaquePointer(ended)
                let text = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
                let steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
                Unmanaged<StatementObserver>.fromOpaque(observer).takeUnretainedValue()
                    .report(text, Int(steps))
                return 0
            },
            observer.map { Unmanaged.passUnretained($0).toOpaque() }
        )
    }

    // MARK: - Transactions

    /// Runs a body in a transaction, which is rolled back if the body throws.
    ///
    /// - Throws: what the body throws, and ``SQLiteError`` if the transaction cannot begin or be committed.
    package func transaction<Result>(
        _ kind: TransactionKind = .immediate,
        _ body: () throws -> Result
    ) throws -> Result {
        try cached(kind == .immediate ? "BEGIN IMMEDIATE" : "BEGIN").run()
        do {
            handle.isInTransaction = true
            defer { handle.isInTransaction = false }
            let result = try body()
            try cached("COMMIT").run()
            return result
        } catch {
            // The first error says what happened.
            if handle.hasTransaction { try? cached("ROLLBACK").run() }
            throw error
        }
    }

    // MARK: - The database

    /// Copies the whole database into another one, page by page.
    ///
    /// - Parameter other: the connection to the copy, whose earlier content goes.
    package func copy(to other: Connection) throws(SQLiteError) {
        let source = try handle.opened()
        guard let backup = sqlite3_backup_init(try other.handle.opened(), "main", source, "main")
        else { throw other.handle.error(sqlite3_errcode(try other.handle.opened())) }
        let step = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, end == SQLITE_OK else {
            throw other.handle.error(end == SQLITE_OK ? step : end)
        }
    }

    /// Gives back the memory of pages and statements that are kept.
    package func releaseMemory() {
        kept = [:]
        if let connection = try? handle.opened() { sqlite3_db_release_memory(connection) }
    }
}

/// Who gets each statement that has run.
private final class StatementObserver {
    let report: (String, Int) -> Void

    init(_ report: @escaping (String, Int) -> Void) {
        self.report = report
    }
}
