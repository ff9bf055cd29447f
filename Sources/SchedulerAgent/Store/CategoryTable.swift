import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

extension Store {
    /// Replaces the categories of an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func set(_ categories: [NotificationCategory], of app: String) throws(RequestError) {
        try write(.full) { database in
            try database.execute(sql: "DELETE FROM category WHERE app = ?", arguments: [app])
            let statement = try database.cachedStatement(
                sql: "INSERT INTO category (app, identifier, record) VALUES (?, ?, ?)"
            )
            for category in categories {
                try statement.execute(arguments: [
                    app, category.identifier, Blob(category.record.serialized),
                ])
            }
        }
    }

    /// The records of an app's categories, by identifier.
    func categories(of app: String) throws(RequestError) -> [[UInt8]] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT record FROM category WHERE app = ? ORDER BY identifier",
                arguments: [app]
            ).map { Blob.bytes(of: $0, at: 0) }
        }
    }

    /// The record of one category; `nil` where the app has no such.
    func category(_ identifier: String, of app: String) throws(RequestError) -> [UInt8]? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT record FROM category WHERE app = ? AND identifier = ?"
                ),
                arguments: [app, identifier]
            ).map { Blob.bytes(of: $0, at: 0) }
        }
    }
}
