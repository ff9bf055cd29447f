import CGLib

/// URIs of files.
public enum FileURI {
    /// The URI of a path, with everything escaped that needs it; `nil` where the path is not absolute.
    public static func text(of path: String) -> String? {
        g_filename_to_uri(path, nil, nil).map { String.freeing($0) }
    }

    /// The path of a file's URI; `nil` where that is another text or names another machine.
    public static func path(of text: String) -> String? {
        var host: UnsafeMutablePointer<CChar>?
        defer { g_free(host) }
        guard let path = g_filename_from_uri(text, &host, nil) else { return nil }
        defer { g_free(path) }
        return host == nil ? String(cString: path) : nil
    }
}
