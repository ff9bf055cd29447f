package import Glibc
package import NotifyCore

/// An open folder of the agent's or the command's own, so that what is done in it is done nowhere else.
///
/// It is opened without following a link, and must belong to the user. Its entries are then reached by the descriptor:
/// a link that is put in its place later changes nothing.
package final class OwnFolder: Sendable {
    /// Its path, for messages.
    package let path: String
    private let descriptor: Int32

    private init(adopting descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` if it is not there, or not the user's own.
    package init(_ path: String) throws(RequestError) {
        self.path = path
        descriptor = try Self.opened(AT_FDCWD, path, path)
    }

    /// Opens a folder, which is made if it is missing, and that others can neither read nor write.
    package static func make(_ path: String) throws(RequestError) -> OwnFolder {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path, errno) }
        let folder = try OwnFolder(path)
        // An existing folder may have another mode.
        guard fchmod(folder.descriptor, 0o700) == 0 else { throw failure(path, errno) }
        return folder
    }

    deinit {
        close(descriptor)
    }

    private static func opened(
        _ parent: Int32,
        _ name: String,
        _ path: String
    ) throws(RequestError) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(parent, name, flags)
        guard descriptor >= 0 else {
            let reason = errno
            guard reason == ENOTDIR || reason == ELOOP else { throw failure(path, reason) }
            throw RequestError(
                .storage,
                "\(path) is no folder of its own (a link, or a file); move it away"
            )
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw RequestError(
                .storage,
                "\(path) belongs to user \(status.st_uid), and not to you; move it away"
            )
        }
        // The number must not be that of a standard descriptor that is closed: a command that is started would have it.
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
        guard moved >= 0 else { throw failure(path, errno) }
        return moved
    }

    /// Returns a folder in it; `nil` if there is none, or it is not the user's own.
    package func folder(_ name: String) -> OwnFolder? {
        guard let opened = try? Self.opened(descriptor, name, "\(path)/\(name)") else { return nil }
        return OwnFolder(adopting: opened, "\(path)/\(name)")
    }

    /// The names of its entries, unordered.
    package var names: [String] {
        // The descriptor of the listing is another one, with a position of its own.
        let other = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard other >= 0 else { return [] }
        guard let listing = fdopendir(other) else {
            close(other)
            return []
        }
        return FolderListing.entries(closing: listing).map(\.name)
    }

    /// Returns the status of an entry, without following a link; `nil` if it does not exist.
    package func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Makes a file that was not there.
    ///
    /// - Returns: its descriptor; -1 with `errno`.
    package func create(_ name: String) -> Int32 {
        openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    /// Removes an entry: a file, a link, or an empty folder.
    package func remove(_ name: String) {
        if unlinkat(descriptor, name, 0) != 0 { unlinkat(descriptor, name, AT_REMOVEDIR) }
    }

    private static func failure(_ path: String, _ reason: Int32) -> RequestError {
        RequestError(
            .storage,
            "the folder \(path) cannot be used: \(String(cString: strerror(reason)))"
        )
    }
}
