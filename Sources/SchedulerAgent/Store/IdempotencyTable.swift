import AgentInterface
import NotifyCore
import SQLiteBridge

/// An `Add` call with an idempotency key, and its reply.
struct IdempotentAdd: Sendable {
    let app: String
    let key: String
    let reply: AddReply
}

extension Store {
    /// The maximum number of calls to remember.
    static let maxIdempotentAdds = 1_000

    static func remember(_ call: IdempotentAdd, _ connection: Connection) throws {
        try connection.cached(
            "INSERT OR REPLACE INTO answeredAdd (app, key, reply) VALUES (?, ?, ?)"
        ).run(call.app, call.key, call.reply.storedBytes)
        try connection.cached("DELETE FROM answeredAdd WHERE id <= ?")
            .run(connection.lastInsertedRowID - Int64(maxIdempotentAdds))
    }

    /// Returns the reply to an earlier call of an app; `nil` if no such call is known.
    func idempotentReply(app: String, key: String) throws(RequestError) -> AddReply? {
        let bytes = try read { connection in
            try connection.cached("SELECT reply FROM answeredAdd WHERE app = ? AND key = ?").first([
                app, key,
            ]) { try $0.bytes(0) }
        }
        guard let bytes else { return nil }
        return try AddReply(storedBytes: bytes)
    }
}
