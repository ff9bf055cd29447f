import Glibc
package import NotifyCore

/// Replaces a file's text atomically; keeps its mode and a link to it.
package enum SavedFile {
    /// Writes a file.
    ///
    /// - Parameter followsLinks: whether the target of a link is written; else the file takes the link's place.
    /// - Throws: ``RequestError`` with the path and the reason; the file is unchanged then.
    package static func write(
        _ text: String,
        to path: String,
        followingLinks followsLinks: Bool = true
    ) throws(RequestError) {
        let target = followsLinks ? try target(of: path) : path
        var status = stat()
        let isThere = lstat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let mode = isThere ? status.st_mode & 0o7777 : 0o600
        let draft = "\(target).\(UInt64.random(in: 0 ... .max))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        do throws(RequestError) {
            defer { close(file) }
            try write(Array(text.utf8), to: file, path)
            guard fchmod(file, mode) == 0, fsync(file) == 0 else { throw failure(path) }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, target) == 0 else {
            let error = failure(path)
            unlink(draft)
            throw error
        }
    }

    /// Returns the target of links, which need not exist.
    private static func target(of path: String) throws(RequestError) -> String {
        var target = path
        for _ in 0..<32 {
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(target, &buffer, buffer.count)
            guard length > 0 else { return target }
            let link = String(decoding: buffer.prefix(length), as: UTF8.self)
            let folder = target.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .joined(separator: "/")
            target = link.hasPrefix("/") ? link : "\(folder)/\(link)"
        }
        throw RequestError(.notAllowed, "\(path) cannot be written: its links form a loop")
    }

    private static func write(
        _ bytes: [UInt8],
        to file: Int32,
        _ path: String
    ) throws(RequestError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError(.notAllowed, "\(path) was not written: \(String(cString: strerror(errno)))")
    }
}
