import SQLiteBridge

@testable package import SchedulerAgent

extension Store {
    /// Has every statement of a kind fail that is about a table.
    package func refuse(_ statement: String, on table: String) throws {
        try database.write { connection in
            try connection.execute(
                """
                CREATE TRIGGER \(table)\(statement) BEFORE \(statement) ON \(table)
                BEGIN SELECT RAISE(ABORT, 'broken'); END
                """
            )
        }
    }

    /// Ends what ``refuse(_:on:)`` began.
    package func accept(_ statement: String, on table: String) throws {
        try database.write { try $0.execute("DROP TRIGGER \(table)\(statement)") }
    }

    /// Has every statement fail that reads a table; the tables of the file stay as they are.
    package func hide(_ table: String) throws {
        try database.write { connection in
            try connection.execute("CREATE TEMP VIEW \(table) AS SELECT * FROM noSuchTable")
        }
    }

    /// Makes a hidden table readable again.
    package func unhide(_ table: String) throws {
        try database.write { try $0.execute("DROP VIEW temp.\(table)") }
    }
}
