package import NotifyCore

/// The address of a server.
package struct ServerAddress: Hashable, Sendable {
    /// The program that answers there.
    package enum Engine: String, Hashable, Sendable {
        /// ntfy, over HTTP.
        case ntfy
        /// NATS with JetStream.
        case nats
    }

    /// What the address begins with, and what follows from it.
    private struct Scheme {
        let engine: Engine
        let isSecure: Bool
        /// The secure one of the same engine.
        let secure: String
    }

    private static let schemes = [
        "https": Scheme(engine: .ntfy, isSecure: true, secure: "https"),
        "http": Scheme(engine: .ntfy, isSecure: false, secure: "https"),
        "tls": Scheme(engine: .nats, isSecure: true, secure: "tls"),
        "nats": Scheme(engine: .nats, isSecure: false, secure: "tls"),
    ]

    /// The program that answers there.
    package let engine: Engine
    /// Whether the connection is encrypted by TLS.
    package let isSecure: Bool
    /// The address without a slash at its end.
    package let url: String
    /// The host, without the port.
    package let host: String
    /// Whether the server is on this machine.
    package let isLoopback: Bool

    /// Reads an address.
    package init(_ text: String) throws(RequestError) {
        let name = text.prefix { $0 != ":" }.lowercased()
        var rest = text.dropFirst(name.count)
        guard rest.hasPrefix("://"), let scheme = Self.schemes[name] else {
            throw Self.refusal(text)
        }
        rest = rest.dropFirst(3)
        while rest.last == "/" { rest.removeLast() }
        let allowed = rest.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard allowed, rest.utf8.count <= 1000,
            !rest.contains(where: { "?#@\\\"<>".contains($0) })
        else { throw Self.refusal(text) }
        let authority = rest.prefix { $0 != "/" }
        guard let host = Self.host(of: authority), !host.isEmpty,
            scheme.engine == .ntfy || authority.count == rest.count
        else { throw Self.refusal(text) }
        url = "\(name)://\(rest)"
        self.host = host
        engine = scheme.engine
        isSecure = scheme.isSecure
        isLoopback = Self.isLoopback(host)
        guard isSecure || isLoopback else {
            throw RequestError(
                .invalidURL,
                "the server \(text.quoted) is without TLS, and everybody on the way could read the token; write "
                    + "\(scheme.secure)://, which plain \(name):// replaces for a server on this machine alone"
            )
        }
    }

    private static func host(of authority: Substring) -> String? {
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let rest = authority[end...].dropFirst()
            guard rest.isEmpty || rest.first == ":" && isPort(rest.dropFirst()) else { return nil }
            return String(authority[authority.startIndex...end])
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 2 && isPort(parts[1]) else { return nil }
        return String(parts[0])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...65535).contains(Int(text) ?? 0)
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.lowercased() == "localhost" || host == "[::1]"
            || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func refusal(_ text: String) -> RequestError {
        RequestError(
            .invalidURL,
            "the server \(text.quoted) is no address; write one such as https://ntfy.example.org, or "
                + "tls://nats.example.org"
        )
    }
}
