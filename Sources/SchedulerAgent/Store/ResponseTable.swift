import AgentInterface
import NotifyCore
import SQLiteBridge

/// A response that its app has not received yet.
struct WaitingResponse: Sendable {
    let id: Int64
    /// The stored bytes, which may be damaged.
    let record: [UInt8]

    /// Decodes the response.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are damaged.
    func response() throws(RequestError) -> AppResponse { try AppResponse(storedBytes: record) }

    /// The identifier of its request, if the stored bytes have it.
    var identifier: String { StoredTexts.identifier(ofResponse: record) }
}

extension Store {
    /// The maximum numbers of responses for one app, and for all.
    static let maxResponsesOfOneApp = 100
    static let maxResponses = 1_000

    /// Stores a response for its app.
    static func keep(_ response: AppResponse, _ connection: Connection) throws -> Int {
        let app = response.notification.request.appID
        try connection.run(
            "INSERT INTO response (app, record, attachments) VALUES (?, ?, ?)",
            app,
            response.storedBytes,
            response.notification.request.attachmentFolder
        )
        try connection.run(
            """
            DELETE FROM response WHERE id <= (SELECT id FROM response WHERE app = ?1
                ORDER BY id DESC LIMIT 1 OFFSET ?2) AND app = ?1
            """,
            app,
            maxResponsesOfOneApp
        )
        let ownDropped = connection.changesCount
        try connection.run(
            """
            DELETE FROM response
            WHERE id <= (SELECT id FROM response ORDER BY id DESC LIMIT 1 OFFSET ?)
            """,
            maxResponses
        )
        return ownDropped + connection.changesCount
    }

    /// Returns the oldest response for an app.
    ///
    /// - Returns: the response; `nil` if none waits.
    func firstResponse(
        of app: String,
        except excluded: Set<Int64> = []
    ) throws(RequestError) -> WaitingResponse? {
        try response(
            "SELECT id, record FROM response WHERE app = ? ORDER BY id",
            app,
            except: excluded
        )
    }

    /// Returns the latest response for which its app was not started yet; `nil` if there is none.
    func responseToStart(
        _ app: String,
        except excluded: Set<Int64> = []
    ) throws(RequestError) -> WaitingResponse? {
        try response(
            "SELECT id, record FROM response WHERE app = ? AND started = 0 ORDER BY id DESC",
            app,
            except: excluded
        )
    }

    /// Whether a response still waits for its app.
    func hasResponse(_ id: Int64) throws(RequestError) -> Bool {
        try read { connection in
            try connection.prepare("SELECT EXISTS (SELECT 1 FROM response WHERE id = ?)").value(
                [id],
                as: Bool.self
            ) ?? false
        }
    }

    /// Returns the first row that is not excluded; few are.
    private func response(
        _ sql: String,
        _ app: String,
        except excluded: Set<Int64>
    ) throws(RequestError) -> WaitingResponse? {
        try read { connection in
            var rows = try connection.prepare(sql).rows([app])
            while let row = try rows.next() {
                if !excluded.contains(try row.value(0)) { return try WaitingResponse(row) }
            }
            return nil
        }
    }

    /// Returns the apps with responses for which they were not started yet.
    func appsToStart() throws(RequestError) -> [String] {
        try read { connection in
            try connection.prepare(
                "SELECT DISTINCT app FROM response WHERE started = 0 ORDER BY app"
            ).values(as: String.self)
        }
    }

    /// Records that an app was started for its responses, or cannot be.
    func markStarted(_ app: String, upTo last: Int64 = .max) throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "UPDATE response SET started = 1 WHERE app = ? AND id <= ? AND started = 0",
                app,
                last
            )
        }
    }

    /// Deletes responses in one transaction.
    func remove(responses ids: Set<Int64>) throws(RequestError) {
        try write(.full) { connection in
            let statement = try connection.cached("DELETE FROM response WHERE id = ?")
            for id in ids { try statement.run(id) }
        }
    }

    /// Returns all responses that wait for an app, the oldest first.
    static func waiting(for app: String, _ connection: Connection) throws -> [WaitingResponse] {
        try connection.prepare("SELECT id, record FROM response WHERE app = ? ORDER BY id").all([
            app
        ]) {
            try WaitingResponse($0)
        }
    }
}

extension WaitingResponse {
    fileprivate init(_ row: Row) throws {
        id = try row.value(0)
        record = try row.bytes(1)
    }
}
