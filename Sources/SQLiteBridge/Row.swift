import CSQLite

/// The row at which a statement is; valid until the statement goes on.
///
/// Reading never traps: a value of another type than was asked for is an error that names the column.
package struct Row {
    let statement: Statement

    /// Reads a value by its column's place.
    ///
    /// - Parameter index: the place, from 0.
    /// - Throws: ``ColumnError`` if the column has a value of another type, or NULL.
    package func value<Value: ColumnValue>(
        _ index: Int,
        as type: Value.Type = Value.self
    ) throws(ColumnError) -> Value {
        try read(index)
    }

    private func read<Value: ColumnValue>(_ index: Int) throws(ColumnError) -> Value {
        guard let column = Int32(exactly: index), (0..<statement.columnCount).contains(column),
            statement.isAtRow
        else { throw ColumnError(column: "\(index)", expected: Value.columnType, found: "nothing") }
        guard let value = Value.read(from: statement.pointer, at: column) else {
            throw ColumnError(
                column: statement.columnName(column),
                expected: Value.columnType,
                found: found(column)
            )
        }
        return value
    }

    // The compiler does not specialise the generic function for callers in other modules. With these, a row of a list takes
    // the agent a quarter less time.

    /// Reads an integer by its column's place.
    package func value(_ index: Int, as type: Int64.Type = Int64.self) throws(ColumnError) -> Int64
    {
        try read(index)
    }

    /// Reads an integer, or NULL, by its column's place.
    package func value(
        _ index: Int,
        as type: Int64?.Type = Int64?.self
    ) throws(ColumnError) -> Int64? {
        try read(index)
    }

    /// Reads an integer by its column's place.
    package func value(_ index: Int, as type: Int.Type = Int.self) throws(ColumnError) -> Int {
        try read(index)
    }

    /// Reads a truth value by its column's place.
    package func value(_ index: Int, as type: Bool.Type = Bool.self) throws(ColumnError) -> Bool {
        try read(index)
    }

    /// Reads a text by its column's place.
    package func value(
        _ index: Int,
        as type: String.Type = String.self
    ) throws(ColumnError) -> String {
        try read(index)
    }

    /// Reads a text, or NULL, by its column's place.
    package func value(
        _ index: Int,
        as type: String?.Type = String?.self
    ) throws(ColumnError) -> String? {
        try read(index)
    }

    /// Reads bytes by its column's place.
    package func value(
        _ index: Int,
        as type: [UInt8].Type = [UInt8].self
    ) throws(ColumnError) -> [UInt8] {
        try read(index)
    }

    /// Reads bytes, or NULL, by its column's place.
    package func value(
        _ index: Int,
        as type: [UInt8]?.Type = [UInt8]?.self
    ) throws(ColumnError) -> [UInt8]? {
        try read(index)
    }

    /// Reads a value by its column's name; as by its place.
    package func value<Value: ColumnValue>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws(ColumnError) -> Value {
        guard let index = columnNames.firstIndex(of: name) else {
            throw ColumnError(column: name, expected: Value.columnType, found: "nothing")
        }
        return try value(index)
    }

    /// The names of the columns, in order.
    package var columnNames: [String] { (0..<statement.columnCount).map(statement.columnName) }

    /// The type of a column's value, for a message.
    private func found(_ column: Int32) -> String {
        switch sqlite3_column_type(statement.pointer, column) {
        case SQLITE_INTEGER: "the integer \(sqlite3_column_int64(statement.pointer, column))"
        case SQLITE_FLOAT: Double.columnType
        case SQLITE_TEXT: String.columnType
        case SQLITE_BLOB: [UInt8].columnType
        default: "NULL"
        }
    }
}

/// The rows of a statement, one after the other; the statement can run again once they are gone.
package struct Rows: ~Copyable {
    private let statement: Statement
    private var isDone = false

    init(_ statement: Statement) {
        self.statement = statement
    }

    /// Goes to the next row.
    ///
    /// - Returns: the row; `nil` after the last one.
    package mutating func next() throws(SQLiteError) -> Row? {
        guard !isDone else { return nil }
        do throws(SQLiteError) {
            if try statement.step() { return Row(statement: statement) }
        } catch {
            isDone = true
            throw error
        }
        isDone = true
        return nil
    }

    deinit {
        statement.end()
    }
}
