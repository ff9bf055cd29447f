import AgentInterface
import GRDB
import NotifyCore

extension Store {
    /// What the files of requests said when they were taken up, by identifier.
    func requestFiles() throws(RequestError) -> [String: String] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT identifier, text FROM requestFile")
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Stores the request of a file, with what the file said, in one durable transaction.
    func add(_ row: PendingInsertion, ofFile text: String) throws(RequestError) -> Int64 {
        try write(.full) { database in
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO requestFile (identifier, text) VALUES (?, ?)"
            ).execute(arguments: [row.key.identifier, text])
            return try Self.insert(row, database)
        }
    }

    /// Forgets files that have gone.
    func forget(requestFiles identifiers: [String]) throws(RequestError) {
        try write(.full) { database in
            for identifier in identifiers {
                try database.cachedStatement(sql: "DELETE FROM requestFile WHERE identifier = ?")
                    .execute(arguments: [identifier])
            }
        }
    }
}
