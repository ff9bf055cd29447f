extension LaunchURL {
    /// The schemes that untrusted callers may open: web pages and mail, which the desktop's own programs show.
    package static let openSchemes: Set<String> = ["https", "http", "mailto"]

    /// Whether the URL has one of those schemes.
    package var isOpen: Bool { Self.openSchemes.contains(scheme) }
}
