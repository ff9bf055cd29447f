import NotifyCore

/// A URL `desktop:ID#ACTION`: an installed application, or one of its actions.
struct DesktopURL {
    /// The desktop file's name.
    let id: String
    /// The action's id; `nil` for the application itself.
    let action: String?

    /// Parses a URL.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it does not have this form.
    init(_ url: LaunchURL) throws(RequestError) {
        let parts = url.opaque.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let id = try url.decode(String(parts.first ?? ""))
        // The name has no folder, because only installed apps are started.
        guard !id.isEmpty, !id.contains("/"), url.query == nil else {
            throw RequestError(
                .invalidURL,
                .url,
                value: url.text.quoted,
                reason: "names no desktop file",
                wayOut: "write it as desktop:firefox.desktop or desktop:firefox.desktop#new-window"
            )
        }
        self.id = id
        let action = parts.count > 1 ? try url.decode(String(parts[1])) : ""
        self.action = action.isEmpty ? nil : action
    }

    /// Returns the URL of an application.
    static func text(id: String) -> String {
        "\(BuiltInScheme.desktop):\(PercentEncoding.encode(id))"
    }

    /// Returns the URL of an application's action.
    static func text(_ url: String, action: String) -> String {
        "\(url)#\(PercentEncoding.encode(action))"
    }
}

/// Percent-encoding of RFC 3986.
enum PercentEncoding {
    /// Returns a text with all but letters, digits and `-._~` encoded.
    static func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isUnreserved) else { return text }
        var result = ""
        for byte in text.utf8 {
            guard !isUnreserved(byte) else {
                result.unicodeScalars.append(Unicode.Scalar(byte))
                continue
            }
            let digits = String(byte, radix: 16, uppercase: true)
            result += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
        }
        return result
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }
}
