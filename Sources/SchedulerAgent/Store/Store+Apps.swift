import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    /// The maximum number of apps with a decision or a badge, so that made-up ids cannot fill the disk.
    static let maxApps = 10_000

    /// Returns the decision about an app; `nil` if there is none.
    func permission(of app: String) throws(RequestError) -> AuthorizationStatus? {
        try read { connection in
            try connection.cached("SELECT permission FROM app WHERE id = ?").value(
                [app],
                as: String.self
            ).flatMap(AuthorizationStatus.init(rawValue:))
        }
    }

    /// Stores a decision; durable when it returns.
    ///
    /// - Parameter isOfUser: whether the user decided. Such decisions are not limited.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if there is no room, or `Storage`.
    func set(
        permission: AuthorizationStatus,
        of app: String,
        isOfUser: Bool = false
    ) throws(RequestError) {
        try write(.full) { connection in
            if !isOfUser { try Self.makeRoom(for: app, connection) }
            try connection.run(
                """
                INSERT INTO app (id, permission) VALUES (?1, ?2)
                ON CONFLICT (id) DO UPDATE SET permission = ?2
                """,
                app,
                permission.rawValue
            )
        }
    }

    /// Sets the number at an app's icon.
    func set(badge: Int, of app: String, _ durability: Durability) throws(RequestError) {
        try write(durability) { connection in
            // An unknown app has no badge to hide.
            guard try badge != 0 || Self.knows(app, connection) else { return }
            try Self.makeRoom(for: app, connection)
            try connection.cached(
                """
                INSERT INTO app (id, badge) VALUES (?1, ?2)
                ON CONFLICT (id) DO UPDATE SET badge = ?2
                """
            ).run(app, badge)
        }
    }

    private static func knows(_ app: String, _ connection: Connection) throws -> Bool {
        try connection.cached("SELECT 1 FROM app WHERE id = ?").value([app], as: Bool.self) != nil
    }

    private static func makeRoom(for app: String, _ connection: Connection) throws {
        guard try !knows(app, connection) else { return }
        let count = try connection.prepare("SELECT COUNT(*) FROM app").value(as: Int.self) ?? 0
        guard count >= maxApps else { return }
        throw RequestError(
            .notAllowed,
            "\(count) apps have a badge or a permission already, and there is no room for \(app.quoted); "
                + "use the id of one that has"
        )
    }

    /// The apps that have a badge.
    func badges() throws(RequestError) -> [(app: String, count: Int)] {
        try read { connection in
            try connection.prepare("SELECT id, badge FROM app WHERE badge != 0 ORDER BY id").all {
                (try $0.value(0), Int(try $0.clamped(1) as Int32))
            }
        }
    }

    /// Returns all apps in the store, sorted by their ids.
    ///
    /// Steps from app to app in the index, because there are many requests and few apps, and counts in the index alone.
    func apps() throws(RequestError) -> [AppRow] {
        try read { connection in
            try connection.prepare(
                """
                WITH RECURSIVE
                    waiting (app) AS (
                        SELECT MIN(app) FROM pending
                        UNION ALL
                        SELECT (SELECT MIN(app) FROM pending WHERE app > waiting.app)
                        FROM waiting WHERE waiting.app IS NOT NULL
                    ),
                    shown (app) AS (
                        SELECT MIN(app) FROM delivered
                        UNION ALL
                        SELECT (SELECT MIN(app) FROM delivered WHERE app > shown.app)
                        FROM shown WHERE shown.app IS NOT NULL
                    )
                SELECT known.id, IFNULL(app.badge, 0),
                    (SELECT COUNT(*) FROM pending WHERE pending.app = known.id)
                        - (SELECT COUNT(*) FROM pending INDEXED BY pendingUnlisted
                            WHERE listed = 0 AND pending.app = known.id),
                    (SELECT COUNT(*) FROM delivered WHERE delivered.app = known.id)
                FROM (SELECT id FROM app UNION SELECT app FROM waiting WHERE app IS NOT NULL
                    UNION SELECT app FROM shown WHERE app IS NOT NULL) AS known
                LEFT JOIN app ON app.id = known.id
                ORDER BY known.id
                """
            ).all { row in
                AppRow(
                    id: try row.value(0),
                    badge: Int(try row.clamped(1) as Int32),
                    pending: try row.value(2),
                    delivered: try row.value(3)
                )
            }
        }
    }
}

/// The categories of apps.
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

/// The use of a quota.
extension Store {
    /// Returns the number and size of the pending requests of a sender, except for one request.
    func pendingUse(
        of sender: Sender,
        besides key: RequestKey? = nil
    ) throws(RequestError) -> (count: Int, bytes: Int64) {
        try read { connection in
            let use: (count: Int, bytes: Int64)? = try connection.cached(
                """
                SELECT COUNT(*), COALESCE(SUM(LENGTH(record)), 0) FROM pending
                WHERE sender IS NOT NULL AND sender = ? AND NOT (app = ? AND identifier = ?)
                """
            ).first([sender.text, key?.appID ?? "", key?.identifier ?? ""]) { row in
                (count: try row.value(0), bytes: try row.value(1))
            }
            return use ?? (0, 0)
        }
    }

    /// Returns the delivered notifications beyond the quota, which are the oldest.
    func deliveredPastBounds(of quota: SenderQuota) throws(RequestError) -> [RequestKey] {
        try read { connection in
            try connection.cached(
                """
                SELECT app, identifier FROM (
                    SELECT app, identifier, ROW_NUMBER() OVER latest AS place,
                        SUM(LENGTH(record)) OVER latest AS bytes
                    FROM delivered WHERE sender IS NOT NULL AND sender = ?
                    WINDOW latest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING)
                ) WHERE place > ? OR bytes > ?
                """
            ).all([quota.sender.text, quota.maxRequests, quota.maxRequestBytes]) {
                try RequestKey(appID: $0.value("app"), identifier: $0.value("identifier"))
            }
        }
    }

    /// Returns the names of the folders with attachments.
    func attachmentFolders(of apps: ClosedRange<String>) throws(RequestError) -> Set<String> {
        try read { connection in
            try Set(
                connection.cached(
                    """
                    SELECT attachments FROM pending
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM delivered
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM response
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM image JOIN change ON change.id = change
                    WHERE \(ChangeTable.isAway) AND app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    """
                ).values([apps.lowerBound, apps.upperBound], as: String.self)
            )
        }
    }
}
