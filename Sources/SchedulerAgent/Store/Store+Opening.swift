import ConfigurationFiles
import Glibc
import NotifyCore
import SQLiteBridge
import Synchronization

extension Store {
    /// Opens a store.
    ///
    /// A damaged store is set aside, and its readable rows are copied to a new one.
    ///
    /// - Parameters:
    ///   - isSameBoot: whether the machine has not restarted since the store was last used, so that no write of the last
    ///     run is lost.
    ///   - lastMark: the ``endMark`` of the last agent; a store that still has it needs no check.
    /// - Returns: the store, and the damaged one if there was one.
    static func opening(
        path: String,
        isSameBoot: Bool = true,
        lastMark: String? = nil
    ) throws(RequestError) -> (store: Store, setAside: SetAsideStore?) {
        try checkFiles(path)
        do {
            // No other version of the program has used it meanwhile.
            if let lastMark, lastMark == StoreMark.current(path) {
                return (try Store(opening: path, isComplete: true), nil)
            }
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

    /// What the file looks like now, for the next agent; `nil` if it has to be checked.
    var endMark: String? { damaged.withLock { $0 } == nil ? StoreMark.current(path) : nil }

    /// Opens an intact store.
    private static func openWhole(_ path: String, isSameBoot: Bool) throws -> Store {
        if wasCut(path) { throw Damage(problem: "the file is empty") }
        let hasLog = (size(of: path + "-wal") ?? 0) > 0
        // Before SQLite writes it again. If the store was deleted, its remaining log is of no use.
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

    /// Checks that this version can use a store, without changing it.
    static func checkVersion(of path: String) throws(RequestError) {
        try StoreCheck(path).checkVersion()
    }

    /// Returns the problems of a file, one sentence each, while it is open.
    static func problems(of path: String, limit: Int) throws -> [String] {
        let check: StoreCheck.Check = size(of: path) ?? 0 > maxCheckedWhole ? .quick : .whole
        return try StoreCheck.problems(of: path, check, limit: limit)
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
}
