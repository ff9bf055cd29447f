import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    /// The maximum number of apps with categories.
    static let maxCategorisedApps = 2_000

    /// Whether an app has categories, or there is room for another app with categories.
    func hasRoomForCategories(of app: String) throws(RequestError) -> Bool {
        try read { connection in
            let others = try connection.prepare(
                "SELECT count(DISTINCT app) FROM category WHERE app != ?"
            ).value([app], as: Int.self)
            return others ?? 0 < Self.maxCategorisedApps
        }
    }

    /// Replaces the categories of an app.
    func set(_ categories: [NotificationCategory], of app: String) throws(RequestError) {
        try write(.full) { connection in
            try connection.run("DELETE FROM category WHERE app = ?", app)
            let statement = try connection.cached(
                "INSERT INTO category (app, identifier, record) VALUES (?, ?, ?)"
            )
            for category in categories {
                try statement.run(app, category.identifier, category.storedBytes)
            }
        }
    }

    /// Returns the records of an app's categories, sorted by identifier.
    func categories(of app: String) throws(RequestError) -> [[UInt8]] {
        try read { connection in
            try connection.prepare("SELECT record FROM category WHERE app = ? ORDER BY identifier")
                .all([app]) { try $0.bytes(0) }
        }
    }

    /// Returns the record of a category; `nil` if the app does not have it.
    func category(_ identifier: String, of app: String) throws(RequestError) -> [UInt8]? {
        try read { connection in
            try connection.cached("SELECT record FROM category WHERE app = ? AND identifier = ?")
                .first([app, identifier]) { try $0.bytes(0) }
        }
    }
}
