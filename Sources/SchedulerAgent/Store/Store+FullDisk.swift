import Glibc
import NotifyCore
import SQLiteBridge

/// Reserved disk space, which is released for removals on a full disk, because a removal also writes.
struct DiskReserve: Sendable {
    /// The file that reserves the space.
    let path: String

    /// The size of the log before it is moved into the store's file.
    static let size = 4 << 20

    /// Reserves the space, unless it is already reserved or the disk is nearly full.
    func allocate() {
        guard access(path, F_OK) != 0 else { return }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var space = statvfs()
        guard statvfs(folder, &space) == 0,
            space.f_bavail > UInt(2 * Self.size) / max(1, space.f_frsize)
        else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        if posix_fallocate(file, 0, off_t(Self.size)) != 0 { unlink(path) }
    }

    /// Releases the space.
    func release() -> Bool { unlink(path) == 0 }
}

/// Room for what must be written on a full disk.
extension Store {
    /// Commits on a full disk: what is kept for an undo goes first.
    func commitOnFullDisk<Result>(
        _ durability: Durability,
        mayUseReserve: Bool,
        _ error: SQLiteError,
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        defer { reserve.allocate() }
        if changes.dropOnFullDisk() {
            // This frees the space of the log.
            moveLogIntoFile()
            do {
                return try commit(durability, body)
            } catch let error as SQLiteError where error.code.primary == .full {}
        }
        guard mayUseReserve, reserve.release() else { throw error }
        // This frees the space of the log.
        moveLogIntoFile()
        return try commit(durability, body)
    }
}
