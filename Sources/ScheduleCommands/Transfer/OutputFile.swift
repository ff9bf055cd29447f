import GLibBridge
import Glibc
import NotifyCore

/// A file that is there whole or not at all, or standard output.
struct OutputFile: ~Copyable {
    private let file: OpenFile
    /// Where it is written before it takes its place; `nil` for what is no regular file.
    private let draft: String?
    private let path: String

    /// Begins to write.
    ///
    /// - Parameter path: `nil` or `-` for standard output.
    /// - Throws: ``NotifyCore/RequestError`` where it cannot be made.
    init(_ path: String?) throws(RequestError) {
        guard let path, path != "-" else {
            self.path = "standard output"
            draft = nil
            let copy = dup(STDOUT_FILENO)
            guard copy >= 0 else { throw Self.failure(self.path) }
            file = OpenFile(adopting: copy)
            return
        }
        // A link keeps its place, and a pipe or a device is written as it is.
        let target = Self.resolved(path)
        let isWrittenInPlace = OpenFile.status(of: target).map { !$0.isRegular } ?? false
        self.path = target
        draft = isWrittenInPlace ? nil : "\(target).\(getpid()).part"
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY
        let descriptor = open(draft ?? target, draft == nil ? flags : flags | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        file = OpenFile(adopting: descriptor)
    }

    /// Writes on.
    func write(_ bytes: [UInt8]) throws(RequestError) {
        try Self.write(bytes, to: file, named: path)
    }

    /// Writes all of some bytes to a file.
    static func write(
        _ bytes: [UInt8],
        to file: OpenFile,
        named name: String
    ) throws(RequestError) {
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

    /// Puts the file in its place.
    consuming func finish() throws(RequestError) {
        guard let draft else { return }
        guard fsync(file.descriptor) == 0, rename(draft, path) == 0 else {
            throw Self.failure(path)
        }
    }

    deinit {
        // Only what was not finished is there still.
        if let draft { unlink(draft) }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func failure(_ path: String) -> RequestError {
        let reason = String(cString: strerror(errno))
        return RequestError(.invalidContent, "\(path.quoted) cannot be written: \(reason)")
    }
}
