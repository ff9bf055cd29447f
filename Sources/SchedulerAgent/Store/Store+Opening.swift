import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore
import SQLiteBridge

/// A store that was found damaged, and what became of it.
struct SetAsideStore: Sendable {
    /// Where the damaged file is kept.
    let path: String
    /// What SQLite said of it.
    let problem: String
    /// How many pending requests could be read and are pending still.
    let pending: Int

    /// What the journal and the user hear of it.
    var trouble: StoreTrouble {
        StoreTrouble(
            title: "Some notifications may be lost",
            message:
                "the store was damaged (\(problem)); \(pending) pending requests were saved; look "
                + "through them (notify-schedule list), the damaged file is kept as \(path)"
        )
    }
}

/// What happened to the store's files and the user should know.
struct StoreTrouble: Sendable {
    let title: String
    let message: String
}

extension Store {
    /// As many damaged stores are kept.
    static let maxSetAside = 3

    private static let mark = ".damaged-"

    /// Opens a store; one that is damaged is set aside first, and what can be read of it is in the new one.
    ///
    /// - Parameters:
    ///   - path: the file; its folder is there.
    ///   - isSameBoot: whether the machine has run since the store was used last: what was written then is on
    ///     the disk or in the kernel's memory.
    /// - Returns: the store, and what was set aside.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
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

    /// Opens a store that is not damaged.
    private static func openWhole(_ path: String, isSameBoot: Bool) throws -> Store {
        if wasCut(path) { throw Damage(problem: "the file is empty") }
        let hasLog = (size(of: path + "-wal") ?? 0) > 0
        // Before SQLite does, which leaves out what it cannot read without a word. Where somebody deleted the store,
        // what is left of its log is of no use.
        let log = isSameBoot && size(of: path) != nil ? try StoreLog(of: path) : nil
        if log?.isNeedless == true { for ending in ["-wal", "-shm"] { unlink(path + ending) } }
        let look = StoreCheck(path, check: check(of: path))
        try look.checkVersion()
        if let problem = log?.problem ?? look.problem { throw Damage(problem: problem) }
        let store = try Store(opening: path, isComplete: look.isComplete)
        // What was not committed is at the log's end still, and would look like a part of this run.
        if hasLog { store.moveLogIntoFile() }
        return store
    }

    /// Checks that what is in the place of the store's files is theirs.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` that names the file.
    static func checkFiles(_ path: String) throws(RequestError) {
        for ending in ["", "-wal", "-shm"] { try OwnFile.check(path + ending) }
    }

    /// Whether a file was cut to nothing: SQLite would take it for a new one, and drop its log.
    ///
    /// SQLite makes the log once the first page is on the disk. An empty file without one was never written
    /// to: whoever made it came to a sudden end, and nothing is lost.
    private static func wasCut(_ path: String) -> Bool {
        size(of: path) == 0 && size(of: path + "-wal") != nil
    }

    /// The damaged stores beside one, latest last.
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

    /// How a store is looked through before it is opened.
    ///
    /// One of common size is each time, and more closely where the last agent did not come to its end. A very
    /// large one, for which that would make the start slow, is only then, or where a part of the file is gone;
    /// what else is wrong with it shows where it is read, and in `doctor`.
    private static func check(of path: String) -> StoreCheck.Check? {
        guard let bytes = size(of: path) else { return nil }
        let hasLog = (size(of: path + "-wal") ?? 0) > 0
        // SQLite reads what is missing of the last page as zeros.
        let mayBeCut = hasLog || bytes < claimedSize(of: path)
        guard bytes > maxCheckedAlways else { return mayBeCut ? .whole : .quick }
        return mayBeCut ? .quick : nil
    }

    /// How thoroughly a store is looked through where somebody waits for the answer.
    static func examination(of path: String) -> StoreCheck.Check {
        size(of: path) ?? 0 > maxCheckedAlways ? .quick : .whole
    }

    /// As many bytes, some 10,000 requests, are looked through within milliseconds.
    static let maxCheckedAlways = 8 << 20

    private static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The size that the head of a file names: its pages (28) of so many bytes (16), big-endian, 1 for 65,536.
    private static func claimedSize(of path: String) -> Int {
        guard let file = fopen(path, "r") else { return .max }
        defer { fclose(file) }
        var head = [UInt8](repeating: 0, count: 32)
        guard fread(&head, 1, head.count, file) == head.count else { return .max }
        func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
        let page = number(16..<18)
        return number(28..<32) * (page == 1 ? 65_536 : page)
    }

    /// Gives a file and what belongs to it another name.
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

    /// The name for a file that is set aside now.
    static func nameAside(_ path: String) -> String { path + mark + timestamp() }

    /// The time in UTC, to the microsecond: names with it are in order.
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

    /// Takes over the rows of another store as far as they can be read.
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
                // From both ends: what is behind the damage is found from the other one.
                for order in ["", "ORDER BY rowid DESC"] {
                    let sql = "SELECT * FROM \(table) NOT INDEXED \(order)"
                    try? source.prepare(sql).each { row in
                        try? Self.copy(row, columns, into: table, connection)
                    }
                }
            }
            // Its rows may be of several moments.
            try connection.run("DELETE FROM fact WHERE name = ?", Fact.planBasis.rawValue)
        }
    }

    /// An invalid row is left out.
    private static func copy(
        _ row: Row,
        _ columns: [String],
        into table: String,
        _ connection: Connection
    ) throws {
        let shared = Set(row.columnNames).intersection(columns)
        let marks = Array(repeating: "?", count: shared.count).joined(separator: ", ")
        let values = try shared.map { try row.value($0, as: AnyColumnValue.self) }
        try connection.prepare(
            "INSERT OR IGNORE INTO \(table) (\(shared.joined(separator: ", "))) VALUES (\(marks))"
        ).run(values)
    }
}
