import Glibc
package import NotifyCore

/// Checks and opens a file of the agent that may have been replaced.
package enum OwnFile {
    /// Checks the type and owner of a file, without opening it.
    ///
    /// - Parameter path: the file, which need not exist.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` if it is not a regular file of the user.
    package static func check(_ path: String) throws(RequestError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            // A file that cannot be checked cannot be opened either, which reports the reason.
            return
        }
        try check(status, path)
    }

    /// Opens a file for reading and writing, and creates it if it is missing.
    ///
    /// It does not block on a pipe, and does not follow links.
    ///
    /// - Parameter path: the file.
    /// - Returns: the descriptor.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    package static func open(_ path: String) throws(RequestError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let reason = errno
            // The errors for a link, a folder or a socket do not name the kind of file.
            try check(path)
            throw RequestError(
                .storage,
                "\(path) cannot be opened: \(String(cString: strerror(reason)))"
            )
        }
        do throws(RequestError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw RequestError(.storage, "\(path): \(String(cString: strerror(errno)))")
            }
            try check(status, path)
        } catch {
            close(descriptor)
            throw error
        }
        fchmod(descriptor, 0o600)
        return descriptor
    }

    private static func check(_ status: stat, _ path: String) throws(RequestError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RequestError(
                .storage,
                "\(path) is \(kind(of: status.st_mode)), not a regular file; move it away"
            )
        }
        guard status.st_uid == geteuid() else {
            throw RequestError(
                .storage,
                "\(path) belongs to user \(status.st_uid), but the agent runs as user "
                    + "\(geteuid()); change the owner with chown, or move it away"
            )
        }
    }

    private static func kind(of mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a named pipe"
        case S_IFDIR: "a folder"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
