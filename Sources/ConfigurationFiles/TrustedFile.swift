import Glibc
package import NotifyCore

/// Reads a file that decides what is started or shown, if only the user or root can write it.
///
/// File and folder must belong to the user or root and be writable by nobody else. Both are checked on the
/// descriptors that are then read, so that they cannot be replaced in between.
package enum TrustedFile {
    private static let sizeLimit = 1 << 20

    /// Returns the text of a file; `nil` if there is none.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`, the path and the reason if it is not
    ///   trusted or cannot be read.
    package static func text(_ name: String, in folder: String) throws(RequestError) -> String? {
        let path = "\(folder)/\(name)"
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw refusal(folder, reason(errno))
        }
        defer { close(directory) }
        // Not blocking, because a FIFO in its place must not block the agent.
        let file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw refusal(path, reason(errno))
        }
        defer { close(file) }
        try check(directory, folder)
        try check(file, path)
        try checkFolder(of: file, path)
        return try read(file, path)
    }

    /// Whether others than the user and root may read a file, by its own mode.
    package static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        // A group with the user's own number is private, as Debian creates them.
        let isOfGroup = status.st_mode & S_IRGRP != 0 && status.st_gid != status.st_uid
        return status.st_mode & S_IROTH != 0 || isOfGroup
    }

    /// Checks the folder of a link's target, in which somebody could replace the file.
    private static func checkFolder(of file: Int32, _ path: String) throws(RequestError) {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(file)", &buffer, buffer.count)
        let target = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        guard let slash = target.lastIndex(of: "/") else { throw refusal(path, reason(errno)) }
        let folder = slash == target.startIndex ? "/" : String(target[..<slash])
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw refusal(folder, reason(errno)) }
        defer { close(directory) }
        try check(directory, folder)
    }

    private static func check(_ descriptor: Int32, _ path: String) throws(RequestError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw refusal(path, reason(errno)) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw refusal(path, "it belongs to user \(status.st_uid), neither to you nor to root")
        }
        let writableByOthers = status.st_mode & S_IWOTH != 0
        // A group with the user's own number is private, as Debian creates them.
        let ownGroup = status.st_gid == status.st_uid
        guard !writableByOthers, status.st_mode & S_IWGRP == 0 || ownGroup else {
            throw refusal(path, "others can write it; run chmod go-w on it")
        }
    }

    private static func read(_ file: Int32, _ path: String) throws(RequestError) -> String {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refusal(path, "it is not a regular file")
        }
        guard let bytes = FileBytes.read(file, atMost: sizeLimit) else {
            throw refusal(path, reason(errno))
        }
        guard bytes.count <= sizeLimit else { throw refusal(path, "it is larger than 1 MiB") }
        guard !bytes.contains(0) else {
            let line = bytes.prefix { $0 != 0 }.reduce(1) {
                $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0)
            }
            throw refusal("\(path):\(line)", "it has the control character U+0000")
        }
        let unmarked = TextBytes.withoutMark(bytes[...])
        guard let text = String(validating: unmarked, as: UTF8.self) else {
            throw refusal("\(path):\(TextBytes.lineOfBadText(unmarked))", "it is not UTF-8 text")
        }
        return text
    }

    private static func reason(_ number: Int32) -> String {
        String(cString: strerror(number))
    }

    private static func refusal(_ path: String, _ reason: String) -> RequestError {
        RequestError(.notAllowed, .init(path, path), reason: "is not used: \(reason)")
    }
}
