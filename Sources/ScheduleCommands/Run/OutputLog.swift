import ConfigurationFiles
import Glibc
import NotifyCore

/// The stored output of a command, which only the user can read.
///
/// It is bounded: of more output the end is kept. Files that are older than a day are removed when the next command is
/// reported, and the oldest ones where there are too many.
struct OutputLog {
    /// The file.
    let path: String
    private let folder: OwnFolder
    private let name: String
    private let descriptor: Int32
    private var size = 0
    private var isCut = false

    private static let kept = 4 << 20
    private static let lifetime = 86_400
    /// The most files.
    static let maxFiles = 100
    private static let note = "[earlier output is left out]\n"

    /// Makes a file in the folder `output` beside the store.
    init() throws(RequestError) {
        _ = try StateFolder.make()
        folder = try OwnFolder.make(Self.path)
        Self.removeOld(in: folder, leaving: Self.maxFiles - 1)
        name = "\(String(UInt64.random(in: 0 ... .max), radix: 16)).txt"
        path = "\(folder.path)/\(name)"
        let opened = folder.create(name)
        guard opened >= 0 else { throw Self.failure(path) }
        defer { close(opened) }
        // The number must not be that of a standard descriptor that is closed.
        descriptor = fcntl(opened, F_DUPFD_CLOEXEC, 10)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    /// Adds output; of a full disk nothing is said, because the command goes on.
    mutating func add(_ bytes: [UInt8]) {
        size += write(bytes[...])
        if size > 2 * Self.kept { cut() }
    }

    /// Removes terminal control sequences.
    func finish() -> String {
        let text = PipedText.plain(String(decoding: end(of: 2 * Self.kept), as: UTF8.self))
        replace(Array(((isCut ? Self.note : "") + text).utf8))
        close(descriptor)
        return path
    }

    /// Removes the file, which no notification names.
    func discard() {
        close(descriptor)
        folder.remove(name)
    }

    private mutating func cut() {
        let end = end(of: Self.kept)
        // From the beginning of a line.
        let line = end.firstIndex(of: UInt8(ascii: "\n")).map { end[($0 + 1)...] } ?? end[...]
        replace(Array(line))
        isCut = true
        size = line.count
    }

    private func replace(_ bytes: [UInt8]) {
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
        _ = write(bytes[...])
    }

    private func end(of count: Int) -> [UInt8] {
        lseek(descriptor, off_t(max(0, size - count)), SEEK_SET)
        return FileBytes.read(descriptor, atMost: count) ?? []
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        // By its signal a limit of files would end this process, and so the command's reader.
        var (limit, before) = (sigset_t(), sigset_t())
        sigemptyset(&limit)
        sigaddset(&limit, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &limit, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                var now = timespec()
                sigtimedwait(&limit, nil, &now)
                break
            }
            rest = rest.dropFirst(count)
        }
        return bytes.count - rest.count
    }

    private static var path: String { "\(ConfigurationFolders.state)/output" }

    /// Removes what is older than a day, and the oldest files where there are too many.
    ///
    /// A folder that is not the user's own, such as the one that a link names, stays as it is.
    static func removeOld(leaving count: Int) {
        guard let folder = try? OwnFolder(path) else { return }
        removeOld(in: folder, leaving: count)
    }

    private static func removeOld(in folder: OwnFolder, leaving count: Int) {
        let limit = time(nil) - lifetime
        var kept: [(name: String, date: timespec)] = []
        for name in folder.names where name.hasSuffix(".txt") {
            guard let status = folder.status(of: name), status.st_mode & S_IFMT == S_IFREG
            else { continue }
            if status.st_mtim.tv_sec < limit {
                folder.remove(name)
            } else {
                kept.append((name, status.st_mtim))
            }
        }
        kept.sort { ($0.date.tv_sec, $0.date.tv_nsec) > ($1.date.tv_sec, $1.date.tv_nsec) }
        for file in kept.dropFirst(count) { folder.remove(file.name) }
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError(.storage, "\(path) cannot be used: \(String(cString: strerror(errno)))")
    }
}
