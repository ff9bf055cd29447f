import Glibc

/// A file of the store that is open for reading, closed with the last reference to it.
final class StoreFile {
    private let descriptor: Int32

    /// Opens a file; never blocks on a pipe.
    ///
    /// - Throws: ``Damage`` if it cannot be opened.
    init(_ path: String) throws(Damage) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.damage("open \(path)") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads bytes at an offset; fewer at the end of the file.
    ///
    /// - Throws: ``Damage`` if they cannot be read.
    func bytes(_ count: Int, at offset: Int = 0) throws(Damage) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let length = pread(descriptor, &buffer, count, off_t(offset))
        guard length >= 0 else { throw Self.damage("read the write-ahead log") }
        return length == count ? buffer : Array(buffer.prefix(length))
    }

    /// Returns the status of a path, without following a symbolic link; `nil` if it does not exist.
    static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// The damage that a system call has just reported in `errno`.
    private static func damage(_ action: String) -> Damage {
        Damage(problem: "could not \(action): \(String(cString: strerror(errno)))")
    }
}
