import Glibc
import NotifyCore
import SQLiteBridge

/// What one look at a store's file finds, by a connection that writes nothing: one that may write would move what
/// is in the log into it.
struct StoreCheck {
    /// Whether a newer version of this program wrote it.
    private(set) var isNewer = false
    /// Whether it has all tables of this version.
    private(set) var isComplete = false
    /// What is wrong with it; `nil` if nothing is, or where that cannot be found out.
    private(set) var problem: String?
    private let path: String

    /// How a file is looked through.
    enum Check {
        /// The pages of each table and index, and whether the indexes have the same rows as their tables.
        case quick
        /// Each row in each index, too, which takes ten times as long.
        case whole
    }

    /// Looks at a file.
    ///
    /// What cannot be read is left for the opening to complain of.
    ///
    /// - Parameters:
    ///   - path: the file, which need not be there.
    ///   - check: how it is looked through; `nil` if it is not.
    init(_ path: String, check: Check? = nil) {
        self.path = path
        guard access(path, F_OK) == 0 else { return }
        let missing = ["-wal", "-shm"].map { path + $0 }.filter { access($0, F_OK) != 0 }
        do {
            try StoreReader.read(path) { connection in
                if let found = try? Self.versions(connection) { (isNewer, isComplete) = found }
                guard let check, !isNewer else { return }
                problem = try Self.problems(connection, check, most: 1).first
                guard problem == nil, isComplete else { return }
                problem = try Self.miscounts(connection).first
            }
        } catch {
            problem = Damage(whileOpening: error)?.problem
        }
        // Reading has made them, and nobody else reads a store that is locked.
        if isNewer { for path in missing { unlink(path) } }
    }

    /// What SQLite's check finds in a file, and whether what is counted there is right; none where all is well.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - check: how it is looked through.
    ///   - most: as many problems are named.
    /// - Returns: the problems, a sentence each.
    /// - Throws: what SQLite says where it cannot look.
    static func problems(
        of path: String,
        _ check: Check = .whole,
        most: Int
    ) throws -> [String] {
        try Store.checkFiles(path)
        return try StoreReader.read(path) { connection in
            let problems = try problems(connection, check, most: most)
            return problems.isEmpty ? try miscounts(connection) : problems
        }
    }

    /// Checks that a store is not a newer version's.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` where it is one.
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
        // A newer version has all steps of this one. A step that nobody knows in place of one of these is damage.
        return (try isComplete && migrator.isSuperseded(connection), isComplete)
    }

    private static func miscounts(_ connection: Connection) throws -> [String] {
        let hasTally = try connection.prepare(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'tally'"
        ).value(as: Bool.self)
        guard hasTally == true else { return [] }
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
        most: Int
    ) throws -> [String] {
        let name = check == .whole ? "integrity_check" : "quick_check"
        let lines = try connection.prepare("PRAGMA \(name)(\(most))").values(as: String.self)
        guard lines == ["ok"] else { return lines }
        return check == .whole ? [] : try IndexCheck.problems(connection)
    }
}
