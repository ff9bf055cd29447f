import CSQLite

/// A type whose values a statement takes, and a row has.
package protocol ColumnValue {
    /// What a message calls the type.
    static var columnType: String { get }

    /// Binds the value to a place of a statement.
    ///
    /// - Parameter index: the place, from 1.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32

    /// Reads the value of a column.
    ///
    /// - Parameter index: the column, from 0.
    /// - Returns: the value; `nil` if the column has a value of another type.
    static func read(from statement: OpaquePointer, at index: Int32) -> Self?
}

extension ColumnValue where Self: FixedWidthInteger {
    package static var columnType: String {
        Self.self == Int64.self || Self.self == Int.self
            ? "an integer" : "an integer from \(Self.min) to \(Self.max)"
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let number = Int64(exactly: self) else { return SQLITE_TOOBIG }
        return sqlite3_bind_int64(statement, index, number)
    }

    package static func read(from statement: OpaquePointer, at index: Int32) -> Self? {
        guard sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
        return Self(exactly: sqlite3_column_int64(statement, index))
    }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension Int32: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt8: ColumnValue {}

extension Bool: ColumnValue {
    package static var columnType: String { "a truth value" }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }

    package static func read(from statement: OpaquePointer, at index: Int32) -> Bool? {
        Int64.read(from: statement, at: index).map { $0 != 0 }
    }
}

extension Double: ColumnValue {
    package static var columnType: String { "a real number" }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }

    package static func read(from statement: OpaquePointer, at index: Int32) -> Double? {
        guard sqlite3_column_type(statement, index) == SQLITE_FLOAT else { return nil }
        return sqlite3_column_double(statement, index)
    }
}

extension String: ColumnValue {
    package static var columnType: String { "a text" }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        csqlite_bind_text(statement, index, self, UInt64(utf8.count))
    }

    /// Reads a text; bytes that are no UTF-8 are replaced.
    package static func read(from statement: OpaquePointer, at index: Int32) -> String? {
        guard sqlite3_column_type(statement, index) == SQLITE_TEXT,
            let start = sqlite3_column_text(statement, index)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

extension [UInt8]: ColumnValue {
    package static var columnType: String { "bytes" }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // Without an address SQLite binds NULL.
        if isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
        return csqlite_bind_blob(statement, index, self, UInt64(count))
    }

    package static func read(from statement: OpaquePointer, at index: Int32) -> [UInt8]? {
        guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { return nil }
        let start = sqlite3_column_blob(statement, index)
        return [UInt8](
            UnsafeRawBufferPointer(
                start: start,
                count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
            )
        )
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    package static var columnType: String { "\(Wrapped.columnType) or NULL" }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let self else { return sqlite3_bind_null(statement, index) }
        return self.bind(to: statement, at: index)
    }

    package static func read(from statement: OpaquePointer, at index: Int32) -> Self? {
        if sqlite3_column_type(statement, index) == SQLITE_NULL { return .some(nil) }
        return Wrapped.read(from: statement, at: index).map { .some($0) }
    }
}

/// A value of whatever type a column has.
package enum AnyColumnValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension AnyColumnValue: ColumnValue {
    package static var columnType: String { "a value" }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): value.bind(to: statement, at: index)
        case .real(let value): value.bind(to: statement, at: index)
        case .text(let value): value.bind(to: statement, at: index)
        case .blob(let value): value.bind(to: statement, at: index)
        }
    }

    package static func read(from statement: OpaquePointer, at index: Int32) -> AnyColumnValue? {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: Int64.read(from: statement, at: index).map { .integer($0) }
        case SQLITE_FLOAT: Double.read(from: statement, at: index).map { .real($0) }
        case SQLITE_TEXT: String.read(from: statement, at: index).map { .text($0) }
        case SQLITE_BLOB: [UInt8].read(from: statement, at: index).map { .blob($0) }
        default: .null
        }
    }
}
