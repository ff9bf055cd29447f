import GRDB
import Glibc
import NotifyCore
import Synchronization

/// The agent's books: pending requests, delivered notifications and history, in one SQLite file.
///
/// Calls block for the time of the database work; the scheduler's actor makes them one at a time. Records
/// are kept in the form in which they cross the bus.
final class Store: Sendable {
    /// How long a commit holds.
    enum Durability: String {
        /// Past a power cut: what a caller was told.
        case full = "FULL"
        /// Past the end of the process: the marks of a delivery.
        case process = "NORMAL"
    }

    let path: String
    /// The folder that the store is in.
    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    /// The connection to the file; another one once a damaged file was set aside.
    var queue: DatabaseQueue { connection.withLock { $0 } }
    private let connection: Mutex<DatabaseQueue>
    /// What was found damaged and is not put right yet.
    let damaged = Mutex<DamagedStore?>(nil)
    /// Hears what was set aside while the store was open.
    let mended = Mutex<@Sendable (SetAsideStore) -> Void>({ _ in })
    private let durability = Mutex<Durability?>(nil)
    /// Counts the writes that may change what is pending, so that what was read before one is known to be old.
    var writes: Int { writeCount.load(ordering: .relaxed) }
    private let writeCount = Atomic<Int>(0)

    /// Opens the store, making or migrating it first.
    ///
    /// - Parameter path: the file; its folder is there.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, and what SQLite said.
    convenience init(path: String) throws(RequestError) {
        do {
            let look = StoreLook(path)
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
        connection = Mutex(try Self.connect(path, isComplete: isComplete))
    }

    private static func connect(_ path: String, isComplete: Bool = false) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "store"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // What SQLite would keep in a file for the time of a statement stays in memory: that is faster, and nobody
            // finds parts of requests in /var/tmp. Whatever sorts many rows should so have an index.
            try database.execute(
                sql: """
                    PRAGMA wal_autocheckpoint = 1000;
                    PRAGMA temp_store = MEMORY
                    """
            )
        }
        makePrivate(path)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            if !isComplete { try StoreSchema.migrator.migrate(queue) }
            return queue
        } catch {
            throw Damage(error) ?? error
        }
    }

    /// Goes on with the file that has the place of a damaged one.
    func reconnect() throws {
        let fresh = try Self.connect(path)
        connection.withLock { $0 = fresh }
        durability.withLock { $0 = nil }
        writeCount.add(1, ordering: .relaxed)
    }

    /// Keeps others from reading the file, whatever becomes of its folder; SQLite's log has the same mode.
    private static func makePrivate(_ path: String) {
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
    ///   - keepsPending: whether they change nothing that a ``PreparedDelivery`` holds: what is pending, the buttons
    ///     of categories, or what apps may do.
    ///   - body: writes.
    /// - Returns: what `body` returns.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, whose message says what to do.
    func write<Result>(
        _ durability: Durability,
        keepsPending: Bool = false,
        _ body: (Database) throws -> Result
    ) throws(RequestError) -> Result {
        try mending {
            try queue.writeWithoutTransaction { database in
                if !keepsPending { writeCount.add(1, ordering: .relaxed) }
                try setDurability(durability, database)
                var result: Result?
                do {
                    try database.inTransaction(.immediate) {
                        result = try body(database)
                        CrashPoint.reached(.inTransaction)
                        return .commit
                    }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
                    overwriteFailedCommit(database)
                    throw error
                }
                CrashPoint.reached(.committed)
                guard let result else { throw DatabaseError(message: "nothing was written") }
                return result
            }
        }
    }

    /// Writes something else where a commit failed.
    ///
    /// All of it may be in the log, and only that it is on the disk could not be told: a start after a
    /// crash would take it for good.
    private func overwriteFailedCommit(_ database: Database) {
        try? database.inTransaction(.immediate) {
            try database.execute(
                sql: """
                    INSERT INTO fact (name, value) VALUES ('failedCommits', '1')
                    ON CONFLICT (name) DO UPDATE SET value = value + 1
                    """
            )
            return .commit
        }
    }

    /// GRDB's own WAL default is NORMAL; most writes in a row want the same.
    private func setDurability(_ durability: Durability, _ database: Database) throws {
        guard self.durability.withLock({ $0 }) != durability else { return }
        self.durability.withLock { $0 = nil }
        try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
        self.durability.withLock { $0 = durability }
    }

    /// Moves what is in the log into the file itself, where each page is checked at the next start.
    func moveLogIntoFile() {
        // Whatever stays in the log is as safe as before.
        try? queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// What chooses rows by app and identifier; `nil` stands for any.
    ///
    /// It names no column that does not matter: SQLite finds a key in its index only where it is asked
    /// for as such, and would read the whole table otherwise.
    static func condition(
        app: String?,
        identifier: String?
    ) -> (sql: String, arguments: StatementArguments) {
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
    func read<Result>(_ body: (Database) throws -> Result) throws(RequestError) -> Result {
        try mending { try queue.unsafeRead(body) }
    }

    /// Runs what reads or writes; where the file turns out to be damaged, once more on what could be saved.
    private func mending<Result>(
        _ body: () throws -> Result
    ) throws(RequestError) -> Result {
        try rethrowing {
            try mend()
            do {
                return try body()
            } catch {
                guard noteDamage(error) else { throw error }
                try mend()
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
        } catch let error as DatabaseError {
            throw RequestError(
                .storage,
                "the store \(path) could not be used: \(error.message ?? "\(error.resultCode)"); "
                    + "check the disk's space and the file's owner"
            )
        } catch {
            throw RequestError(.storage, "the store \(path) could not be used: \(error)")
        }
    }
}
