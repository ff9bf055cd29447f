import ConfigurationFiles
import Glibc
import NotifyCore
import SQLiteBridge

/// The registrations with their keys, and the messages that the agent does not have yet, in one file of the user alone.
///
/// A change is on the disk when a method returns.
final class PushStore {
    /// A stored message.
    struct Message: Equatable, Sendable {
        let id: Int64
        let app: String
        /// In Apple's form.
        let payload: [UInt8]
        /// What the agent knows the message by, so that it takes it once.
        let key: String
        /// Whether the app is in a sandbox.
        let isConfined: Bool
    }

    /// The maximum number of messages that wait for the agent.
    static let maxWaiting = 1_000
    /// The maximum number of these of one app, so that its server does not take the room of others.
    static let maxWaitingOfOneApp = 200
    /// How many messages of a registration are known after they are done, so that a repetition is not taken again.
    static let maxKnown = 1_000
    /// How long another process may hold the file, in milliseconds.
    private static let busyTimeout: Int32 = 5_000

    private let database: Connection
    private let path: String

    /// Opens the store, and makes it if it is missing.
    init(folder: String) throws(RequestError) {
        path = "\(folder)/push.sqlite"
        do {
            // Makes it with its mode, which its companions get, too.
            close(try OwnFile.open(path))
            database = try Connection(path, busyTimeout: Self.busyTimeout)
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try Self.schema.migrate(database)
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(.storage, "\(path) cannot be used: \(error)")
        }
    }

    private static let schema: Migrator = {
        var migrator = Migrator()
        migrator.add("registrations and messages") { database in
            try database.execute(
                """
                CREATE TABLE registration (
                    token TEXT PRIMARY KEY NOT NULL, app TEXT UNIQUE NOT NULL, privateKey BLOB NOT NULL,
                    publicKey BLOB NOT NULL, authSecret BLOB NOT NULL, serverKey TEXT,
                    distributor TEXT NOT NULL, version INTEGER NOT NULL, endpoint TEXT);
                CREATE TABLE message (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL, app TEXT NOT NULL,
                    digest BLOB NOT NULL, payload BLOB, UNIQUE (token, digest));
                CREATE INDEX messageWaiting ON message (id) WHERE payload IS NOT NULL;
                CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);
                """
            )
        }
        migrator.add("sandboxes") { database in
            try database.execute(
                """
                ALTER TABLE registration ADD COLUMN isConfined INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE message ADD COLUMN isConfined INTEGER NOT NULL DEFAULT 0;
                """
            )
        }
        return migrator
    }()

    // MARK: - Registrations

    /// Returns all registrations; those that cannot be read are left out.
    func registrations() throws(RequestError) -> [AppRegistration] {
        try working {
            try database.cached(
                """
                SELECT token, app, privateKey, publicKey, authSecret, serverKey, distributor,
                    version, endpoint, isConfined
                FROM registration
                """
            ).all { row in try Self.registration(row) }.compactMap { $0 }
        }
    }

