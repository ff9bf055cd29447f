import GLibBridge
import Glibc
import NotifyCore

/// An input file of the command line, or standard input as `-`.
enum InputFile {
    /// Opens it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: how much of a pipe is read, in bytes; without it, all.
    /// - Returns: the file, or a copy of a pipe's content.
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` if it cannot be read, ``OutputError`` or
    ///   ``GLibBridge/SystemError`` if the content of a pipe cannot be stored.
    static func open(_ path: String, atMost limit: Int = .max) throws -> OpenFile {
        let descriptor =
            path == "-"
            ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        let file = OpenFile(adopting: descriptor)
        guard let status = try? file.status(), !status.isRegular else { return file }
        guard !status.isFolder else { throw unreadable(path, EISDIR) }
        return try copied(file, path, atMost: limit)
    }

    /// Returns a copy of a pipe's content in a file, which is read twice: for its format, and in full.
    private static func copied(
        _ file: OpenFile,
        _ path: String,
        atMost limit: Int
    ) throws -> OpenFile {
        let copy = try CalendarConverter.temporaryFile()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var total = 0
        while total < limit {
            let count = read(file.descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            guard count > 0 else { break }
            total += count
            try OutputFile.write(Array(buffer[..<count]), to: copy, named: "a temporary file")
        }
        lseek(copy.descriptor, 0, SEEK_SET)
        return copy
    }

    private static func unreadable(_ path: String, _ number: Int32) -> RequestError {
        RequestError(
            .invalidContent,
            "\(path.quoted) cannot be read: \(String(cString: strerror(number)))"
        )
    }
}
