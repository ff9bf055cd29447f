import SQLiteBridge
import Testing

/// Statements that run, fail and run again.
@Suite struct StatementTests {
    private let connection: Connection
    private static let insert = "INSERT OR FAIL INTO thing (number, text) VALUES (?, ?)"

    init() throws {
        connection = try Connection(Connection.memory)
        try connection.execute("CREATE TABLE thing (number INTEGER, text TEXT UNIQUE)")
    }

    private func texts() throws -> [String] {
        try connection.prepare("SELECT text FROM thing ORDER BY rowid").values()
    }

    @Test func aStatementRunsAgainAfterAnError() throws {
        let statement = try connection.cached(Self.insert)
        try statement.run(1, "same")
        let error = #expect(throws: SQLiteError.self) { try statement.run(2, "same") }
        #expect(error?.code.primary == .constraint)
        #expect(error?.code != .constraint)
        #expect(error?.message == "UNIQUE constraint failed: thing.text")
        #expect(error?.sql == Self.insert)
        try connection.cached(Self.insert).run(3, "other")
        #expect(try texts() == ["same", "other"])
        #expect(connection.changesCount == 1)
        #expect(connection.lastInsertedRowID == 2)
    }

    @Test func aTextInPlaceOfANumberIsRefusedByAStrictTable() throws {
        try connection.execute("CREATE TABLE strict (number INTEGER NOT NULL) STRICT")
        let statement = try connection.prepare("INSERT INTO strict VALUES (?)")
        for value in ["seven", nil] as [String?] {
            let error = #expect(throws: SQLiteError.self) { try statement.run(value) }
            #expect(error?.code.primary == .constraint)
        }
        try statement.run(7)
    }

    @Test func thereIsOneValueForEachParameter() throws {
        let statement = try connection.prepare(Self.insert)
        for values in [[], [1], [1, "a", "b"]] as [[any ColumnValue]] {
            let error = #expect(throws: SQLiteError.self) { try statement.run(values) }
            #expect(error?.code == .misuse)
            #expect(error?.message == "\(values.count) values for 2 parameters")
        }
        #expect(try texts() == [])
        // One value may take several places.
        let twice = try connection.prepare("SELECT :value + :value")
        #expect(try twice.value([4], as: Int.self) == 8)
    }

    @Test func aTextIsOneStatement() throws {
        for sql in ["", " -- nothing", "SELECT 1; SELECT 2", "SELECT 1 SELECT"] {
            #expect(throws: SQLiteError.self, "\(sql)") { _ = try connection.prepare(sql) }
        }
        #expect(try connection.prepare("SELECT 1;\n ").value() == 1)
        let error = #expect(throws: SQLiteError.self) {
            _ = try connection.prepare("SELECT missing FROM thing")
        }
        #expect(
            "\(try #require(error))" == "SQLite error 1: no such column: missing "
                + "- while executing `SELECT missing FROM thing`"
        )
    }

    @Test func rowsComeOneByOneAndNeedNotAllBeRead() throws {
        let sql = "SELECT value FROM json_each('[1, 2, 3]')"
        var found: [Int] = []
        do {
            var rows = try connection.cached(sql).rows()
            while found.count < 2, let row = try rows.next() { found.append(try row.value(0)) }
            // The statement that is being read is another one.
            #expect(try connection.cached(sql).values(as: Int.self) == [1, 2, 3])
        }
        #expect(found == [1, 2])
        #expect(try connection.cached(sql).values(as: Int.self) == [1, 2, 3])
        var rows = try connection.cached("SELECT 1 WHERE FALSE").rows()
        for _ in 0..<2 { #expect(try rows.next() == nil) }
    }

    @Test func aStatementThatIsReadCannotBegin() throws {
        let statement = try connection.prepare("SELECT 1")
        var rows = try statement.rows()
        let error = #expect(throws: SQLiteError.self) { try statement.run() }
        #expect(error?.code == .misuse)
        #expect(try rows.next()?.value(0, as: Int.self) == 1)
    }

    @Test func whatAReaderThrowsEndsTheStatement() throws {
        struct Stop: Error {}
        let statement = try connection.cached("SELECT 1")
        #expect(throws: Stop.self) { try statement.all { _ in throw Stop() } }
        #expect(try statement.value() == 1)
    }

    @Test func deletedRowsComeBack() throws {
        for number in 1...3 { try connection.run(Self.insert, number, "\(number)") }
        let gone = try connection.prepare("DELETE FROM thing WHERE number > ? RETURNING text")
        #expect(try gone.all([1]) { row in try row.value(0, as: String.self) } == ["2", "3"])
        #expect(try texts() == ["1"])
    }

    @Test func aScriptEndsAtTheFirstError() throws {
        #expect(throws: SQLiteError.self) {
            try connection.execute(
                "INSERT INTO thing VALUES (1, 'a'); INSERT INTO missing VALUES (1); DELETE FROM thing"
            )
        }
        #expect(try texts() == ["a"])
    }
}
