import Glibc
import NotifyCore
import SQLiteBridge

/// A look at a store's file that changes nothing in it.
///
/// It uses a read-only connection, because a writable one would move the log into the file.
struct StoreCheck {
    /// How thoroughly a file is checked.
    enum Check: String {
        /// Checks the pages of each table and index.
        case quick = "quick_check"
        /// Also looks up each row in each index, which takes three times as long.
        case whole = "integrity_check"
    }

    /// Which version of this program wrote it.
    private(set) var version = StoreSchema.Version.incomplete
    /// The problem; `nil` if there is none or it cannot be determined.
    private(set) var problem: String?
    /// The number of frames of the write-ahead log that SQLite uses.
    private(set) var usedFrames = 0
    private let path: String

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
            try Self.read(path) { connection in
                if let found = try? StoreSchema.version(connection) { version = found }
                guard let check, version == .present || version == .incomplete else { return }
                problem = try Self.problems(connection, check, limit: 1).first
                guard problem == nil, version == .present else { return }
                problem = try Self.miscounts(connection).first
            }
        } catch {
            problem = Damage(whileOpening: error)?.problem
        }
        // Not while the connection is open, whose locks go with any descriptor of this file.
        usedFrames = LogIndex(path)?.committed ?? 0
        // Reading has created these files, and no other process reads a locked store.
        if version == .newer || version == .tooOld { for path in missing { unlink(path) } }
    }

    /// Runs SQLite's check on a file, and checks its counter.
    ///
    /// - Returns: the problems, one sentence each; empty if there are none.
    /// - Throws: an error of SQLite if the check cannot run.
    static func problems(
        of path: String,
        _ check: Check = .whole,
        limit: Int
    ) throws -> [String] {
        try Store.checkFiles(path)
        return try read(path) { connection in
            let problems = try problems(connection, check, limit: limit)
            return problems.isEmpty ? try miscounts(connection) : problems
        }
    }

    /// Reads a file with a connection of its own.
    static func read<Value>(_ path: String, _ body: (Connection) throws -> Value) throws -> Value {
        let connection = try Connection(path, .readOnly, busyTimeout: 5_000)
        // This fails if the file is not a database.
        try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        return try body(connection)
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
        let lines = try connection.prepare("PRAGMA \(check.rawValue)(\(limit))")
            .values(as: String.self)
        return lines == ["ok"] ? [] : lines
    }
}

/// The index of a write-ahead log (`-shm`), which the kernel keeps after a crash of the process.
///
/// SQLite writes it again from the frames of the log up to the first invalid one, and cannot know whether the log ends
/// there or is damaged. An index that was read before knows: each commit of a process that was killed is in it. After a
/// power failure it is not current.
///
/// The format is SQLite's ("WAL-mode File Format", 2.1 and 2.2).
struct LogIndex {
    /// The number of committed frames.
    let committed: Int
    /// Whether all of them are in the store's file, so that the log is not needed.
    let isMoved: Bool

    /// Reads the index of a store's log; `nil` if there is none or it is incomplete.
    init?(_ path: String) {
        // The header is there twice, in native byte order.
        let (length, count) = (48, 100)
        guard let bytes = Store.head(of: path + "-shm", count),
            bytes[..<length] == bytes[length..<(2 * length)], bytes[12] != 0
        else { return nil }
        func number(_ offset: Int) -> Int {
            Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) })
        }
        committed = number(16)
        isMoved = number(2 * length) >= committed
    }
}
