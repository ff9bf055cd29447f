import Glibc
import NotifyCore
import SQLiteBridge
import Synchronization

/// The agent's books: pending requests, delivered notifications and history, in one SQLite file.
///
/// Calls block for the time of the database work; the scheduler's actor makes them one at a time. Records
/// are kept in the form in which they cross the bus.
final class Store: Sendable {
    /// How long a commit holds.
    enum Durability: String {
        /// After a power cut: what was reported to a caller.
        case full = "FULL"
        /// Past the end of the process: the marks of a delivery.
        case process = "NORMAL"
    }

    let path: String
    /// Room for removals.
    var reserve: DiskReserve { DiskReserve(path: "\(folder)/reserve") }
    /// The folder that the store is in.
    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    /// The connection to the file; another one once a damaged file was set aside.
    var database: SharedConnection { opened.withLock { $0 } }
    private let opened: Mutex<SharedConnection>
    /// What was found damaged and is not put right yet.
    let damaged = Mutex<DamagedStore?>(nil)
    /// Hears what became of the store's files while it was open.
    let onTrouble = Mutex<@Sendable (StoreTrouble) -> Void>({ _ in })
    /// Puts the folder in order.
    let folderPreparation = Mutex<@Sendable () throws -> Void>({})
    /// The files that the connection has open.
    let openedFiles = Mutex<OpenedFiles?>(nil)
    private let durability = Mutex<Durability?>(nil)

    /// Opens the store, making or migrating it first.
    ///
    /// - Parameter path: the file; its folder is there.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, and what SQLite said.
    convenience init(path: String) throws(RequestError) {
        try Self.checkFiles(path)
        do {
            let look = StoreCheck(path)
            try look.checkVersion()
            try self.init(opening: path, isComplete: look.isComplete)
        } catch let error as RequestError {
            throw error
        } catch {
            throw Self.cannotOpen(path, error)
        }
    }

    /// Opens a store that is of no newer version.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isComplete: whether it has all tables of this version.
    /// - Throws: ``Damage`` where the file is damaged, and what SQLite says otherwise.
    init(opening path: String, isComplete: Bool) throws {
        self.path = path
        opened = Mutex(try Self.connect(path, isComplete: isComplete))
        openedFiles.withLock { $0 = OpenedFiles(of: path) }
    }

    private static func connect(
        _ path: String,
        isComplete: Bool = false
    ) throws -> SharedConnection {
        makePrivate(path)
        do {
            let connection = try Connection(path, busyTimeout: 5_000)
            // What SQLite would keep in a file for the time of a statement stays in memory: that is faster, and nobody
            // finds parts of requests in /var/tmp. Whatever sorts many rows should so have an index.
            try connection.execute("PRAGMA wal_autocheckpoint = 1000; PRAGMA temp_store = MEMORY")
            let mode = try connection.prepare("PRAGMA journal_mode = WAL").value(as: String.self)
            guard mode == "wal" else { throw SQLiteError(.error, "it has no write-ahead log") }
            try connection.execute("PRAGMA synchronous = NORMAL")
            if !isComplete { try StoreSchema.migrator.migrate(connection) }
            // The first read makes the log and its index.
            try connection.execute("SELECT 1 FROM sqlite_schema")
            return SharedConnection(connection)
        } catch {
            throw Damage(error) ?? error
        }
    }

    /// Goes on with the file that has the place of a damaged one.
    func reconnect() throws {
        let fresh = try Self.connect(path)
        opened.withLock { $0 = fresh }
        openedFiles.withLock { $0 = OpenedFiles(of: path) }
        durability.withLock { $0 = nil }
    }

