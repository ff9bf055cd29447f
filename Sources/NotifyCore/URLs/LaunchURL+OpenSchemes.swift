extension LaunchURL {
    /// The schemes that whoever is not trusted may have opened: pages and mails, which the desktop's own
    /// programs show.
    public static let openSchemes: Set<String> = ["https", "http", "mailto"]

    /// Whether the URL has one of those schemes.
    public var isOpen: Bool { Self.openSchemes.contains(scheme) }
}
