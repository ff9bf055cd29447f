import Glibc

/// The names in a folder.
package enum FolderListing {
    /// A name, and whether it is valid UTF-8.
    package typealias Entry = (name: String, isText: Bool)

    /// Returns the entries of a folder but `.` and `..`, unordered; `nil` with `errno` if it cannot be read.
    package static func entries(of path: String) -> [Entry]? {
        opendir(path).map { entries(closing: $0) }
    }

    /// Returns the entries of an open folder, and closes it.
    static func entries(closing stream: OpaquePointer) -> [Entry] {
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream) {
            let found: Entry = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    (String(cString: $0), String(validatingCString: $0) != nil)
                }
            }
            if found.name != ".", found.name != ".." { entries.append(found) }
        }
        return entries
    }
}
