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
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var links: [String] = []
        while links.count < maxLinks, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(validatingCString: $0) ?? ""
                }
            }
            guard name.lowercased().hasSuffix(".ics"), isLink("\(folder)/\(name)") else { continue }
            links.append("\(folder)/\(name)")
        }
        return links
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
