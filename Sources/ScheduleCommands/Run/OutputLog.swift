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
    private let descriptor: Int32
    private var size = 0
    private var isCut = false

    private static let kept = 4 << 20
    private static let lifetime = 86_400
    /// The most files.
    static let maxFiles = 100
    private static let note = "[earlier output is left out]\n"

    /// Makes a file in the folder `output` beside the store.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the path and the reason.
    init() throws(RequestError) {
        _ = try StateFolder.make()
        let folder = Self.folder
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Self.failure(folder) }
        Self.removeOld(leaving: Self.maxFiles - 1)
        path = "\(folder)/\(String(UInt64.random(in: 0 ... .max), radix: 16)).txt"
        let opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
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
    ///
    /// - Returns: the file.
    func finish() -> String {
        let text = PipedText.plain(String(decoding: end(of: 2 * Self.kept), as: UTF8.self))
        replace(Array(((isCut ? Self.note : "") + text).utf8))
        close(descriptor)
        return path
    }

    /// Removes the file, which no notification names.
    func discard() {
        close(descriptor)
        unlink(path)
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

    private static var folder: String { "\(ConfigurationFolders.state)/output" }

    /// Removes what is older than a day, and the oldest files where there are too many.
    static func removeOld(leaving count: Int) {
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        let limit = time(nil) - lifetime
        var kept: [(name: String, date: timespec)] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard name.hasSuffix(".txt"), lstat("\(folder)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            if status.st_mtim.tv_sec < limit {
                unlink("\(folder)/\(name)")
            } else {
                kept.append((name, status.st_mtim))
            }
        }
        kept.sort { ($0.date.tv_sec, $0.date.tv_nsec) > ($1.date.tv_sec, $1.date.tv_nsec) }
        for file in kept.dropFirst(count) { unlink("\(folder)/\(file.name)") }
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError(.storage, "\(path) cannot be used: \(String(cString: strerror(errno)))")
    }
}
