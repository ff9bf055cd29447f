import Glibc
import NotifyCore
import SQLiteBridge
import Synchronization

/// The agent's state: pending requests, delivered notifications and history, in one SQLite file.
///
/// Calls block during the database work; the agent's actor makes them one at a time. Records are stored in
/// the serialized form of the bus. Each function that changes something is one transaction, and what it changed for a
/// caller survives a power failure when it returns. Of a damaged file what can be read is kept, and the file is set aside;
/// a file that is deleted is written again.
///
/// This file has the connection, reads and writes. The functions are in extensions:
///
/// | file | functions |
/// |---|---|
/// | `Store+Pending` | requests that are pending: add, replace, find, drop |
/// | `Store+Dates` | what is due and when the next is; new dates of rules, spans and places; dates that came or were left out |
/// | `Store+Delivered` | what was delivered: begin, change, find, end; what is shown again; commands that run |
/// | `Store+Responses` | responses that wait for their apps, or for an unlocked session |
/// | `Store+History` | lines of the history |
/// | `Store+Changes`, `Store+Removals` | what can be undone, removals |
/// | `Store+Sent` | what was sent to other machines |
/// | `Store+Lists` | parts of lists, what an export reads, numbers and names |
/// | `Store+Calendars` | events of calendars, and what an import stores |
/// | `Store+Apps` | permissions, badges, categories, what a sender uses of its quota |
/// | `Store+Calls` | calls that were carried out, replies to repeat, facts about the last run |
/// | `Store+Opening`, `StoreCheck`, `StoreSchema` | opening a file, what it is checked for, its tables |
/// | `Store+Damage`, `Store+Files`, `Store+FullDisk` | a damaged file, a deleted one, a full disk |
/// | `StoreMark` | whether somebody has changed the file since its agent ended in order |
final class Store: Sendable {
    /// What a commit survives.
    enum Durability: String {
        /// A power failure: for changes that were reported to a caller.
        case full = "FULL"
        /// The end of the process: for the state of a delivery.
        case process = "NORMAL"
    }

    /// How long a change can be undone, in microseconds.
    static let undoTime: Int64 = 7 * 86_400_000_000

    let path: String
    /// The reserved disk space for removals.
    var reserve: DiskReserve { DiskReserve(path: "\(folder)/reserve") }
    /// What can be undone.
    var changes: ChangeTable { ChangeTable(self) }
    /// What was sent to other machines.
    var sent: SentTable { SentTable(self) }
    /// The dates that the user left out of repeating requests.
    var leftOutDates: LeftOutDates { LeftOutDates(self) }
    /// The folder of the store.
    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    /// The connection to the file.
    ///
    /// It changes when a damaged file is set aside.
    var database: SharedConnection { opened.withLock { $0 } }
    private let opened: Mutex<SharedConnection>
    /// The damaged file that is not repaired yet.
    let damaged = Mutex<DamagedStore?>(nil)
    /// Receives problems with the store's files at run time.
    let onTrouble = Mutex<@Sendable (StoreTrouble) -> Void>({ _ in })
    /// Prepares the folder.
    let folderPreparation = Mutex<@Sendable () throws -> Void>({})
    /// The files that the connection has open.
    let openedFiles = Mutex<OpenedFiles?>(nil)
    private let durability = Mutex<Durability?>(nil)
    /// The call that is being carried out; see ``carryingOut(_:_:)``.
    let callUnderWay = Mutex<String?>(nil)
    /// What the next durable transaction keeps; see ``recording(_:of:_:mayExceed:_:)``.
    let changeUnderWay = Mutex<ChangeRecording?>(nil)

    /// Opens the store, and creates or migrates it first.
    convenience init(path: String) throws(RequestError) {
        try Self.checkFiles(path)
        do {
            let look = StoreCheck(path)
            try look.checkVersion()
            try self.init(opening: path, isComplete: look.version == .present)
        } catch let error as RequestError {
            throw error
        } catch {
            throw Self.cannotOpen(path, error)
        }
    }

    /// Opens a store that no newer version has written.
    ///
    /// - Throws: ``Damage`` if the file is damaged, otherwise the error of SQLite.
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
            // Temporary data stays in memory, which is faster and keeps parts of requests out of /var/tmp. Statements that
            // sort many rows therefore need an index.
            try connection.execute("PRAGMA wal_autocheckpoint = 1000; PRAGMA temp_store = MEMORY")
            let mode = try connection.prepare("PRAGMA journal_mode = WAL").value(as: String.self)
            guard mode == "wal" else { throw SQLiteError(.error, "it has no write-ahead log") }
            try connection.execute("PRAGMA synchronous = NORMAL")
            if !isComplete { try StoreSchema.migrate(connection) }
            // The first read creates the log and its index.
            try connection.execute("SELECT 1 FROM sqlite_schema")
            return SharedConnection(connection)
        } catch {
            throw Damage(error) ?? error
        }
    }

    /// Connects to the file that replaces a damaged one.
    func reconnect() throws {
        let fresh = try Self.connect(path)
        opened.withLock { $0 = fresh }
        openedFiles.withLock { $0 = OpenedFiles(of: path) }
        durability.withLock { $0 = nil }
    }

    /// Makes the file private, independent of its folder.
    ///
    /// SQLite's log gets the same mode.
    static func makePrivate(_ path: String) {
        // Only a new file: an existing one may be open, and closing any descriptor of it releases SQLite's locks.
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
    /// - Parameter mayUseReserve: whether to retry with the reserved space if the disk is full.
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
                result = try commitOnFullDisk(durability, mayUseReserve: mayUseReserve, error, body)
            }
            // A file that was deleted in the meantime would lose the writes.
            try restoreFiles()
            return result
        }
    }

    func commit<Result>(
        _ durability: Durability,
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        try database.use { connection in
            try setDurability(durability, connection)
            do {
                let recording = durability == .full ? changeUnderWay.withLock { $0 } : nil
                let result = try connection.transaction {
                    let change = try recording?.begin(connection)
                    let result = try body(connection)
                    if let change { try recording?.end(change, connection) }
                    if durability == .full { try noteCarriedOut(connection) }
                    CrashPoint.reached(.inTransaction)
                    return result
                }
                if recording != nil { changeUnderWay.withLock { $0 = nil } }
                CrashPoint.reached(.committed)
                return result
            } catch {
                if (error as? SQLiteError)?.code.primary == .io {
                    overwriteFailedCommit(connection)
                }
                throw error
            }
        }
    }

    /// Overwrites a failed commit in the log.
    ///
    /// The commit may be complete in the log although its sync failed. After a crash it would be treated as
    /// successful.
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

    /// Sets the durability if it differs from that of the previous write.
    private func setDurability(_ durability: Durability, _ connection: Connection) throws {
        guard self.durability.withLock({ $0 }) != durability else { return }
        self.durability.withLock { $0 = nil }
        try connection.execute("PRAGMA synchronous = \(durability.rawValue)")
        self.durability.withLock { $0 = durability }
    }

    /// Moves the log into the store's file, where each page is checked at the next start.
    func moveLogIntoFile() {
        // Frames that stay in the log are as safe as before.
        try? database.use { connection in
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// The condition for rows by app and identifier; `nil` matches any.
    ///
    /// It names only the columns that matter, because SQLite otherwise does not use the index and reads the whole
    /// table.
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
    func read<Result>(_ body: (Connection) throws -> Result) throws(RequestError) -> Result {
        try repairing { try database.use(body) }
    }

    /// Runs reads or writes.
    ///
    /// If the file is damaged, repairs it and runs them again.
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
