import SQLiteBridge
import TestSupport
import Testing

/// What a transaction keeps, and what it leaves.
@Suite struct TransactionTests {
    private struct Refused: Error {}

    private let folder: TemporaryFolder
    private let connection: Connection
    private var path: String { "\(folder.path)/file.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection("\(folder.path)/file.sqlite")
        try connection.execute("CREATE TABLE thing (text TEXT UNIQUE)")
    }

    private func count(_ connection: Connection) throws -> Int? {
        try connection.prepare("SELECT COUNT(*) FROM thing").value()
    }

    /// The code of the error that a body ends with; `nil` where it ends with none.
    private static func code(_ body: () throws -> Void) -> ResultCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SQLiteError)?.code
        }
    }

    @Test(arguments: [Connection.TransactionKind.immediate, .deferred])
    func whatThrowsLeavesNothing(kind: Connection.TransactionKind) throws {
        #expect(throws: Refused.self) {
            try connection.transaction(kind) {
                try connection.run("INSERT INTO thing VALUES ('a')")
                throw Refused()
            }
        }
        #expect(try count(connection) == 0)
        let result = try connection.transaction(kind) {
            try connection.run("INSERT INTO thing VALUES ('a')")
            // An error that the body catches changes nothing for the rest.
            try? connection.run("INSERT INTO thing VALUES ('a')")
            try connection.run("INSERT INTO thing VALUES ('b')")
            return 7
        }
        #expect(result == 7)
        #expect(try count(try Connection(path, .readOnly)) == 2)
    }

    /// SQLite rolls back by itself, for example where the disk is full; nothing may be committed bit by bit then.
    @Test func whatSQLiteRolledBackEndsTheBody() throws {
        var late: [ResultCode?] = []
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.run("INSERT INTO thing VALUES ('a')")
                try? connection.run("INSERT OR ROLLBACK INTO thing VALUES ('a')")
                late.append(Self.code { try connection.run("INSERT INTO thing VALUES ('b')") })
                late.append(Self.code { try connection.execute("INSERT INTO thing VALUES ('c')") })
            }
        }
        #expect(late == [.abort, .abort])
        #expect(error?.code == .abort)
        #expect(try count(connection) == 0)
        try connection.transaction { try connection.run("INSERT INTO thing VALUES ('d')") }
        #expect(try count(connection) == 1)
    }

    @Test func oneWriterAtATime() throws {
        let other = try Connection(path, busyTimeout: 1)
        try connection.transaction {
            let error = #expect(throws: SQLiteError.self) { try other.transaction {} }
            #expect(error?.code.primary == .busy)
            #expect(error?.message == "database is locked")
        }
        try other.transaction { try other.run("INSERT INTO thing VALUES ('a')") }
        #expect(try count(connection) == 1)
    }

    @Test func aTransactionWithinAnotherIsAnErrorAndEndsNeither() throws {
        try connection.transaction {
            try connection.run("INSERT INTO thing VALUES ('a')")
            #expect(throws: SQLiteError.self) { try connection.transaction {} }
        }
        #expect(try count(connection) == 1)
    }

    @Test func aFullFileIsAnErrorAndKeepsWhatItHas() throws {
        try connection.run("INSERT INTO thing VALUES ('a')")
        let pages = try #require(try connection.prepare("PRAGMA page_count").value(as: Int.self))
        try connection.execute("PRAGMA max_page_count = \(pages)")
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.run(
                    "INSERT INTO thing VALUES (?)",
                    String(repeating: "x", count: 1 << 16)
                )
            }
        }
        #expect(error?.code == .full)
        #expect(error?.message == "database or disk is full")
        #expect(try count(connection) == 1)
        try connection.execute("PRAGMA max_page_count = 1000")
        try connection.run("INSERT INTO thing VALUES ('b')")
        #expect(try count(connection) == 2)
    }
}
