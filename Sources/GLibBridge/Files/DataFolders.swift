import CGLib

/// The folders of data files (XDG Base Directory Specification).
package enum DataFolders {
    /// `$XDG_DATA_HOME` and then each of `$XDG_DATA_DIRS`, or their defaults.
    package static var all: [String] {
        [g_get_user_data_dir()].compactMap { $0 }.map { String(cString: $0) }
            + KeyFile.list(borrowing: g_get_system_data_dirs())
    }
}
