import GRDB
import Glibc
import NotifyCore

/// What one look at a store's file finds, by a connection that writes nothing: one that may write would move what
/// is in the log into it.
struct StoreLook {
    /// Whether a newer version of this program wrote it.
    private(set) var isNewer = false
    /// Whether it has all tables of this version.
    private(set) var isComplete = false
    /// What SQLite says is wrong with it; `nil` where nothing is, or where that cannot be told.
    private(set) var problem: String?
    private let path: String

    /// Looks at a file.
    ///
    /// What cannot be read is left for the opening to complain of.
    ///
    /// - Parameters:
    ///   - path: the file, which need not be there.
    ///   - isChecked: whether all of it is looked through.
    init(_ path: String, isChecked: Bool = false) {
        self.path = path
        guard access(path, F_OK) == 0 else { return }
        let missing = ["-wal", "-shm"].map { path + $0 }.filter { access($0, F_OK) != 0 }
        do {
            try Self.connection(to: path).read { database in
                if let found = try? Self.versions(database) { (isNewer, isComplete) = found }
                guard isChecked, !isNewer else { return }
                problem = try Self.problems(database, most: 1).first
            }
        } catch {
            problem = Damage(error)?.problem
        }
        // Reading has made them, and nobody else reads a store that is locked.
        if isNewer { for path in missing { unlink(path) } }
    }

    /// What SQLite's quick check finds in a file, and whether what is counted there is right; none where all is well.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - most: as many problems are named.
    /// - Returns: the problems, a sentence each.
    /// - Throws: what SQLite says where it cannot look.
    static func problems(of path: String, most: Int) throws -> [String] {
        try connection(to: path).read { database in
            let problems = try problems(database, most: most)
            return problems.isEmpty ? try miscounts(database) : problems
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

    private static func connection(to path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "store check"
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func versions(_ database: Database) throws -> (isNewer: Bool, isComplete: Bool) {
        let migrator = StoreSchema.migrator
        return (
            try migrator.hasBeenSuperseded(database), try migrator.hasCompletedMigrations(database)
        )
    }

    private static func miscounts(_ database: Database) throws -> [String] {
        guard try database.tableExists("tally") else { return [] }
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT (SELECT count FROM tally WHERE list = 'pending'),
                    (SELECT COUNT(*) FROM pending WHERE listed = 1)
                """
        )
        guard let row, let counted = row[1] as Int?, row[0] as Int? != counted else { return [] }
        let kept = (row[0] as Int?).map { "\($0)" } ?? "nothing"
        return ["the number of pending requests is kept as \(kept), and there are \(counted)"]
    }

    private static func problems(_ database: Database, most: Int) throws -> [String] {
        let lines = try String.fetchAll(database, sql: "PRAGMA quick_check(\(most))")
        return lines == ["ok"] ? [] : lines
    }
}
