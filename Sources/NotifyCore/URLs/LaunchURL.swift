/// A URL of an action, taken apart once; parts stay as written until a placeholder decodes them.
public struct LaunchURL: Hashable, Sendable, CustomStringConvertible {
    /// The whole URL as it was given.
    public let text: String
    /// The scheme in lower case, without the colon.
    public let scheme: String
    /// All after the scheme's colon.
    public let opaque: String
    /// User, host and port between `//` and the path; `nil` where there is no `//`.
    public let authority: String?
    /// The path; in a URL without `//` all between the colon and the query.
    public let path: String
    /// The query without its `?`; `nil` where there is none.
    public let query: String?

    /// Takes a URL apart.
    ///
    /// - Throws: ``RequestError`` with code `InvalidURL` where the scheme is missing, a control
    ///   character or a blank stands in it, a percent sign is not followed by two digits, or it is too
    ///   long.
    public init(_ text: String) throws(RequestError) {
        try Self.check(text)
        guard let colon = text.unicodeScalars.firstIndex(of: ":"),
            Self.isScheme(text[..<colon])
        else {
            throw RequestError(
                .invalidURL,
                "the URL \(text.quoted) has no scheme; write one before a colon, as in https://example.org"
            )
        }
        self.text = text
        scheme = text[..<colon].lowercased()
        // Scalars, not characters: a delimiter with a combining mark after it still is one.
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

    /// The URL as it was given.
    public var description: String { text }

    /// The host without user and port, as written; empty where there is none.
    public var host: String {
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

    /// The value of a query item, as written; `nil` where there is none of that name.
    ///
    /// A URL without `//` and `?`, such as `prefs:root=WIFI`, has its items after the colon.
    public func item(_ name: String) -> String? {
        let items = query ?? (authority == nil ? path : "")
        for item in items.unicodeScalars.split(separator: "&") {
            let key = item.prefix { $0 != "=" }
            guard (try? PercentDecoding.decode(String(key))) == name else { continue }
            return String(item[key.endIndex...].dropFirst())
        }
        return nil
    }

    /// The text behind a part of the URL.
    ///
    /// - Throws: ``RequestError`` with code `InvalidURL` where it is not UTF-8, or hides a control
    ///   character.
    public func decode(_ raw: String) throws(RequestError) -> String {
        let decoded: String
        do {
            decoded = try PercentDecoding.decode(raw)
        } catch {
            throw RequestError(
                .invalidURL,
                "the URL \(text.quoted) does not decode to UTF-8 text; encode it as UTF-8"
            )
        }
        if let bad = decoded.unicodeScalars.first(where: \.isControl) {
            throw RequestError(
                .invalidURL,
                "the URL \(text.quoted) hides the control character \(bad.codePoint); leave it out"
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
                "a URL has \(text.utf8.count) bytes, more than the \(RequestLimits.url) allowed; shorten it"
            )
        }
        let bad = text.unicodeScalars.first { $0.isControl || $0 == " " }
        if let bad {
            throw RequestError(
                .invalidURL,
                "the URL \(text.quoted) has the character \(bad.codePoint); write it as "
                    + "%\(String(bad.value, radix: 16, uppercase: true).twoDigits)"
            )
        }
        do {
            _ = try PercentDecoding.bytes(text)
        } catch {
            throw RequestError(
                .invalidURL,
                "the URL \(text.quoted) has a % without two hexadecimal digits after it; write it as %25"
            )
        }
    }
}

extension Unicode.Scalar {
    var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
    /// The text in quotes for a message: control characters shown as code points, the end of a long
    /// one left out.
    public var quoted: String {
        var shown = ""
        for scalar in unicodeScalars.prefix(80) {
            if scalar.isControl {
                shown += "<\(scalar.codePoint)>"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return "\"\(shown)\(unicodeScalars.count > 80 ? "…" : "")\""
    }

    fileprivate var twoDigits: String { count < 2 ? "0" + self : self }
}
