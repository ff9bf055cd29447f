import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// What the user did, as it waits for the session to be unlocked.
struct HeldResponse: Sendable {
    let id: Int64
    let response: Response
    /// The delivery whose text is to be asked for first; `nil` where the response is whole.
    let prompt: Int64?
}

extension Store {
    /// As many are kept; the oldest go first.
    private static let mostHeld = 1_000

    /// Keeps a response.
    ///
    /// - Parameters:
    ///   - response: what the user did.
    ///   - prompt: the delivery whose text is to be asked for first.
    ///   - database: within its transaction.
    /// - Returns: the number under which it is kept.
    /// - Throws: what SQLite said.
    static func hold(_ response: Response, prompt: Int64?, _ database: Database) throws -> Int64 {
        let delivery = response.delivery
        try database.execute(
            sql: """
                INSERT INTO heldResponse (record, scheduled, delivered, action, text, prompt)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Blob(delivery.request.record.serialized), delivery.scheduled.microseconds,
                delivery.delivered.microseconds, response.action, response.userText, prompt,
            ]
        )
        let id = database.lastInsertedRowID
        try database.execute(
            sql: "DELETE FROM heldResponse WHERE id <= ?",
            arguments: [id - Int64(mostHeld)]
        )
        return id
    }

    /// What is held, oldest first; a damaged one is left out.
    func held() throws(RequestError) -> [HeldResponse] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, record, scheduled, delivered, action, text, prompt FROM heldResponse
                    ORDER BY id
                    """
            ).compactMap(HeldResponse.init)
        }
    }

    /// Lets go of a response that was acted on, and keeps what its app has to hear of it.
    ///
    /// - Returns: how many older responses had to go for it.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func drop(held id: Int64, leaving response: AppResponse?) throws(RequestError) -> Int {
        try write(.full) { database in
            try database.execute(sql: "DELETE FROM heldResponse WHERE id = ?", arguments: [id])
            return try response.map { try Self.keep($0, database) } ?? 0
        }
    }
}

extension HeldResponse {
    fileprivate init?(_ row: Row) {
        let record = Variant.dictionary(serialized: Blob.bytes(of: row, at: 1))
        guard let request = try? NotificationRequest(record: record) else { return nil }
        id = row[0]
        response = Response(
            delivery: Delivery(
                request: request,
                scheduled: Instant(stored: row[2]),
                delivered: Instant(stored: row[3]),
                state: .listed
            ),
            action: row[4],
            userText: row[5]
        )
        prompt = row[6]
    }
}
