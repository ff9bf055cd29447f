import GRDB
import GRDBSQLite

/// A statement that SQLite's own functions run: of many rows, to hand GRDB the values takes longer than SQLite takes
/// for the row.
struct StatementRun {
    private let statement: SQLiteStatement
    private var column: Int32 = 0
    private var code = SQLITE_OK
    /// SQLite copies what it is given.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Runs a statement that returns no rows.
    ///
    /// - Parameters:
    ///   - statement: what to run; it can be run again, by GRDB as well.
    ///   - database: whose it is.
    ///   - bind: binds its values, in order.
    /// - Throws: `DatabaseError` with SQLite's code and words.
    static func run(
        _ statement: Statement,
        _ database: Database,
        _ bind: (inout StatementRun) -> Void
    ) throws {
        var run = StatementRun(statement: statement.sqliteStatement)
        // GRDB leaves it where it ended.
        sqlite3_reset(run.statement)
        defer {
            sqlite3_reset(run.statement)
            sqlite3_clear_bindings(run.statement)
        }
        bind(&run)
        // What is not bound would be NULL.
        if run.column < sqlite3_bind_parameter_count(run.statement) { run.code = SQLITE_MISUSE }
        if run.code == SQLITE_OK { run.code = sqlite3_step(run.statement) }
        guard run.code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: run.code),
                message: database.lastErrorMessage
            )
        }
    }

    private init(statement: SQLiteStatement) {
        self.statement = statement
    }

    /// Binds a number.
    mutating func bind(_ value: Int64?) {
        put { statement, index in
            value.map { sqlite3_bind_int64(statement, index, $0) }
                ?? sqlite3_bind_null(statement, index)
        }
    }

    /// Binds 1 or 0.
    mutating func bind(_ value: Bool) {
        bind(value ? 1 : 0)
    }

    /// Binds a text.
    mutating func bind(_ value: String?) {
        guard let value else { return bind(nil as Int64?) }
        let length = UInt64(value.utf8.count)
        put { statement, index in
            sqlite3_bind_text64(statement, index, value, length, Self.transient, UInt8(SQLITE_UTF8))
        }
    }

    /// Binds bytes.
    mutating func bind(_ value: [UInt8]) {
        put { statement, index in
            sqlite3_bind_blob64(statement, index, value, UInt64(value.count), Self.transient)
        }
    }

    /// The first value that cannot be bound decides.
    private mutating func put(_ bind: (SQLiteStatement, Int32) -> Int32) {
        column += 1
        let result = bind(statement, column)
        if code == SQLITE_OK { code = result }
    }
}
