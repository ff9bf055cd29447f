import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    /// Returns the content of request files when they were added, by identifier.
    func requestFiles() throws(RequestError) -> [String: String] {
        try read { connection in
            let files: [(String, String)] = try connection.prepare(
                "SELECT identifier, text FROM requestFile"
            ).all { row in (try row.value(0), try row.value(1)) }
            return Dictionary(files, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Stores the request of a file and the file's content in one durable transaction.
    func add(_ request: AcceptedRequest, ofFile text: String) throws(RequestError) -> Int64 {
        try write(.full) { connection in
            try connection.cached(
                "INSERT OR REPLACE INTO requestFile (identifier, text) VALUES (?, ?)"
            ).run(request.key.identifier, text)
            return try Self.insert(request, connection)
        }
    }

    /// Forgets deleted files.
    func forget(requestFiles identifiers: [String]) throws(RequestError) {
        try write(.full) { connection in
            for identifier in identifiers {
                try connection.cached("DELETE FROM requestFile WHERE identifier = ?")
                    .run(identifier)
            }
        }
    }
}
