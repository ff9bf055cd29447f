import GRDB

@testable import SchedulerAgent

extension Store {
    /// Has every statement of a kind fail that is about a table.
    func refuse(_ statement: String, on table: String) throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER \(table)\(statement) BEFORE \(statement) ON \(table)
                    BEGIN SELECT RAISE(ABORT, 'broken'); END
                    """
            )
        }
    }

    /// Puts that right again.
    func accept(_ statement: String, on table: String) throws {
        try queue.write { try $0.execute(sql: "DROP TRIGGER \(table)\(statement)") }
    }
}
