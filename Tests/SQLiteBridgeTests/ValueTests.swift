import SQLiteBridge
import Testing

/// What a statement takes and a row gives.
@Suite struct ValueTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(Connection.memory)
    }

    /// A value that went through SQLite, with the type that it had there.
    private func roundTrip<Value: ColumnValue>(_ value: Value) throws -> (Value, String)? {
        try connection.prepare("SELECT ?1, typeof(?1)").first([value]) { row in
            (try row.value(0), try row.value(1))
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1, Int64(Int32.max) + 1, .max])
    func wholeNumbers(number: Int64) throws {
        #expect(try #require(try roundTrip(number)) == (number, "integer"))
        #expect(try #require(try roundTrip(Int(number))) == (Int(number), "integer"))
    }

    @Test func smallNumbersAndTruthValues() throws {
        #expect(try #require(try roundTrip(UInt32.max)) == (.max, "integer"))
        #expect(try #require(try roundTrip(Int32.min)) == (.min, "integer"))
        #expect(try #require(try roundTrip(UInt8.max)) == (.max, "integer"))
        #expect(try #require(try roundTrip(true)) == (true, "integer"))
        #expect(try #require(try roundTrip(false)) == (false, "integer"))
        #expect(try connection.prepare("SELECT 7").value(as: Bool.self) == true)
    }

    @Test(arguments: [0.5, -0.0, .infinity, .greatestFiniteMagnitude])
    func realNumbers(number: Double) throws {
        #expect(try #require(try roundTrip(number)) == (number, "real"))
    }

    @Test(arguments: [
        "", "ü\u{1F600} 'quoted'", "a\u{0}b", "\u{0}", String(repeating: "x", count: 70_000),
    ])
    func texts(text: String) throws {
        #expect(try #require(try roundTrip(text)) == (text, "text"))
    }

    @Test(arguments: [[], [0], [255, 0, 1], [UInt8](repeating: 7, count: 70_000)])
    func bytes(bytes: [UInt8]) throws {
        #expect(try #require(try roundTrip(bytes)) == (bytes, "blob"))
    }

    @Test func missingValues() throws {
        #expect(try #require(try roundTrip(nil as Int64?)) == (nil, "null"))
        #expect(try #require(try roundTrip(nil as String?)) == (nil, "null"))
        #expect(try #require(try roundTrip(nil as [UInt8]?)) == (nil, "null"))
        #expect(try #require(try roundTrip("a" as String?)) == ("a", "text"))
        #expect(try connection.prepare("SELECT NULL").value(as: String.self) == nil)
        #expect(try connection.prepare("SELECT 1 WHERE FALSE").value(as: Int.self) == nil)
    }

    @Test(
        arguments: [
            .null, .integer(.min), .real(1.5), .text("t\u{0}"), .blob([]), .blob([1]),
        ] as [AnyColumnValue]
    )
    func valuesOfAnyType(value: AnyColumnValue) throws {
        #expect(try #require(try roundTrip(value)).0 == value)
    }

    @Test func bytesThatAreNoUTF8AreReplacedInATextAndKeptInABlob() throws {
        let statement = try connection.prepare("SELECT CAST(x'61FF62' AS TEXT)")
        #expect(try statement.value(as: String.self) == "a\u{FFFD}b")
        let copy = try connection.prepare("SELECT CAST(CAST(x'61FF62' AS TEXT) AS BLOB)")
        #expect(try copy.value(as: [UInt8].self) == [0x61, 0xFF, 0x62])
    }

    /// Each type, read from a value of each other one.
    @Test func aValueOfAnotherTypeIsAnErrorThatNamesTheColumn() throws {
        func error<Value: ColumnValue>(
            _ sql: String,
            _ type: Value.Type
        ) throws -> ColumnError? {
            try connection.prepare("SELECT \(sql) AS due").first { row in
                #expect(throws: ColumnError.self) { try row.value(0, as: type) }
            } ?? nil
        }
        for sql in ["'7'", "7.0", "x'07'", "NULL"] {
            #expect(try error(sql, Int64.self)?.column == "due", "\(sql)")
            #expect(try error(sql, Bool.self)?.column == "due", "\(sql)")
        }
        for sql in ["7", "7.0", "x'61'", "NULL"] {
            #expect(try error(sql, String.self)?.column == "due", "\(sql)")
        }
        for sql in ["7", "7.0", "'a'", "NULL"] {
            #expect(try error(sql, [UInt8].self)?.column == "due", "\(sql)")
        }
        for sql in ["7", "'7'", "x'07'", "NULL"] {
            #expect(try error(sql, Double.self)?.column == "due", "\(sql)")
        }
        #expect(try error("'a'", Int64?.self)?.column == "due")
        let wrong = try #require(try error("'a'", Int64.self))
        #expect("\(wrong)" == "the column due has a text where an integer is expected")
    }

    @Test func aNumberThatTheTypeHasNotIsAnError() throws {
        for (sql, found) in [("256", "256"), ("-1", "-1"), ("\(Int64.max)", "\(Int64.max)")] {
            let error = try connection.prepare("SELECT \(sql) AS bits").first { row in
                #expect(throws: ColumnError.self) { try row.value(0, as: UInt8.self) }
            }
            let words = "the column bits has the integer \(found) where an integer from 0 to 255"
            #expect("\(try #require(error ?? nil))" == "\(words) is expected")
        }
    }

    @Test func aColumnThatIsNotThereIsAnError() throws {
        try connection.prepare("SELECT 1 AS one, 2 AS two").each { row in
            #expect(row.columnNames == ["one", "two"])
            let two: Int = try row.value("two")
            #expect(two == 2)
            #expect(throws: ColumnError.self) { try row.value("three", as: Int.self) }
            for index in [2, -1, Int.max, Int.min] {
                #expect(throws: ColumnError.self) { try row.value(index, as: Int?.self) }
            }
        }
    }

    @Test func aRowThatIsGoneHasNoValues() throws {
        let row = try connection.prepare("SELECT 1").first { $0 }
        #expect(throws: ColumnError.self) { try row?.value(0, as: Int?.self) }
    }
}
