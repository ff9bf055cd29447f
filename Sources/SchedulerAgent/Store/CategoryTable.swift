import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

extension Store {
    /// As many apps have categories.
    static let mostCategorisedApps = 2_000

    /// Whether an app has categories, or there is room for one more that does.
    func hasRoomForCategories(of app: String) throws(RequestError) -> Bool {
        try read { database in
            let others = try Int.fetchOne(
                database,
                sql: "SELECT count(DISTINCT app) FROM category WHERE app != ?",
                arguments: [app]
            )
            return others ?? 0 < Self.mostCategorisedApps
        }
    }

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
