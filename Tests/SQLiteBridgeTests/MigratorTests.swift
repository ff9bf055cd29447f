import SQLiteBridge
import Testing

/// Steps that are done once.
@Suite struct MigratorTests {
    private struct Refused: Error {}

    private let connection: Connection

    init() throws {
        connection = try Connection(Connection.memory)
    }

    private static func migrator(_ names: String...) -> Migrator {
        var migrator = Migrator()
        for name in names {
            migrator.add(name) { try $0.execute("CREATE TABLE \(name) (a)") }
        }
        return migrator
    }

    private func tables() throws -> [String] {
        try connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'grdb_migrations'"
        ).values()
    }

    private func done() throws -> [String] {
        try connection.prepare("SELECT identifier FROM grdb_migrations ORDER BY rowid").values()
    }

    @Test func aNewDatabaseGetsAllStepsInOrder() throws {
        let migrator = Self.migrator("first", "second", "third")
        #expect(try migrator.done(connection) == [])
        #expect(try tables() == [])
        try migrator.migrate(connection)
        #expect(try tables() == ["first", "second", "third"])
        #expect(try done() == migrator.names)
        #expect(try migrator.done(connection) == Set(migrator.names))
        try migrator.migrate(connection)
        #expect(try done() == migrator.names)
    }

    @Test func anEarlierDatabaseGetsWhatItHasNot() throws {
        let migrator = Self.migrator("first", "second", "third")
        try Self.migrator("first", "second").migrate(connection)
        #expect(try tables() == ["first", "second"])
        try Self.migrator("first").migrate(connection)
        #expect(try done() == ["first", "second"])
        try migrator.migrate(connection)
        #expect(try tables() == ["first", "second", "third"])
    }

    /// The table and its rows as earlier versions wrote them.
    @Test func theTableOfEarlierVersionsIsTakenOver() throws {
        try connection.execute(
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO "grdb_migrations" VALUES('second');
            INSERT INTO "grdb_migrations" VALUES('first');
            """
        )
        let migrator = Self.migrator("first", "second", "third")
        try migrator.migrate(connection)
        #expect(try tables() == ["third"])
        #expect(try done() == ["second", "first", "third"])
        let fresh = try Connection(Connection.memory)
        try migrator.migrate(fresh)
        let text = "SELECT sql FROM sqlite_schema WHERE name = 'grdb_migrations'"
        #expect(
            try connection.prepare(text).value(as: String.self)
                == fresh.prepare(text).value(as: String.self)
        )
    }

    @Test func aStepThatFailsLeavesNothingAndIsDoneAgain() throws {
        var failing = Self.migrator("first")
        failing.add("second") { connection in
            try connection.execute("CREATE TABLE second (a)")
            throw Refused()
        }
        failing.add("third") { try $0.execute("CREATE TABLE third (a)") }
        #expect(throws: Refused.self) { try failing.migrate(connection) }
        #expect(try tables() == ["first"])
        #expect(try done() == ["first"])
        try Self.migrator("first", "second").migrate(connection)
        #expect(try tables() == ["first", "second"])
    }

    @Test func withoutStepsThereIsNothingToDo() throws {
        try Migrator().migrate(connection)
        #expect(try tables() == [])
    }
}
