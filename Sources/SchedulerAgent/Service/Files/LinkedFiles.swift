import ConfigurationFiles
import Glibc

/// The files to watch because of symbolic links at or in the path of a calendar.
enum LinkedFiles {
    /// The maximum number of links that are looked up.
    private static let maxLinks = 200

    /// Returns the link that a path is, and the targets of it and of the calendars that are links in its folder.
    ///
    /// - Returns: the absolute paths; empty if there are no links.
    static func files(of path: String) -> [String] {
        var files = links(in: path).compactMap(target)
        if isLink(path) { files += [path] + [target(of: path)].compactMap(\.self) }
        return files
    }

    private static func links(in folder: String) -> [String] {
        let paths = (FolderListing.entries(of: folder) ?? []).lazy
            .filter { $0.isText && $0.name.lowercased().hasSuffix(".ics") }
            .map { "\(folder)/\($0.name)" }
        return Array(paths.filter(isLink).prefix(maxLinks))
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func target(of path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
