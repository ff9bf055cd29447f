import Glibc
import NotifyCore
import SQLiteBridge

/// The result of a check of a store's file.
///
/// The check uses a read-only connection, because a writable one would move the log into the file.
struct StoreCheck {
    /// Which version of this program wrote it.
    private(set) var version = StoreSchema.Version.incomplete
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
                if let found = try? StoreSchema.version(connection) { version = found }
                guard let check, version == .present || version == .incomplete else { return }
                problem = try Self.problems(connection, check, limit: 1).first
                guard problem == nil, version == .present else { return }
                problem = try Self.miscounts(connection).first
            }
        } catch {
            problem = Damage(whileOpening: error)?.problem
        }
        // Reading has created these files, and no other process reads a locked store.
        if version == .newer || version == .tooOld { for path in missing { unlink(path) } }
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

    /// Checks that this version can use the store.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` if a newer one has written it, or a development version
    ///   whose tables are not known any longer.
    func checkVersion() throws(RequestError) {
        switch version {
        case .present, .incomplete: return
        case .newer:
            throw RequestError(
                .storage,
                "the store \(path) was written by a newer version of notify-schedule; "
                    + "update this one, or move the store away to begin with an empty one"
            )
        case .tooOld:
            throw RequestError(
                .storage,
                "the store \(path) was written by a development version before "
                    + "\(StoreSchema.first), whose tables this version does not know; move the store away to begin with an "
                    + "empty one, and to keep its requests, export them with the version that wrote it and import them"
            )
        }
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
