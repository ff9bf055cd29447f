internal import CGLib

/// Paths of files.
package enum FilePath {
    /// Returns an absolute path; a relative one is in the current folder, and links are not followed.
    package static func absolute(_ path: String) -> String {
        String.freeing(g_canonicalize_filename(path, nil))
    }
}
