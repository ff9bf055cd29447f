internal import CGLib

/// The names in a folder.
package enum FolderNames {
    /// The maximum number of names.
    private static let maxNames = 10_000

    /// Returns the names of a folder's entries, unordered; empty if it cannot be read.
    package static func all(in path: String) -> [String] {
        guard let folder = g_dir_open(path, 0, nil) else { return [] }
        defer { g_dir_close(folder) }
        var names: [String] = []
        while names.count < maxNames, let name = g_dir_read_name(folder) {
            names.append(String(cString: name))
        }
        return names
    }
}
