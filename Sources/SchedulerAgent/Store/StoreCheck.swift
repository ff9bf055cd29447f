import Glibc
import NotifyCore
import SQLiteBridge

/// The result of a check of a store's file.
///
/// The check uses a read-only connection, because a writable one would move the log into the file.
struct StoreCheck {
    /// Whether a newer version of this program wrote it.
    private(set) var isNewer = false
    /// Whether it has all tables of this version.
    private(set) var isComplete = false
    /// The problem; `nil` if there is none or it cannot be determined.
    private(set) var problem: String?
    private let path: String

    /// How thoroughly a file is checked.
    enum Check {
        /// Checks the pages of each table and index, and whether indexes have the same rows as their tables.
        case quick
        /// Also looks up each row in each index, which takes ten times as long.
        case whole
    }

    /// Checks a file.
    ///
    /// Read errors are not reported here but when the file is opened.
    ///
    /// - Parameter check: how thoroughly it is checked; `nil` to read only its version.
    init(_ path: String, check: Check? = nil) {
        self.path = path
        guard access(path, F_OK) == 0 else { return }
        let missing = ["-wal", "-shm"].map { path + $0 }.filter { access($0, F_OK) != 0 }
        do {
            try StoreReader.read(path) { connection in
                if let found = try? Self.versions(connection) { (isNewer, isComplete) = found }
                guard let check, !isNewer else { return }
                problem = try Self.problems(connection, check, limit: 1).first
                guard problem == nil, isComplete else { return }
                problem = try Self.miscounts(connection).first
            }
        } catch {
            problem = Damage(whileOpening: error)?.problem
        }
        // Reading has created these files, and no other process reads a locked store.
        if isNewer { for path in missing { unlink(path) } }
    }

    /// Runs SQLite's check on a file, and checks its counters.
    ///
    /// - Returns: the problems, one sentence each; empty if there are none.
    /// - Throws: an error of SQLite if the check cannot run.
    static func problems(
        of path: String,
        _ check: Check = .whole,
        limit: Int
    ) throws -> [String] {
        try Store.checkFiles(path)
        return try StoreReader.read(path) { connection in
            let problems = try problems(connection, check, limit: limit)
            return problems.isEmpty ? try miscounts(connection) : problems
        }
    }

    /// Checks that no newer version has written the store.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` if one has.
    func checkVersion() throws(RequestError) {
        guard isNewer else { return }
        throw RequestError(
            .storage,
            "the store \(path) was written by a newer version of notify-schedule; "
                + "update this one, or move the store away to begin with an empty one"
        )
    }

    private static func versions(
        _ connection: Connection
    ) throws -> (isNewer: Bool, isComplete: Bool) {
        let migrator = StoreSchema.migrator
        let isComplete = try migrator.isComplete(connection)
        // A newer version has all steps of this one. An unknown step instead of one of these is damage.
        return (try isComplete && migrator.isSuperseded(connection), isComplete)
    }

    private static func miscounts(_ connection: Connection) throws -> [String] {
        let hasCounter = try connection.prepare(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'tally'"
        ).value(as: Bool.self)
        guard hasCounter == true else { return [] }
        let counts: (kept: Int?, counted: Int)? = try connection.prepare(
            """
            SELECT (SELECT count FROM tally WHERE list = 'pending'),
                (SELECT COUNT(*) FROM pending WHERE listed = 1)
            """
        ).first { row in (try row.value(0), try row.value(1)) }
        guard let (kept, counted) = counts, kept != counted else { return [] }
        let words = kept.map { "\($0)" } ?? "nothing"
        return ["the number of pending requests is kept as \(words), and there are \(counted)"]
    }

    private static func problems(
        _ connection: Connection,
        _ check: Check,
        limit: Int
    ) throws -> [String] {
        let name = check == .whole ? "integrity_check" : "quick_check"
        let lines = try connection.prepare("PRAGMA \(name)(\(limit))").values(as: String.self)
        guard lines == ["ok"] else { return lines }
        return check == .whole ? [] : try IndexCheck.problems(connection)
    }
}
