/// The steps that make the tables of a database, of which each is done once.
///
/// The names of those that are done are in the table `grdb_migrations`. Its name is that of earlier
/// versions, whose databases are taken over.
package struct Migrator: Sendable {
    /// Changes the tables, within a transaction of its own.
    package typealias Body = @Sendable (Connection) throws -> Void

    private var steps: [(name: String, body: Body)] = []

    package init() {}

    /// Adds a step after the others, which is done whole or not at all.
    package mutating func add(_ name: String, _ body: @escaping Body) {
        steps.append((name, body))
    }

    /// The names of the steps, in order.
    package var names: [String] { steps.map(\.name) }

    /// Does the steps that are not done.
    ///
    /// - Throws: ``SQLiteError``, and what a step throws; those before it stay done.
    package func migrate(_ connection: Connection) throws {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
        )
        let earlier = try done(connection)
        for step in steps where !earlier.contains(step.name) {
            try connection.transaction {
                try step.body(connection)
                try connection.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", step.name)
            }
        }
    }

    /// Returns the names of the steps that are done; none if no step ever was.
    package func done(_ connection: Connection) throws -> Set<String> {
        do {
            return Set(try connection.prepare("SELECT identifier FROM grdb_migrations").values())
        } catch let error as SQLiteError where error.code.primary == .error {
            let table = try connection.prepare(
                "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'grdb_migrations'"
            ).value(as: Int.self)
            guard table == nil else { throw error }
            return []
        }
    }
}
