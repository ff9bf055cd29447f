import GLibBridge
import Glibc
import NotifyCore

/// A file that is named on the command line, or standard input as `-`.
enum InputFile {
    /// Opens it.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` where it cannot be read, ``OutputError`` or
    ///   ``GLibBridge/SystemError`` where what a pipe brings cannot be kept.
    static func open(_ path: String) throws -> OpenFile {
        let descriptor =
            path == "-"
            ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        let file = OpenFile(adopting: descriptor)
        guard let status = try? file.status(), !status.isRegular else { return file }
        guard !status.isFolder else { throw unreadable(path, EISDIR) }
        return try copied(file, path)
    }

    /// What comes out of a pipe, in a file: its beginning tells what it is, and all of it is read then.
    private static func copied(_ file: OpenFile, _ path: String) throws -> OpenFile {
        let copy = try CalendarConverter.temporaryFile()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(file.descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            guard count > 0 else { break }
            try OutputFile.write(Array(buffer[..<count]), to: copy, named: "a file between")
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
