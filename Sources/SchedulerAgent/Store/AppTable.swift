import GRDB
import NotifyCore

/// What the store knows of an app.
struct AppRow: Sendable {
    let id: String
    /// What was decided; `nil` where nothing was.
    let permission: AuthorizationStatus?
    let badge: Int
    let pending: Int
    let delivered: Int
}

extension Store {
    /// Apps with a decision or a badge at most; whoever makes up ids must not fill the disk.
    static let mostApps = 10_000

    /// What was decided about an app; `nil` where nothing was.
    func permission(of app: String) throws(RequestError) -> AuthorizationStatus? {
        try read { database in
            try String.fetchOne(
                database.cachedStatement(sql: "SELECT permission FROM app WHERE id = ?"),
                arguments: [app]
            ).flatMap(AuthorizationStatus.init(rawValue:))
        }
    }

    /// Remembers a decision; durable when it returns.
    ///
    /// - Parameters:
    ///   - permission: the decision.
    ///   - app: of which app.
    ///   - isOfUser: whether it is the user's own, for which there always is room.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` where there is no room, or `Storage`.
    func set(
        permission: AuthorizationStatus,
        of app: String,
        isOfUser: Bool = false
    ) throws(RequestError) {
        try write(.full) { database in
            if !isOfUser { try Self.makeRoom(for: app, database) }
            try database.execute(
                sql: """
                    INSERT INTO app (id, permission) VALUES (?1, ?2)
                    ON CONFLICT (id) DO UPDATE SET permission = ?2
                    """,
                arguments: [app, permission.rawValue]
            )
        }
    }

    /// Sets the number at an app's icon.
    func set(badge: Int, of app: String, _ durability: Durability) throws(RequestError) {
        try write(durability) { database in
            // An app of which nothing is known has none to hide.
            guard try badge != 0 || Self.knows(app, database) else { return }
            try Self.makeRoom(for: app, database)
            try database.cachedStatement(
                sql: """
                    INSERT INTO app (id, badge) VALUES (?1, ?2)
                    ON CONFLICT (id) DO UPDATE SET badge = ?2
                    """
            ).execute(arguments: [app, badge])
        }
    }

    private static func knows(_ app: String, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT 1 FROM app WHERE id = ?"),
            arguments: [app]
        ) != nil
    }

    private static func makeRoom(for app: String, _ database: Database) throws {
        guard try !knows(app, database) else { return }
        let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM app") ?? 0
        guard count >= mostApps else { return }
        throw RequestError(
            .notAllowed,
            "\(count) apps have a badge or a permission already, and there is no room for \(app.quoted); "
                + "use the id of one that has"
        )
    }

    /// The apps whose icons bear a number.
    func badges() throws(RequestError) -> [(app: String, count: Int)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT id, badge FROM app WHERE badge != 0 ORDER BY id"
            )
            .map { ($0[0], Int(Int32(clamping: $0[1] as Int64))) }
        }
    }

    /// All apps that have something in the store, by their ids.
    func apps() throws(RequestError) -> [AppRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT known.id, app.permission, IFNULL(app.badge, 0),
                        (SELECT COUNT(*) FROM pending WHERE pending.app = known.id AND listed = 1),
                        (SELECT COUNT(*) FROM delivered WHERE delivered.app = known.id)
                    FROM (SELECT id FROM app UNION SELECT app FROM pending
                        UNION SELECT app FROM delivered) AS known
                    LEFT JOIN app ON app.id = known.id
                    ORDER BY known.id
                    """
            ).map { row in
                AppRow(
                    id: row[0],
                    permission: (row[1] as String?).flatMap(AuthorizationStatus.init(rawValue:)),
                    badge: Int(Int32(clamping: row[2] as Int64)),
                    pending: row[3],
                    delivered: row[4]
                )
            }
        }
    }
}
