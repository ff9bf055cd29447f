import AgentInterface
import NotifyCore
import SQLiteBridge

/// A response that waits for the session to be unlocked.
struct HeldResponse: Sendable {
    let id: Int64
    let response: Response
    /// The delivery whose text has to be asked for first; `nil` if the response is complete.
    let prompt: Int64?
}

extension Store {
    /// The maximum number of held responses; the oldest are dropped first.
    private static let maxHeld = 1_000

    /// Keeps a response.
    static func hold(_ response: Response, prompt: Int64?, _ connection: Connection) throws -> Int64
    {
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
