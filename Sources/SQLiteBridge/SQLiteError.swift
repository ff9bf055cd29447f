import CSQLite

/// A result code of SQLite, extended if it has more to say than the primary one.
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The kind of error, without the details of an extended code.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// SQLite's words for the code.
    package var description: String { String(cString: sqlite3_errstr(rawValue)) }

    package static let abort = ResultCode(rawValue: SQLITE_ABORT)
    package static let auth = ResultCode(rawValue: SQLITE_AUTH)
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    package static let io = ResultCode(rawValue: SQLITE_IOERR)
    package static let ioRead = ResultCode(rawValue: SQLITE_IOERR | 1 << 8)
    package static let ioShortRead = ResultCode(rawValue: SQLITE_IOERR | 2 << 8)
    package static let ioSync = ResultCode(rawValue: SQLITE_IOERR | 4 << 8)
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    package static let noLargeFiles = ResultCode(rawValue: SQLITE_NOLFS)
    package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    package static let permission = ResultCode(rawValue: SQLITE_PERM)
    package static let lockProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
}

/// An error of SQLite.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The extended result code.
    package let code: ResultCode
    /// What SQLite said of it.
    package let message: String
    /// The statement that failed; `nil` if none did.
    package let sql: String?

    /// Makes an error.
    ///
    /// - Parameter message: what is wrong; SQLite's words for the code if there are no others.
    package init(_ code: ResultCode, _ message: String? = nil, sql: String? = nil) {
        self.code = code
        self.message = message ?? code.description
        self.sql = sql
    }

    package var description: String {
        let statement = sql.map { " - while executing `\($0)`" } ?? ""
        return "SQLite error \(code.primary.rawValue): \(message)\(statement)"
    }
}

/// A value of a row that has another type than was asked for.
package struct ColumnError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The column's name.
    package let column: String
    /// What was asked for.
    package let expected: String
    /// What the column has.
    package let found: String

    package var description: String {
        "the column \(column) has \(found) where \(expected) is expected"
    }
}
