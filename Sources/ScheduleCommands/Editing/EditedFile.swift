import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// A file of the user's alone for the time in which a text is edited.
struct EditedFile {
    /// The maximum size, in bytes.
    private static let maxBytes = 1 << 20

    /// The folder, which editors may leave files in.
    private let folder: String
    /// The file.
    let path: String

    /// Makes a file.
    init(_ name: String) throws {
        let place = Environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(place)/notify-schedule-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemError(number: errno, doing: "make a folder in \(place)")
        }
        folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let plain = name.unicodeScalars.prefix(40).map { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789-".contains(Character(scalar)))
                ? Character(scalar) : "_"
        }
        path = "\(folder)/\(String(plain)).conf"
    }

    /// Writes the text.
    func write(_ text: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("write", errno) }
        defer { close(file) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the text; empty if the file is there no more.
    ///
    /// - Throws: ``GLibBridge/SystemError``, or ``NotifyCore/RequestError`` if it is no text.
    func text() throws -> String {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return "" }
            throw failure("read", errno)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= Self.maxBytes {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", errno) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= Self.maxBytes else {
            throw RequestError(.invalidContent, "\(path) has more than \(Self.maxBytes >> 20) MiB")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RequestError(.invalidContent, "\(path) is not valid UTF-8; save it as UTF-8")
        }
        return text
    }

    /// Removes the file, and what an editor left beside it.
    func remove() {
        // An editor may have put a link in its place.
        guard let own = try? OwnFolder(folder) else { return }
        for name in own.names { own.remove(name) }
        rmdir(folder)
    }

    private func failure(_ verb: String, _ number: Int32) -> SystemError {
        SystemError(number: number, doing: "\(verb) \(path)")
    }
}
