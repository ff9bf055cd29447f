import ConfigurationFiles
import Glibc
import NotifyCore
import SQLiteBridge

/// A damaged store that was set aside.
struct SetAsideStore: Sendable {
    /// Where the damaged file is kept.
    let path: String
    /// The error of SQLite.
    let problem: String
    /// The number of pending requests that could be saved.
    let pending: Int

    /// The report to the journal and to the user.
    var trouble: StoreTrouble {
        StoreTrouble(
            title: "Some notifications may be lost",
            message:
                "the store was damaged (\(problem)); \(pending) pending requests were saved; look "
                + "through them (notify-schedule list), the damaged file is kept as \(path)"
        )
    }
}

/// A problem with the store's files that is reported to the user.
struct StoreTrouble: Sendable {
    let title: String
    let message: String
}

extension Store {
    /// The maximum number of damaged stores that are kept.
    static let maxSetAside = 3

    private static let mark = ".damaged-"

    /// Opens a store.
    ///
    /// A damaged store is set aside, and its readable rows are copied to a new one.
    ///
    /// - Parameter isSameBoot: whether the machine has not restarted since the store was last used, so that no write of
    ///     the last run is lost.
    /// - Returns: the store, and the damaged one if there was one.
    static func opening(
        path: String,
        isSameBoot: Bool = true
    ) throws(RequestError) -> (store: Store, setAside: SetAsideStore?) {
        try checkFiles(path)
        do {
            return (try openWhole(path, isSameBoot: isSameBoot), nil)
        } catch let error as RequestError {
            throw error
        } catch {
            guard let damage = Damage(whileOpening: error) else { throw cannotOpen(path, error) }
            let aside = try setAside(path)
            let store = try Store(path: path)
            try store.takeOver(from: aside)
            let pending = try store.counts().pending
            return (store, SetAsideStore(path: aside, problem: damage.problem, pending: pending))
        }
    }

    /// Opens an intact store.
    private static func openWhole(_ path: String, isSameBoot: Bool) throws -> Store {
        if wasCut(path) { throw Damage(problem: "the file is empty") }
        let hasLog = (size(of: path + "-wal") ?? 0) > 0
        // Before SQLite makes it anew. If the store was deleted, its remaining log is of no use.
        let log = isSameBoot && size(of: path) != nil ? LogIndex(path) : nil
        var look = StoreCheck(path, check: check(of: path))
        try look.checkVersion()
        if let log, log.committed > look.usedFrames {
            guard log.isMoved else {
                throw Damage(
                    problem: "the write-ahead log is damaged from frame \(look.usedFrames + 1) of "
                        + "\(log.committed) on"
                )
            }
            // SQLite would read old pages from its beginning instead of the new ones in the store's file.
            for ending in ["-wal", "-shm"] { unlink(path + ending) }
            look = StoreCheck(path, check: check(of: path))
        }
        if let problem = look.problem { throw Damage(problem: problem) }
        let store = try Store(opening: path, isComplete: look.version == .present)
        // Uncommitted frames at the end of the log would look like a part of this run.
        if hasLog { store.moveLogIntoFile() }
        return store
    }

    /// Checks that the store's paths are regular files.
    static func checkFiles(_ path: String) throws(RequestError) {
        for ending in ["", "-wal", "-shm"] { try OwnFile.check(path + ending) }
    }

    /// Whether a file was truncated to nothing.
    ///
    /// SQLite would treat it as a new file and drop its log.
    ///
    /// SQLite creates the log once the first page is on the disk. An empty file without a log was never written
    /// to, so nothing is lost.
    private static func wasCut(_ path: String) -> Bool {
        size(of: path) == 0 && size(of: path + "-wal") != nil
    }

    /// Returns the damaged stores next to a store, latest last.
    static func setAside(beside path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var found: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let other = "\(folder)/\(name)"
            guard other.hasPrefix(path + mark), !name.hasSuffix("-wal"), !name.hasSuffix("-shm")
            else { continue }
            found.append(other)
        }
        return found.sorted()
    }

    /// Returns how a store is checked before it is opened.
    ///
    /// A small store is checked each time. A larger one, whose check would delay the start, is checked only after a
    /// crash or if a part of the file is missing; other damage is found when it is read, and by `doctor`.
    private static func check(of path: String) -> StoreCheck.Check? {
        guard let bytes = size(of: path) else { return nil }
        let hasLog = (size(of: path + "-wal") ?? 0) > 0
        // SQLite reads missing parts of the last page as zeros.
        let mayBeCut = hasLog || bytes < claimedSize(of: path)
        if mayBeCut { return bytes > maxCheckedWhole ? .quick : .whole }
        return bytes > maxCheckedAlways ? nil : .whole
    }

    /// Returns how thoroughly a store is checked while a caller waits for the answer.
    static func healthCheck(of path: String) -> StoreCheck.Check {
        size(of: path) ?? 0 > maxCheckedWhole ? .quick : .whole
    }

    /// The size up to which a store is checked at each start: about 1,000 requests, which takes 4 ms.
    static let maxCheckedAlways = 1 << 20

    /// The size up to which it is checked thoroughly: about 40,000 requests, which takes a third of a second.
    static let maxCheckedWhole = 32 << 20

    private static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The size according to a file's header: page count (offset 28) times page size (offset 16, big-endian, 1 for
    /// 65,536).
    private static func claimedSize(of path: String) -> Int {
        guard let head = head(of: path, 32) else { return .max }
        func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
        let page = number(16..<18)
        return number(28..<32) * (page == 1 ? 65_536 : page)
    }

    /// Returns the first bytes of a file; `nil` if it has fewer.
    static func head(of path: String, _ count: Int) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var head = [UInt8](repeating: 0, count: count)
        return fread(&head, 1, count, file) == count ? head : nil
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
