import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// The file, or the files of the folder, of a calendar that is followed.
struct FollowedCalendar {
    /// A file.
    struct File {
        /// Its name in the folder; empty if it is followed by itself.
        let name: String
        let path: String
        /// Distinguishes this version of the file from others, and what this program makes of it.
        let stamp: String
    }

    /// The maximum number of files.
    private static let maxFiles = 20_000
    /// How long a file may be gone before it counts as removed, in microseconds: editors and programs that
    /// synchronise replace files.
    private static let settlingTime: UInt32 = 400_000
    private static let ending = ".ics"

    /// Its path, without symbolic links.
    let path: String

    /// Returns the calendar at a path.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is neither a file nor a folder.
    init(at path: String) throws(RequestError) {
        guard let found = realpath(path, nil) else { throw Self.unreadable(path, errno) }
        defer { free(found) }
        self.path = String(cString: found)
    }

    /// Returns the calendar of a stored path.
    init(stored path: String) {
        self.path = path
    }

    /// Returns its files.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is neither a file nor a folder, or cannot be read.
    func files() throws(RequestError) -> [File] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw RequestError(
                    .invalidContent,
                    "\(path.quoted) is neither a file nor a folder; follow one of them"
                )
            }
            return [File(name: "", path: path, stamp: Self.stamp(of: status))]
        }
        guard let folder = opendir(path) else { throw Self.unreadable(path, errno) }
        defer { closedir(folder) }
        var files: [File] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(validatingCString: $0) ?? ""
                }
            }
            guard name.lowercased().hasSuffix(Self.ending), !name.hasPrefix("."),
                stat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            files.append(
                File(name: name, path: "\(path)/\(name)", stamp: Self.stamp(of: status))
            )
            guard files.count <= Self.maxFiles else {
                throw RequestError(
                    .invalidContent,
                    "\(path.quoted) has more than \(Self.maxFiles) calendars; split it"
                )
            }
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Returns its files, and which of some files are gone.
    ///
    /// A file that is gone counts as removed after a while. A folder that is gone does not: its disk may not be
    /// mounted.
    ///
    /// - Parameter names: the files of before.
    /// - Returns: the files, and the names of those that are gone.
    /// - Throws: ``NotifyCore/RequestError`` as ``files()``.
    func files(
        removedOf names: Set<String>
    ) throws(RequestError) -> (files: [File], gone: [String]) {
        var files = try filesNow(of: names)
        var gone = names.subtracting(files.map(\.name))
        if !gone.isEmpty {
            usleep(Self.settlingTime)
            files = try filesNow(of: names)
            gone = names.subtracting(files.map(\.name))
        }
        return (files, gone.sorted())
    }

    private func filesNow(of names: Set<String>) throws(RequestError) -> [File] {
        var status = stat()
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        // A file by itself, in a folder that is there.
        if names == [""], stat(path, &status) != 0, errno == ENOENT,
            stat(folder.isEmpty ? "/" : folder, &status) == 0
        {
            return []
        }
        return try files()
    }

    private static func stamp(of status: stat) -> String {
        let (changed, written) = (status.st_ctim, status.st_mtim)
        return [
            AgentNames.programVersion, "\(status.st_size)", "\(status.st_ino)",
            "\(written.tv_sec).\(written.tv_nsec)", "\(changed.tv_sec).\(changed.tv_nsec)",
        ].joined(separator: " ")
    }

    private static func unreadable(_ path: String, _ number: Int32) -> RequestError {
        RequestError(
            .invalidContent,
            "\(path.quoted) cannot be read: \(String(cString: strerror(number))); follow a file or a folder "
                + "of \(ending) files that you can read"
        )
    }
}