    /// Keeps others from reading the file, whatever becomes of its folder; SQLite's log has the same mode.
    static func makePrivate(_ path: String) {
        // One that is there may be open, and SQLite's locks go with any descriptor of it that is closed.
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            for name in [path, "\(path)-wal", "\(path)-shm"] { chmod(name, 0o600) }
            return
        }
        close(file)
    }

    static func cannotOpen(_ path: String, _ error: any Error) -> RequestError {
        let words = (error as? Damage)?.problem ?? "\(error)"
        return RequestError(
            .storage,
            "the store \(path) could not be opened: \(words); move it away to begin with an empty one"
        )
    }

    /// Runs writes in one transaction.
    ///
    /// - Parameters:
    ///   - durability: how long they hold.
    ///   - mayUseReserve: whether they are made once more in the room of the reserve where the disk is full.
    ///   - body: writes.
    /// - Returns: what `body` returns.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, whose message says what to do.
    func write<Result>(
        _ durability: Durability,
        mayUseReserve: Bool = false,
        _ body: (Connection) throws -> Result
    ) throws(RequestError) -> Result {
        try repairing {
            try restoreFiles()
            let result: Result
            do {
                result = try commit(durability, body)
            } catch let error as SQLiteError where error.code.primary == .full {
                guard mayUseReserve, reserve.giveUp() else { throw error }
                // What is in the log needs no more room there.
                moveLogIntoFile()
                result = try commit(durability, body)
            }
            // A file that was deleted in between keeps nothing.
            try restoreFiles()
            return result
        }
    }

    private func commit<Result>(
        _ durability: Durability,
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        try database.use { connection in
            try setDurability(durability, connection)
            do {
                let result = try connection.transaction {
                    let result = try body(connection)
                    CrashPoint.reached(.inTransaction)
                    return result
                }
                CrashPoint.reached(.committed)
                return result
            } catch let error as SQLiteError where error.code.primary == .io {
                overwriteFailedCommit(connection)
                throw error
            }
        }
    }

    /// Writes something else where a commit failed.
    ///
    /// All of it may be in the log, and only its being on the disk could not be reported: a start after a
    /// crash would take it for good.
    private func overwriteFailedCommit(_ connection: Connection) {
        try? connection.transaction {
            try connection.execute(
                """
                INSERT INTO fact (name, value) VALUES ('failedCommits', '1')
                ON CONFLICT (name) DO UPDATE SET value = value + 1
                """
            )
        }
    }

    /// Most writes in a row want the same.
    private func setDurability(_ durability: Durability, _ connection: Connection) throws {
        guard self.durability.withLock({ $0 }) != durability else { return }
        self.durability.withLock { $0 = nil }
        try connection.execute("PRAGMA synchronous = \(durability.rawValue)")
        self.durability.withLock { $0 = durability }
    }

    /// Moves what is in the log into the file itself, where each page is checked at the next start.
    func moveLogIntoFile() {
        // Whatever stays in the log is as safe as before.
        try? database.use { connection in
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// What chooses rows by app and identifier; `nil` stands for any.
    ///
    /// It names no column that does not matter: SQLite finds a key in its index only where it is asked
    /// for as such, and would read the whole table otherwise.
    static func condition(
        app: String?,
        identifier: String?
    ) -> (sql: String, arguments: [any ColumnValue]) {
        switch (app, identifier) {
        case (nil, nil): ("TRUE", [])
        case (let app?, nil): ("app = ?", [app])
        case (nil, let identifier?): ("identifier = ?", [identifier])
        case (let app?, let identifier?): ("app = ? AND identifier = ?", [app, identifier])
        }
    }

    /// Runs reads.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func read<Result>(_ body: (Connection) throws -> Result) throws(RequestError) -> Result {
        try repairing { try database.use(body) }
    }

    /// Runs what reads or writes; where the file turns out to be damaged, once more on what could be saved.
    private func repairing<Result>(
        _ body: () throws -> Result
    ) throws(RequestError) -> Result {
        try rethrowing {
            try repair()
            do {
                return try body()
            } catch {
                guard noteDamage(error) else { throw error }
                try repair()
                return try body()
            }
        }
    }

    private func rethrowing<Result>(
        _ body: () throws -> Result
    ) throws(RequestError) -> Result {
        do {
            return try body()
        } catch let error as RequestError {
            throw error
        } catch let damage as Damage {
            throw Self.cannotOpen(path, damage)
        } catch let error as SQLiteError {
            throw RequestError(
                .storage,
                "the store \(path) could not be used: \(error.message); "
                    + "check the disk's space and the file's owner"
            )
        } catch {
            throw RequestError(.storage, "the store \(path) could not be used: \(error)")
        }
    }
}
