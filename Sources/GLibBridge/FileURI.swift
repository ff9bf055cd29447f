import CGLib

/// URIs of files.
public enum FileURI {
    /// The URI of a path, with everything escaped that needs it; `nil` where the path is not absolute.
    public static func text(of path: String) -> String? {
        g_filename_to_uri(path, nil, nil).map { String.freeing($0) }
    }
}
