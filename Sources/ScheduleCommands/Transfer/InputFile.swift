import GLibBridge
import Glibc
import NotifyCore

/// A file that is named on the command line, or standard input as `-`.
enum InputFile {
    /// Opens it.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `InvalidContent` where it cannot be read.
    static func open(_ path: String) throws(RequestError) -> OpenFile {
        let descriptor =
            path == "-"
            ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        let file = OpenFile(adopting: descriptor)
        if let status = try? file.status(), status.isFolder { throw unreadable(path, EISDIR) }
        return file
    }

    private static func unreadable(_ path: String, _ number: Int32) -> RequestError {
        RequestError(
            .invalidContent,
            "\(path.quoted) cannot be read: \(String(cString: strerror(number)))"
        )
    }
}
