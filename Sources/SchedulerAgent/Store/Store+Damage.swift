import ConfigurationFiles
import Glibc
import NotifyCore
import SQLiteBridge
import Synchronization

/// Damage of a database file.
struct Damage: Error {
    let problem: String

    init(problem: String) {
        self.problem = problem
    }

    /// Creates damage from the error of a statement; `nil` if the error has another cause.
    init?(_ error: any Error) {
        if error is ColumnError {
            // The error's own text has all of the row.
            problem = "a row has a value of another type than its table"
            return
        }
        guard let error = error as? SQLiteError,
            [.corrupt, .notADatabase].contains(error.code.primary)
                || Self.unreadable.contains(error.code)
        else { return nil }
        problem = error.message
    }

    /// Creates damage from an error of opening the file.
    ///
    /// It is `nil` if another file would fail, too: the disk is full or not writable.
    init?(whileOpening error: any Error) {
        if let damage = error as? Damage ?? Damage(error) {
            self = damage
            return
        }
        if let error = error as? SQLiteError {
            guard !Self.ofMachine.contains(error.code.primary) else { return nil }
            problem = error.message
        } else {
            problem = "\(error)"
        }
    }

    /// Errors for a part of the file that cannot be read from the disk.
    private static let unreadable: [ResultCode] = [
        .ioRead, .ioShortRead,
    ]

    private static let ofMachine: [ResultCode] = [
        .auth, .busy, .cannotOpen, .full, .interrupt, .io, .lockProtocol, .locked, .noLargeFiles,
        .noMemory, .permission, .readOnly,
    ]
}

/// A store whose file is damaged while it is open.
struct DamagedStore: Sendable {
    let problem: String
    /// Where the damaged file is kept, once it is renamed.
    var setAside: String?
    /// Whether its rows are being copied to the new file.
    var isRepairing = false
}

/// What happens to a damaged file: it is set aside, and its readable rows go to a new one.
extension Store {
    /// The maximum number of damaged stores that are kept.
    static let maxSetAside = 3

    private static let mark = ".damaged-"

    /// Records damage that an error reports.
    func noteDamage(_ error: any Error) -> Bool {
        guard let damage = Damage(error) ?? schemaDamage(error) else { return false }
        return damaged.withLock { damaged in
            // If the new file is damaged at once, the disk is unusable.
            guard damaged == nil else { return false }
            damaged = DamagedStore(problem: damage.problem)
            return true
        }
    }

    /// Detects damaged names of tables and columns, which SQLite reports as an error in a statement.
    private func schemaDamage(_ error: any Error) -> Damage? {
        guard let error = error as? SQLiteError, error.code.primary == .error,
            let missing = try? database.use(StoreSchema.missing), !missing.isEmpty
        else { return nil }
        return Damage(
            problem: "it has not all tables of this version: \(missing.joined(separator: ", "))"
        )
    }

    /// Sets a damaged file aside and continues with its readable rows.
    ///
    /// If that fails, it is retried before the next read or write.
    func repair() throws {
        guard var damage = damaged.withLock({ $0 }), !damage.isRepairing else { return }
        damage.isRepairing = true
        damaged.withLock { $0 = damage }
        defer { damaged.withLock { $0?.isRepairing = false } }
        let aside: String
        if let earlier = damage.setAside {
            aside = earlier
        } else {
            // First, because the last connection to close a file deletes the log with its name.
            try? database.close()
            aside = try Self.setAside(path)
            damaged.withLock { $0?.setAside = aside }
        }
        try reconnect()
        try takeOver(from: aside)
        let pending = try counts().pending
        damaged.withLock { $0 = nil }
        let report = onTrouble.withLock { $0 }
        report(SetAsideStore(path: aside, problem: damage.problem, pending: pending).trouble)
    }

    /// Returns the damaged stores next to a store, latest last.
    static func setAside(beside path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return (FolderListing.entries(of: folder) ?? []).map { "\(folder)/\($0.name)" }
            .filter { $0.hasPrefix(path + mark) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
            .sorted()
    }

    /// Renames a file and its log.
    static func setAside(_ path: String) throws(RequestError) -> String {
        let name = nameAside(path)
        guard rename(path, name) == 0 else {
            throw RequestError(
                .storage,
                "the store \(path) is damaged and cannot be set aside: "
                    + "\(String(cString: strerror(errno))); move it away"
            )
        }
        for ending in ["-wal", "-shm"] { rename(path + ending, name + ending) }
        for old in setAside(beside: path).dropLast(maxSetAside) {
            for ending in ["", "-wal", "-shm"] { unlink(old + ending) }
        }
        return name
    }

    /// Returns the name for a file that is set aside now.
    static func nameAside(_ path: String) -> String { path + mark + timestamp() }

    /// The time in UTC to the microsecond, so that the names are in order.
    private static func timestamp() -> String {
        var now = timeval()
        gettimeofday(&now, nil)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        let digits = String(now.tv_usec + 1_000_000).dropFirst()
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            + ".\(digits)"
    }

    /// Copies the readable rows of another store.
    func takeOver(from path: String) throws(RequestError) {
        guard let source = try? Connection(path, .readOnly) else { return }
        try write(.full) { connection in
            for table in try connection.prepare(
                """
                SELECT name FROM sqlite_schema WHERE type = 'table'
                AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%' ORDER BY rowid
                """
            ).values(as: String.self) {
                let columns = try connection.prepare("SELECT name FROM pragma_table_info(?)")
                    .values([table], as: String.self)
                // From both ends, so that rows after the damage are found, too.
                for order in ["", "ORDER BY rowid DESC"] {
                    let sql = "SELECT * FROM \(table) NOT INDEXED \(order)"
                    try? source.prepare(sql).each { row in
                        try? Self.copy(row, columns, into: table, connection)
                    }
                }
            }
            // The rows may not be from one moment.
            try connection.run("DELETE FROM fact WHERE name = ?", Metadata.fingerprint.rawValue)
        }
    }

    /// An invalid row is left out.
    private static func copy(
        _ row: Row,
        _ columns: [String],
        into table: String,
        _ connection: Connection
    ) throws {
        let shared = row.columnNames.enumerated().filter { columns.contains($0.element) }
        let marks = Array(repeating: "?", count: shared.count).joined(separator: ", ")
        let values = try shared.map { try row.value($0.offset, as: AnyColumnValue.self) }
        try connection.prepare(
            "INSERT OR IGNORE INTO \(table) (\(shared.map(\.element).joined(separator: ", "))) VALUES (\(marks))"
        ).run(values)
    }
}
