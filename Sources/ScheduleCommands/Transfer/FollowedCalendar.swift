import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import RequestFiles

/// The file, or the files of the folder, of a calendar that is followed.
struct FollowedCalendar {
    /// A file.
    struct File {
        /// Its name in the folder; empty if it is followed by itself.
        let name: String
        let path: String
        /// Distinguishes this version of the file from others, and what this program makes of it.
        let stamp: String

        /// Returns it with a digest of its content at the end of its stamp.
        func digested(_ digest: CalendarDigest) -> File {
            guard let digest = digest.of(path: path) else { return self }
            return File(name: name, path: path, stamp: "\(stamp) \(digest)")
        }

        /// Whether a stamp of before has the digest at the end of this one.
        func hasContent(of known: String) -> Bool {
            guard let digest = stamp.split(separator: " ").last, digest.count == 64 else {
                return false
            }
            return known.hasSuffix(" \(digest)")
        }

        /// Whether it is the version of a stamp of before.
        func isSame(as known: String?) -> Bool {
            known == stamp || known?.hasPrefix("\(stamp) ") ?? false
        }
    }

    /// The maximum number of files.
    private static let maxFiles = 20_000
    /// How long a file may be gone before it counts as removed, in microseconds: editors and programs that
    /// synchronise replace files.
    private static let settlingTime: UInt32 = 400_000

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

    /// Returns its files: those of its folder, and of the folders in it.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is neither a file nor a folder, or cannot be read.
    func files(after names: Set<String> = []) throws(RequestError) -> [File] {
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
        var files: [File] = []
        try addFiles(of: "", to: &files)
        for name in CalendarFolders.subfolders(of: path) {
            // One that cannot be read and never had a calendar is none of a calendar's.
            let isReadable = CalendarFolders.names(in: "\(path)/\(name)") != nil
            if isReadable || names.contains(where: { $0.hasPrefix("\(name)/") }) {
                try addFiles(of: "\(name)/", to: &files)
            }
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Adds the calendars of its folder, or of one in it.
    ///
    /// - Parameter prefix: what their names begin with: empty, or the name of the folder in it.
    /// - Throws: ``NotifyCore/RequestError`` if the folder cannot be read.
    private func addFiles(
        of prefix: String,
        to files: inout [File]
    ) throws(RequestError) {
        let folder = prefix.isEmpty ? path : "\(path)/\(prefix.dropLast())"
        guard let names = CalendarFolders.names(in: folder) else {
            throw Self.unreadable(folder, errno)
        }
        var status = stat()
        for name in names {
            guard CalendarFolders.isCalendar(name),
                stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            files.append(
                File(
                    name: prefix + name,
                    path: "\(folder)/\(name)",
                    stamp: Self.stamp(of: status)
                )
            )
            guard files.count <= Self.maxFiles else {
                throw RequestError(
                    .invalidContent,
                    "\(path.quoted) has more than \(Self.maxFiles) calendars; split it"
                )
            }
        }
    }

    /// Returns its files, and which of some files are gone.
    ///
    /// A file that is gone counts as removed after a while. A folder that is gone does not: its disk may not be
    /// mounted.
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
        return try files(after: names)
    }

    /// Returns what is followed, in words: its path, and the folders in it that have calendars.
    func words(of files: [File]) -> String {
        let folders = files.compactMap { file in
            file.name.lastIndex(of: "/").map { String(file.name[..<$0]) }
        }
        let names = Set(folders).sorted()
        guard !names.isEmpty else { return path }
        let listed = names.prefix(Self.maxListed).joined(separator: ", ")
        let more = names.count > Self.maxListed ? " and \(names.count - Self.maxListed) more" : ""
        return "\(path) with its \(names.count == 1 ? "folder" : "folders") \(listed)\(more)"
    }

    /// Returns why a folder without calendars has none, and what to follow instead; `nil` if it has some.
    func remark(on files: [File]) -> String? {
        guard files.isEmpty else { return nil }
        let deeper = CalendarFolders.subfolders(of: path).first { name in
            let folder = "\(path)/\(name)"
            return CalendarFolders.subfolders(of: folder).contains { inner in
                (CalendarFolders.names(in: "\(folder)/\(inner)") ?? [])
                    .contains(where: CalendarFolders.isCalendar)
            }
        }
        let none =
            "\(path.quoted) has no \(CalendarFolders.ending) files, neither in it nor in its folders"
        guard let deeper else { return "\(none); those that come are imported" }
        return "\(none); follow \("\(path)/\(deeper)".quoted), whose folders have some"
    }

    /// The maximum number of folders that are listed.
    private static let maxListed = 8

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
                + "of \(CalendarFolders.ending) files that you can read"
        )
    }
}
