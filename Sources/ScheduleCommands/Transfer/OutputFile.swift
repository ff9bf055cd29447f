import GLibBridge
import Glibc
import NotifyCore

/// An output file that is replaced atomically, or standard output.
final class OutputFile {
    private let file: OpenFile
    /// The temporary name before it is renamed; `nil` for anything but a regular file.
    private let draft: String?
    /// Whether it has the temporary name from the start.
    private let isNamed: Bool
    private let path: String

    private static let standardOutput = "standard output"

    /// Opens the file.
    ///
    /// - Parameter path: `nil` or `-` for standard output.
    /// - Throws: ``OutputError`` if it cannot be created.
    init(_ path: String?) throws(OutputError) {
        guard let path, path != "-" else {
            self.path = Self.standardOutput
            draft = nil
            isNamed = false
            let copy = dup(STDOUT_FILENO)
            guard copy >= 0 else { throw Self.failure(self.path) }
            file = OpenFile(adopting: copy)
            return
        }
        // A symbolic link is kept, and a pipe or a device is written directly.
        let target = Self.resolved(path)
        let isWrittenInPlace = OpenFile.status(of: target).map { !$0.isRegular } ?? false
        self.path = target
        draft = isWrittenInPlace ? nil : "\(target).\(getpid()).part"
        // A file without a name leaves nothing behind if the program is killed.
        let nameless = draft == nil ? -1 : open(Self.folder(of: target), Self.withoutName, 0o600)
        isNamed = nameless < 0 && draft != nil
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY
        let descriptor =
            nameless >= 0
            ? nameless : open(draft ?? target, draft == nil ? flags : flags | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        file = OpenFile(adopting: descriptor)
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        try Self.write(bytes, to: file, named: path)
    }

    /// Writes all bytes to a file.
    static func write(
        _ bytes: [UInt8],
        to file: OpenFile,
        named name: String
    ) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    file.descriptor,
                    buffer.baseAddress?.advanced(by: written),
                    bytes.count - written
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(name) }
            written += count
        }
    }

    /// Gives the file its name.
    func finish() throws(OutputError) {
        guard let draft else { return }
        guard fsync(file.descriptor) == 0, isNamed || name(draft), rename(draft, path) == 0 else {
            throw Self.failure(path)
        }
    }

    /// Names a file without a name, as open(2) describes.
    private func name(_ draft: String) -> Bool {
        let link = "/proc/self/fd/\(file.descriptor)"
        return linkat(AT_FDCWD, link, AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0
    }

    deinit {
        // The rest of an earlier export that was not finished.
        if let draft { unlink(draft) }
    }

    /// The flags of open(2) for a file without a name; Swift does not import the C macro.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func failure(_ path: String) -> OutputError {
        let number = errno
        // Standard output is where the shell has it.
        return path == standardOutput
            ? OutputError(path, number) : OutputError(path.quoted, number, "; name another file")
    }
}

/// A file cannot be written, because the disk is full or the folder does not exist.
struct OutputError: Error, CustomStringConvertible {
    let message: String
    /// The error number, as in errno.
    let number: Int32

    init(_ name: String, _ number: Int32, _ wayOut: String = "") {
        message = "\(name) cannot be written: \(String(cString: strerror(number)))\(wayOut)"
        self.number = number
    }

    var description: String { message }
}
