import NotifyCore

/// The page of an event, which a click opens.
enum EventLink {
    /// Returns why a click must not open a URL; `nil` if it may.
    static func reason(against url: String, _ trusts: Bool) -> String? {
        guard !url.isEmpty else { return nil }
        guard let url = try? LaunchURL(url) else { return "cannot be opened; left out" }
        guard trusts || url.isOpen else {
            return "is neither a web page nor a mail address; left out without --trust"
        }
        return nil
    }
}
