import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// A response that its app has not heard yet.
struct WaitingResponse: Sendable {
    let id: Int64
    /// As the interface of apps has it; `nil` where the stored bytes do not hold.
    let record: Variant?
}

extension Store {
    /// The bounds of what waits for one app, and for all.
    static let mostResponsesOfOneApp = 100
    static let mostResponses = 1_000

    /// Keeps a response for its app.
    ///
    /// - Returns: how many older responses had to go for it.
    static func keep(_ response: AppResponse, _ database: Database) throws -> Int {
        let app = response.notification.request.appID
        try database.execute(
            sql: "INSERT INTO response (app, record, attachments) VALUES (?, ?, ?)",
            arguments: [
                app, Blob(response.record.serialized),
                response.notification.request.attachmentFolder,
            ]
        )
        try database.execute(
            sql: """
                DELETE FROM response WHERE id <= (SELECT id FROM response WHERE app = ?1
                    ORDER BY id DESC LIMIT 1 OFFSET ?2) AND app = ?1
                """,
            arguments: [app, mostResponsesOfOneApp]
        )
        let ownDropped = database.changesCount
        try database.execute(
            sql: """
                DELETE FROM response
                WHERE id <= (SELECT id FROM response ORDER BY id DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [mostResponses]
        )
        return ownDropped + database.changesCount
    }

    /// The oldest response that waits for an app.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - excluded: responses that do not count.
    /// - Returns: the response; `nil` where none waits.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
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

    /// The latest response for which its app has not been started; `nil` where there is none.
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

    /// The first row that counts; the excluded ones are few.
    private func response(
        _ sql: String,
        _ app: String,
        except excluded: Set<Int64>
    ) throws(RequestError) -> WaitingResponse? {
        try read { database in
            let rows = try Row.fetchCursor(database, sql: sql, arguments: [app])
            while let row = try rows.next() {
                if !excluded.contains(row[0]) { return WaitingResponse(row) }
            }
            return nil
        }
    }

    /// The apps that have not been started for a response that waits.
    func appsToStart() throws(RequestError) -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: "SELECT DISTINCT app FROM response WHERE started = 0 ORDER BY app"
            )
        }
    }

    /// Notes that all has been done to have an app hear what waits for it.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - last: the latest response for which it was done.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func markStarted(_ app: String, upTo last: Int64 = .max) throws(RequestError) {
        try write(.process) { database in
            try database.execute(
                sql: "UPDATE response SET started = 1 WHERE app = ? AND id <= ? AND started = 0",
                arguments: [app, last]
            )
        }
    }

    /// Forgets responses that need not be told any more, in one transaction.
    func remove(responses ids: Set<Int64>) throws(RequestError) {
        try write(.full) { database in
            let statement = try database.cachedStatement(sql: "DELETE FROM response WHERE id = ?")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }

    /// Names the folders of the files of responses that were kept before these had a column.
    static func fillResponseAttachments(_ database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT id, record FROM response")
        for waiting in rows.map(WaitingResponse.init) {
            guard let response = try? AppResponse(record: waiting.record),
                let folder = response.notification.request.attachmentFolder
            else { continue }
            try database.execute(
                sql: "UPDATE response SET attachments = ? WHERE id = ?",
                arguments: [folder, waiting.id]
            )
        }
    }
}

extension WaitingResponse {
    fileprivate init(_ row: Row) {
        id = row[0]
        record = Variant.dictionary(serialized: Blob.bytes(of: row, at: 1))
    }
}
