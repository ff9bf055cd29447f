import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// A call of `Add` that had a key, and the reply to it.
struct AnsweredAdd: Sendable {
    let app: String
    let key: String
    let reply: AddReply
}

extension Store {
    /// As many calls are known again.
    static let mostAnsweredAdds = 1_000

    static func remember(_ call: AnsweredAdd, _ database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO answeredAdd (app, key, reply) VALUES (?, ?, ?)"
        ).execute(arguments: [call.app, call.key, Blob(call.reply.record.serialized)])
        try database.cachedStatement(sql: "DELETE FROM answeredAdd WHERE id <= ?")
            .execute(arguments: [database.lastInsertedRowID - Int64(mostAnsweredAdds)])
    }

    /// The reply to an earlier call of an app; `nil` where no such call is known.
    func answeredAdd(app: String, key: String) throws(RequestError) -> AddReply? {
        let bytes = try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT reply FROM answeredAdd WHERE app = ? AND key = ?"
                ),
                arguments: [app, key]
            ).map { Blob.bytes(of: $0, at: 0) }
        }
        guard let record = bytes.flatMap(Variant.dictionary(serialized:)) else { return nil }
        return try AddReply(record: record)
    }
}