    /// Stores a registration.
    func save(_ registration: AppRegistration) throws(RequestError) {
        try working {
            try database.cached(
                "INSERT OR REPLACE INTO registration VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            )
            .run([
                registration.token, registration.app, registration.keys.pair.privateKey,
                registration.keys.pair.publicKey, registration.keys.authSecret,
                registration.serverKey, registration.distributor,
                registration.version.rawValue, registration.endpoint,
                registration.isConfined ? 1 : 0,
            ])
        }
    }

    /// Removes a registration; its waiting messages stay.
    func delete(token: String) throws(RequestError) {
        try working {
            try database.transaction {
                try database.cached("DELETE FROM registration WHERE token = ?").run([token])
                try database.cached("DELETE FROM message WHERE token = ? AND payload IS NULL").run(
                    [token]
                )
            }
        }
    }

    /// The distributor that was chosen last; `nil` for none.
    func rememberedDistributor() throws(RequestError) -> String? {
        try working {
            try database.cached("SELECT value FROM setting WHERE name = 'distributor'").value()
        }
    }

    /// Stores the distributor that was chosen last.
    func remember(distributor: String) throws(RequestError) {
        try working {
            try database.cached("INSERT OR REPLACE INTO setting VALUES ('distributor', ?)").run(
                [distributor]
            )
        }
    }

    // MARK: - Messages

    /// Stores a message.
    ///
    /// - Parameter digest: of the message as it was sent, by which a repetition is known.
    /// - Returns: its number; `nil` if it is known already.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, also if too many messages wait.
    func add(
        _ payload: [UInt8],
        digest: [UInt8],
        to registration: AppRegistration
    ) throws(RequestError) -> Int64? {
        try working {
            try database.transaction {
                try checkRoom(for: registration.app)
                try database.cached(
                    "INSERT OR IGNORE INTO message (token, app, digest, payload, isConfined) VALUES (?, ?, ?, ?, ?)"
                ).run([
                    registration.token, registration.app, digest, payload,
                    registration.isConfined ? 1 : 0,
                ])
                return database.changesCount > 0 ? database.lastInsertedRowID : nil
            }
        }
    }

    private func checkRoom(for app: String) throws {
        let waiting = "SELECT count(*) FROM message WHERE payload IS NOT NULL"
        let all: Int = try database.cached(waiting).value() ?? 0
        let own: Int = try database.cached("\(waiting) AND app = ?").value([app]) ?? 0
        guard all < Self.maxWaiting, own < Self.maxWaitingOfOneApp else {
            throw RequestError(
                .storage,
                "\(all) messages wait for the agent already, \(own) of them of this app"
            )
        }
    }

    /// Returns whether a message was stored before.
    func knows(digest: [UInt8], of token: String) throws(RequestError) -> Bool {
        try working {
            let count: Int? = try database.cached(
                "SELECT count(*) FROM message WHERE token = ? AND digest = ?"
            ).value([token, digest])
            return count ?? 0 > 0
        }
    }

    /// Returns the messages that wait, oldest first.
    func waiting() throws(RequestError) -> [(id: Int64, app: String)] {
        try working {
            try database.cached(
                "SELECT id, app FROM message WHERE payload IS NOT NULL ORDER BY id"
            ).all { row in (id: try row.value(0), app: try row.value(1)) }
        }
    }

    /// Returns a message that waits; `nil` if it does not.
    func message(_ id: Int64) throws(RequestError) -> Message? {
        try working {
            try database.cached(
                "SELECT app, payload, digest, isConfined FROM message WHERE id = ? AND payload IS NOT NULL"
            ).first([id]) { row in
                let digest: [UInt8] = try row.value(2)
                let key = Base64.urlText(of: digest)
                let isConfined: Int = try row.value(3)
                return Message(
                    id: id,
                    app: try row.value(0),
                    payload: try row.value(1),
                    key: key,
                    isConfined: isConfined != 0
                )
            }
        }
    }

    /// Notes that a message is done: its text goes, its digest stays.
    func finish(_ id: Int64) throws(RequestError) {
        try working {
            try database.transaction {
                try database.cached("UPDATE message SET payload = NULL WHERE id = ?").run([id])
                try database.cached(
                    """
                    DELETE FROM message WHERE payload IS NULL
                        AND (token NOT IN (SELECT token FROM registration)
                            OR id <= (SELECT id FROM message WHERE payload IS NULL
                                AND token = (SELECT token FROM message WHERE id = ?1)
                                ORDER BY id DESC LIMIT 1 OFFSET ?2)
                            AND token = (SELECT token FROM message WHERE id = ?1))
                    """
                ).run([id, Self.maxKnown])
            }
        }
    }

    // MARK: - Rows

    private static func registration(_ row: Row) throws -> AppRegistration? {
        let pair = PushKeyPair(privateKey: try row.value(2), publicKey: try row.value(3))
        let keys = try pair.flatMap { MessageKeys(pair: $0, authSecret: try row.value(4)) }
        guard let keys else { return nil }
        var registration = AppRegistration(
            token: try row.value(0),
            app: try row.value(1),
            keys: keys,
            serverKey: try row.value(5),
            distributor: try row.value(6)
        )
        registration.version = AppRegistration.Version(rawValue: try row.value(7)) ?? .second
        registration.endpoint = try row.value(8)
        let isConfined: Int = try row.value(9)
        registration.isConfined = isConfined != 0
        return registration
    }

    private func working<Result>(_ work: () throws -> Result) throws(RequestError) -> Result {
        do {
            return try work()
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(.storage, "\(path) cannot be used: \(error)")
        }
    }
}
