/// A parsed URL of an action; parts stay encoded until a placeholder decodes them.
package struct LaunchURL: Hashable, Sendable, CustomStringConvertible {
    /// The whole URL as given.
    package let text: String
    /// The scheme in lower case, without the colon.
    package let scheme: String
    /// All after the scheme's colon.
    package let opaque: String
    /// User, host and port between `//` and the path; `nil` without `//`.
    package let authority: String?
    /// The path; without `//`, all between the colon and the query.
    package let path: String
    /// The query without its `?`; `nil` if there is none.
    package let query: String?

    /// Parses a URL.
    ///
    /// - Throws: ``RequestError`` with code `InvalidURL` if the scheme is missing, it contains a control
    ///   character or a blank, a percent sign is not followed by two digits, or it is too long.
    package init(_ text: String) throws(RequestError) {
        try Self.check(text)
        guard let colon = text.unicodeScalars.firstIndex(of: ":"),
            Self.isScheme(text[..<colon])
        else {
            throw RequestError(
                .invalidURL,
                .url,
                value: text.quoted,
                reason: "has no scheme",
                wayOut: "write one before a colon, as in https://example.org"
            )
        }
        self.text = text
        scheme = text[..<colon].lowercased()
        // Scalars, not characters, because a delimiter with a combining mark is still one.
        let rest = text.unicodeScalars[text.unicodeScalars.index(after: colon)...]
        opaque = String(rest)
        let body = rest.prefix { $0 != "#" }
        let mark = body.firstIndex(of: "?")
        query = mark.map { String(body[body.index(after: $0)...]) }
        let hierarchy = body[..<(mark ?? body.endIndex)]
        if hierarchy.starts(with: "//".unicodeScalars) {
            let host = hierarchy.dropFirst(2).prefix { $0 != "/" }
            authority = String(host)
            path = String(hierarchy[host.endIndex...])
        } else {
            authority = nil
            path = String(hierarchy)
        }
    }

    /// The URL as given.
    package var description: String { text }

    /// The host without user and port, as written; empty if there is none.
    package var host: String {
        guard let authority else { return "" }
        let scalars = authority.unicodeScalars
        let server = scalars[
            (scalars.lastIndex(of: "@").map(scalars.index(after:)) ?? scalars.startIndex)...
        ]
        if server.first == "[", let end = server.firstIndex(of: "]") {
            return String(server[...end])
        }
        return String(server.prefix { $0 != ":" })
    }

    /// Returns the value of a query item, as written; `nil` if there is none of that name.
    ///
    /// A URL without `//` and `?`, such as `prefs:root=WIFI`, has its items after the colon.
    package func item(_ name: String) -> String? {
        let items = query ?? (authority == nil ? path : "")
        for item in items.unicodeScalars.split(separator: "&") {
            let key = item.prefix { $0 != "=" }
            guard (try? PercentDecoding.decode(String(key))) == name else { continue }
            return String(item[key.endIndex...].dropFirst())
        }
        return nil
    }

    /// Decodes a part of the URL.
    ///
    /// - Throws: ``RequestError`` with code `InvalidURL` if it is not UTF-8, or encodes a control character.
    package func decode(_ raw: String) throws(RequestError) -> String {
        let decoded: String
        do {
            decoded = try PercentDecoding.decode(raw)
        } catch {
            throw RequestError(
                .invalidURL,
                .url,
                value: text.quoted,
                reason: "does not decode to UTF-8 text",
                wayOut: "encode it as UTF-8"
            )
        }
        if let bad = decoded.unicodeScalars.first(where: \.isControl) {
            throw RequestError(
                .invalidURL,
                .url,
                value: text.quoted,
                reason: "encodes the control character \(bad.codePoint)",
                wayOut: "leave it out"
            )
        }
        return decoded
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCIILetter else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == "+" || $0 == "-" || $0 == "."
        }
    }

    private static func check(_ text: String) throws(RequestError) {
        guard text.utf8.count <= RequestLimits.url else {
            throw RequestError(
                .invalidURL,
                .url,
                reason: "has \(text.utf8.count) bytes, more than the \(RequestLimits.url) allowed",
                wayOut: "shorten it"
            )
        }
        let bad = text.unicodeScalars.first { $0.isControl || $0 == " " }
        if let bad {
            throw RequestError(
                .invalidURL,
                .url,
                value: text.quoted,
                reason: "has the character \(bad.codePoint)",
                wayOut: "write it as %\(String(bad.value, radix: 16, uppercase: true).twoDigits)"
            )
        }
        do {
            _ = try PercentDecoding.bytes(text)
        } catch {
            throw RequestError(
                .invalidURL,
                .url,
                value: text.quoted,
                reason: "has a % without two hexadecimal digits after it",
                wayOut: "write it as %25"
            )
        }
    }
}

extension Unicode.Scalar {
    var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
    /// The text in quotes for a message: on one line, as in ``printable``, with the code points of line ends and
    /// tabs, and shortened if long.
    package var quoted: String {
        let start = String(String.UnicodeScalarView(unicodeScalars.prefix(80)))
        let end = unicodeScalars.count > 80 ? "…" : ""
        return "\"\(start.showingCodePoints(ofLineEnds: true))\(end)\""
    }

    fileprivate var twoDigits: String { count < 2 ? "0" + self : self }
}
