import Glibc

/// Room on the disk that is given up where a removal needs it: also what takes away has to be written first.
struct DiskReserve: Sendable {
    /// The file that has the room.
    let path: String

    /// As much as the log takes before it is moved into the store's file.
    static let size = 4 << 20

    /// Takes the room, unless that is done already or the disk has little more than that.
    func take() {
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

    /// Gives the room up.
    ///
    /// - Returns: whether there was any.
    func giveUp() -> Bool { unlink(path) == 0 }
}
