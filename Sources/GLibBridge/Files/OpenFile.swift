import CGLib
import Glibc

/// An open file, closed with the last reference to it.
package final class OpenFile: Sendable {
    /// The status of a file.
    package struct Status: Hashable, Sendable {
        /// Whether it is a regular file.
        package let isRegular: Bool
        /// Whether it is a folder.
        package let isFolder: Bool
        /// Its size, in bytes.
        package let size: Int64
        /// The number of its device.
        package let device: UInt64
        /// Its inode number.
        package let number: UInt64
        /// Its number of hard links.
        package let links: UInt64
    }

    /// The file descriptor, valid as long as this object.
    package let descriptor: Int32

    /// Takes ownership of an open descriptor.
    package init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a file for reading; never blocks on a pipe.
    ///
    /// - Throws: ``SystemError`` if it cannot be opened.
    package convenience init(reading path: String) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SystemError(doing: "open \(path)") }
        self.init(adopting: descriptor)
    }

    /// Makes a file in memory that can be sealed against changes, at its beginning.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors or memory.
    package convenience init(inMemory bytes: [UInt8]) throws(SystemError) {
        let descriptor = cglib_memory_file()
        guard descriptor >= 0 else { throw SystemError(doing: "make a file in memory") }
        self.init(adopting: descriptor)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map {
                    pwrite(descriptor, $0 + written, bytes.count - written, off_t(written))
                } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(doing: "write a file in memory") }
            written += count
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the status of the file.
    ///
    /// - Throws: ``SystemError`` if it cannot be read.
    package func status() throws(SystemError) -> Status {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(doing: "look at a file") }
        return Status(status)
    }

    /// Returns the status of a path, without following a symbolic link; `nil` if it does not exist.
    package static func status(of path: String) -> Status? {
        var status = stat()
        return lstat(path, &status) == 0 ? Status(status) : nil
    }

    /// Returns the first bytes; fewer if the file is shorter.
    ///
    /// - Throws: ``SystemError`` if the file was not opened for reading.
    package func start(_ count: Int) throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let length = pread(descriptor, &buffer, count, 0)
        guard length >= 0 else { throw SystemError(doing: "read a file") }
        return Array(buffer.prefix(length))
    }
}

extension OpenFile.Status {
    fileprivate init(_ status: stat) {
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        size = Int64(status.st_size)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        links = UInt64(status.st_nlink)
    }
}
