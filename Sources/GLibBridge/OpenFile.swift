import Glibc

/// An open file, closed with the last reference to it.
public final class OpenFile: Sendable {
    /// What the kernel says of a file.
    public struct Status: Hashable, Sendable {
        /// Whether it is a regular file, and no folder, pipe or device.
        public let isRegular: Bool
        /// Whether it is a folder.
        public let isFolder: Bool
        /// How many bytes it has.
        public let size: Int64
        /// The number of its device.
        public let device: UInt64
        /// Its number there.
        public let number: UInt64
    }

    /// The file descriptor; valid as long as this object.
    public let descriptor: Int32

    /// Takes over an open descriptor.
    public init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a file to read it; never waits for the other end of a pipe.
    ///
    /// - Throws: ``SystemError`` where that is not possible.
    public convenience init(reading path: String) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SystemError(doing: "open \(path)") }
        self.init(adopting: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// What the kernel says of the file.
    ///
    /// - Throws: ``SystemError`` where it says nothing.
    public func status() throws(SystemError) -> Status {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(doing: "look at a file") }
        return Status(status)
    }

    /// What the kernel says of the file of a name, a symbolic link itself; `nil` where there is none.
    public static func status(of path: String) -> Status? {
        var status = stat()
        return lstat(path, &status) == 0 ? Status(status) : nil
    }

    /// The first bytes, as many as there are.
    ///
    /// - Throws: ``SystemError`` where the file was not opened to be read.
    public func start(_ count: Int) throws(SystemError) -> [UInt8] {
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
    }
}
