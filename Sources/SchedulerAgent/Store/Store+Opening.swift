import GLibBridge
import GRDB
import Glibc
import NotifyCore

/// A store that was found damaged, and what became of it.
struct SetAsideStore: Sendable {
    /// Where the damaged file is kept.
    let path: String
    /// What SQLite said of it.
    let problem: String
    /// How many pending requests could be read and are pending still.
    let pending: Int

    /// What the journal and the user are told.
    var error: RequestError {
        RequestError(
            .storage,
            "the store was damaged (\(problem)); \(pending) pending requests were saved; look through "
                + "them (notify-schedule list), the damaged file is kept as \(path)"
        )
    }
}

extension Store {
    /// As many damaged stores are kept.
    static let mostSetAside = 3

    private static let mark = ".damaged-"

    /// Opens a store; one that is damaged is set aside first, and what can be read of it is in the new one.
    ///
    /// - Parameter path: the file; its folder is there.
    /// - Returns: the store, and what was set aside.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    static func opening(
        path: String
    ) throws(RequestError) -> (store: Store, setAside: SetAsideStore?) {
        do {
            if wasCut(path) { throw Damage(problem: "the file is empty") }
            let look = StoreLook(path, isChecked: isToBeChecked(path))
            try look.checkVersion()
            if let problem = look.problem { throw Damage(problem: problem) }
            return (try Store(opening: path, isComplete: look.isComplete), nil)
        } catch let damage as Damage {
            let aside = try setAside(path)
            let store = try Store(path: path)
            try store.takeOver(from: aside)
            let pending = try store.counts().pending
            return (store, SetAsideStore(path: aside, problem: damage.problem, pending: pending))
        } catch let error as RequestError {
            throw error
        } catch {
            throw cannotOpen(path, error)
        }
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

    /// Whether a store is looked through before it is opened.
    ///
    /// One of common size is each time. A very large one, for which that would make the start slow, is where the
    /// last agent did not come to its end, or where a part of the file is gone; what else is wrong with it shows
    /// where it is read, and in `doctor`.
    private static func isToBeChecked(_ path: String) -> Bool {
        guard let bytes = size(of: path) else { return false }
        guard bytes > mostCheckedAlways else { return true }
        return (size(of: path + "-wal") ?? 0) > 0 || bytes < claimedSize(of: path)
    }

    /// As many bytes, some 10,000 requests, are looked through within milliseconds.
    static let mostCheckedAlways = 8 << 20

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
        let name = path + mark + timestamp()
        guard rename(path, name) == 0 else {
            throw RequestError(
                .storage,
                "the store \(path) is damaged and cannot be set aside: "
                    + "\(String(cString: strerror(errno))); move it away"
            )
        }
        for ending in ["-wal", "-shm"] { rename(path + ending, name + ending) }
        for old in setAside(beside: path).dropLast(mostSetAside) {
            for ending in ["", "-wal", "-shm"] { unlink(old + ending) }
        }
        return name
    }

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
        var configuration = Configuration()
        configuration.label = "damaged store"
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: path, configuration: configuration) else {
            return
        }
        try write(.full) { database in
            for table in try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table'
                    AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%' ORDER BY rowid
                    """
            ) {
                let columns = try database.columns(in: table).map(\.name)
                // From both ends: what is behind the damage is found from the other one.
                for order in ["", "ORDER BY rowid DESC"] {
                    try? source.unsafeRead { damaged in
                        let rows = try Row.fetchCursor(
                            damaged,
                            sql: "SELECT * FROM \(table) NOT INDEXED \(order)"
                        )
                        while let row = try rows.next() {
                            try? Self.copy(row, columns, into: table, database)
                        }
                    }
                }
            }
            // Its rows may be of several moments.
            try database.execute(
                sql: "DELETE FROM fact WHERE name = ?",
                arguments: [Fact.planBasis.rawValue]
            )
        }
    }

    /// A row that does not hold here is left out.
    private static func copy(
        _ row: Row,
        _ columns: [String],
        into table: String,
        _ database: Database
    ) throws {
        let shared = columns.filter { row.hasColumn($0) }
        let marks = Array(repeating: "?", count: shared.count).joined(separator: ", ")
        let values = shared.map { row[$0] as DatabaseValue }
        try database.execute(
            sql:
                "INSERT OR IGNORE INTO \(table) (\(shared.joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(values)
        )
    }
}

/// A file that is no database any more, or not a whole one.
struct Damage: Error {
    let problem: String

    init(problem: String) {
        self.problem = problem
    }

    /// Reads an error of SQLite; `nil` where it speaks of something else.
    init?(_ error: any Error) {
        guard let error = error as? DatabaseError,
            [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        else { return nil }
        problem = error.message ?? "\(error.resultCode)"
    }
}
