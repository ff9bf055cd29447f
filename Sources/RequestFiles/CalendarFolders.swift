import ConfigurationFiles
import Glibc

/// The folders of a calendar that is followed: its own, and those in it, as programs that synchronise have one for each
/// collection.
package enum CalendarFolders {
    /// The end of the names of calendars.
    package static let ending = ".ics"
    /// The maximum number of folders in a folder.
    private static let maxFolders = 500

    /// Returns the names in a folder that are not hidden, in order; `nil` with `errno` if it cannot be read.
    package static func names(in folder: String) -> [String]? {
        FolderListing.entries(of: folder)?.filter { $0.isText && !$0.name.hasPrefix(".") }
            .map(\.name).sorted()
    }

    /// Returns the names of the folders in a folder.
    package static func subfolders(of folder: String) -> [String] {
        Array(
            (names(in: folder) ?? []).lazy.filter { !isCalendar($0) && isFolder("\(folder)/\($0)") }
                .prefix(maxFolders)
        )
    }

    /// Whether a name is that of a calendar.
    package static func isCalendar(_ name: String) -> Bool {
        name.lowercased().hasSuffix(ending)
    }

    /// Whether a path is a folder, or a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
