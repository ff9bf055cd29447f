import AgentInterface
import NotifyCore
import SQLiteBridge

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

extension Store {
    /// The maximum number of held responses; the oldest are dropped first.
    private static let maxHeld = 1_000

    /// Keeps a response.
    static func hold(
        _ response: Response,
        prompt: DeliveryID?,
        _ connection: Connection
    ) throws -> Int64 {
        let delivery = response.delivery
        try connection.run(
            """
            INSERT INTO heldResponse (record, scheduled, delivered, action, text, prompt)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            delivery.request.storedBytes,
            delivery.scheduled.microseconds,
            delivery.delivered.microseconds,
            response.action,
            response.userText,
            prompt
        )
        let id = connection.lastInsertedRowID
        try connection.run("DELETE FROM heldResponse WHERE id <= ?", id - Int64(maxHeld))
        return id
    }

    /// Returns the held responses, oldest first; damaged ones are left out.
    func held() throws(RequestError) -> [HeldResponse] {
        try read { connection in
            try connection.prepare(
                """
                SELECT id, record, scheduled, delivered, action, text, prompt FROM heldResponse
                ORDER BY id
                """
            ).all { try HeldResponse($0) }.compactMap { $0 }
        }
    }

    /// Removes a response that was carried out, and stores the message to its app.
    func drop(held id: Int64, leaving response: AppResponse?) throws(RequestError) -> Int {
        try write(.full) { connection in
            try connection.run("DELETE FROM heldResponse WHERE id = ?", id)
            return try response.map { try Self.keep($0, connection) } ?? 0
        }
    }
}

/// Messages that wake an app, among the responses that wait for it.
extension Store {
    /// The maximum number of such messages of one app: a server that sends many must not drop the user's responses.
    static let maxWakesOfOneApp = 20

    /// Stores a message that wakes an app and shows nothing.
    ///
    /// - Parameter call: what is remembered of it; `nil` for nothing.
    func keep(wake: AppResponse, _ call: IdempotentAdd?) throws(RequestError) -> Int {
        try write(.full) { connection in
            if let call { try Self.remember(call, connection) }
            return try Self.keep(wake: wake, connection)
        }
    }

    /// Records that an app is not started for the latest response that was stored for it.
    func markLatestStarted(_ app: String) throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "UPDATE response SET started = 1 WHERE id = (SELECT max(id) FROM response WHERE app = ?)",
                app
            )
        }
    }

    /// Stores a message that wakes an app, in place of the oldest ones where there are too many.
    @discardableResult
    static func keep(wake: AppResponse, _ connection: Connection) throws -> Int {
        let app = wake.notification.request.appID
        let wakes = try waiting(for: app, connection).filter { waiting in
            (try? waiting.response())?.action == NotificationAction.remoteIdentifier
        }
        let old = wakes.dropLast(maxWakesOfOneApp - 1)
        for waiting in old {
            try connection.run("DELETE FROM response WHERE id = ?", waiting.id)
        }
        return old.count + (try keep(wake, connection))
    }
}

extension WaitingResponse {
    fileprivate init(_ row: Row) throws {
        id = try row.value(0)
        record = try row.bytes(1)
    }
}

extension HeldResponse {
    fileprivate init?(_ row: Row) throws {
        let bytes = try row.bytes(1)
        guard let request = try? NotificationRequest(storedBytes: bytes) else { return nil }
        id = try row.value(0)
        response = Response(
            delivery: Delivery(
                request: request,
                scheduled: Instant(stored: try row.value(2)),
                delivered: Instant(stored: try row.value(3)),
                state: .listed
            ),
            action: try row.value(4),
            userText: try row.value(5)
        )
        prompt = try row.value(6)
    }
}
