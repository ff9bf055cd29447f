import CSQLite

/// A prepared statement, which can run any number of times, also after it failed.
package final class Statement {
    /// Its text.
    package let sql: String
    let pointer: OpaquePointer
    let columnCount: Int32
    /// Whether it runs: its rows are being read.
    private(set) var isRunning = false
    private(set) var isAtRow = false
    private let handle: ConnectionHandle

    /// Prepares one statement.
    ///
    /// - Throws: ``SQLiteError`` if the text is not one statement, or the connection is closed.
    init(_ sql: String, _ handle: ConnectionHandle, isKept: Bool) throws(SQLiteError) {
        let connection = try handle.opened()
        var text = sql
        var pointer: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, hasMore) = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text -> (Int32, Bool) in
                guard let start = text.baseAddress, let length = Int32(exactly: text.count) else {
                    return (text.isEmpty ? SQLITE_OK : SQLITE_TOOBIG, false)
                }
                var end: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(connection, start, length, flags, &pointer, &end)
                let rest = bytes.dropFirst(end.map { $0 - start } ?? 0)
                return (code, rest.contains { !" \t\r\n;".utf8.contains($0) })
            }
        }
        guard code == SQLITE_OK else { throw handle.error(code, sql: sql) }
        guard let pointer, !hasMore else {
            sqlite3_finalize(pointer)
            throw SQLiteError(.misuse, "the text is not one statement", sql: sql)
        }
        self.sql = sql
        self.handle = handle
        self.pointer = pointer
        columnCount = sqlite3_column_count(pointer)
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Runs it to its end; rows that it returns are dropped.
    ///
    /// - Parameter values: what takes the places of its parameters, in order.
    package func run(_ values: any ColumnValue...) throws(SQLiteError) {
        try run(values)
    }

    /// Runs it as ``run(_:)-(ColumnValue...)`` does.
    package func run(_ values: [any ColumnValue]) throws(SQLiteError) {
        try begin(values)
        defer { end() }
        while try step() {}
    }

    /// Runs it, for its rows one after the other.
    ///
    /// - Parameter values: what takes the places of its parameters, in order.
    package func rows(_ values: [any ColumnValue] = []) throws(SQLiteError) -> Rows {
        try begin(values)
        return Rows(self)
    }

    /// Runs it and reads its rows, one after the other.
    ///
    /// - Parameter values: what takes the places of its parameters, in order.
    package func each(_ values: [any ColumnValue] = [], _ read: (Row) throws -> Void) throws {
        try begin(values)
        defer { end() }
        while try step() { try read(Row(statement: self)) }
    }

    /// Runs it and reads all of its rows.
    ///
    /// - Parameter values: what takes the places of its parameters, in order.
    package func all<Element>(
        _ values: [any ColumnValue] = [],
        _ read: (Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try each(values) { row in elements.append(try read(row)) }
        return elements
    }

    /// Runs it and reads its first row.
    ///
    /// - Returns: what was read; `nil` if it has no row.
    package func first<Element>(
        _ values: [any ColumnValue] = [],
        _ read: (Row) throws -> Element
    ) throws -> Element? {
        try begin(values)
        defer { end() }
        return try step() ? try read(Row(statement: self)) : nil
    }

    /// Runs it and reads the first column of its first row.
    ///
    /// - Returns: the value; `nil` if it has no row, or NULL in it.
    /// - Throws: ``SQLiteError``, and ``ColumnError`` if the value has another type.
    package func value<Value: ColumnValue>(
        _ values: [any ColumnValue] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        try first(values) { row in try row.value(0, as: Value?.self) } ?? nil
    }

    /// Runs it and reads the first column of all its rows.
    ///
    /// - Throws: ``SQLiteError``, and ``ColumnError`` if a value has another type.
    package func values<Value: ColumnValue>(
        _ values: [any ColumnValue] = [],
        as type: Value.Type = Value.self
    ) throws -> [Value] {
        try all(values) { row in try row.value(0) }
    }

    func columnName(_ index: Int32) -> String {
        sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? "\(index)"
    }

    /// Goes to the next row.
    func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(pointer)
        isAtRow = code == SQLITE_ROW
        guard isAtRow || code == SQLITE_DONE else { throw handle.error(code, sql: sql) }
        return isAtRow
    }

    /// Makes it ready to run again.
    func end() {
        // What it returns is the error of the last step, which has been thrown.
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
        isRunning = false
        isAtRow = false
    }

    private func begin(_ values: [any ColumnValue]) throws(SQLiteError) {
        guard !isRunning else {
            throw SQLiteError(.misuse, "the statement's rows are being read", sql: sql)
        }
        try handle.checkTransaction(sql)
        let count = Int(sqlite3_bind_parameter_count(pointer))
        guard values.count == count else {
            throw SQLiteError(.misuse, "\(values.count) values for \(count) parameters", sql: sql)
        }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: pointer, at: Int32(index + 1))
            guard code == SQLITE_OK else {
                let error = SQLiteError(ResultCode(rawValue: code), sql: sql)
                end()
                throw error
            }
        }
        isRunning = true
    }
}
