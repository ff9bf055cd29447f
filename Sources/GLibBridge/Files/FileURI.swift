import CGLib

/// URIs of files.
package enum FileURI {
    /// Returns the URI of a path, escaped; `nil` if the path is not absolute.
    package static func text(of path: String) -> String? {
        g_filename_to_uri(path, nil, nil).map { String.freeing($0) }
    }

    /// Returns the path of a file URI; `nil` for other texts and other hosts.
    package static func path(of text: String) -> String? {
        var host: UnsafeMutablePointer<CChar>?
        defer { g_free(host) }
        guard let path = g_filename_from_uri(text, &host, nil) else { return nil }
        defer { g_free(path) }
        return host == nil ? String(cString: path) : nil
    }
}
