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

    /// Puts that right again.
    package func accept(_ statement: String, on table: String) throws {
        try database.write { try $0.execute("DROP TRIGGER \(table)\(statement)") }
    }
}
