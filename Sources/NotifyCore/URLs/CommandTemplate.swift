/// A command with placeholders for parts of a URL.
///
/// Placeholders are replaced after the line is split, each inside exactly one argument: `%u` by the whole URL
/// as written; percent-decoded once: `%s` by the scheme, `%a` the authority, `%h` the host, `%p` the path,
/// `%q` the query, `%o` all after the colon, `%{name}` a query item. `%%` is a percent sign. A part that
/// the URL lacks is empty.
package struct CommandTemplate: Hashable, Sendable {
    /// The line as it was written.
    package let line: String
    private let arguments: [[Piece]]

    private enum Piece: Hashable {
        case text(String)
        case part(Placeholder)

        var isText: Bool {
            if case .text = self { true } else { false }
        }
    }

    private enum Placeholder: Hashable {
        case url, scheme, authority, host, path, query, opaque
        case item(String)
    }

    /// Parses the value of an `Exec=` key.
    ///
    /// - Throws: ``RequestError`` if the line cannot be split or a placeholder is unknown.
    package init(parsing line: String) throws(RequestError) {
        var pieces: [[Piece]] = []
        for argument in try ExecLine(parsing: line).arguments {
            pieces.append(try Self.pieces(of: argument))
        }
        guard let program = pieces.first, program.allSatisfy(\.isText) else {
            throw RequestError(
                .invalidContent,
                "the program itself must not come from the URL",
                wayOut: "write its name first"
            )
        }
        arguments = pieces
        self.line = line
    }

    /// Returns the argument vector for a URL.
    ///
    /// - Throws: ``RequestError`` with code `InvalidURL` if a part would act as an option, leaves its folder with
    ///   `..`, or decodes to control characters or to bytes that are not UTF-8.
    package func arguments(for url: LaunchURL) throws(RequestError) -> [String] {
        var result: [String] = []
        var optionsEnded = false
        for pieces in arguments {
            let argument = try Self.fill(pieces, from: url)
            // Bytes, not characters, because for the program a dash with a combining mark is still a dash.
            let leadsWithDash = argument.utf8.first == UInt8(ascii: "-")
            if case .part? = pieces.first, leadsWithDash, !optionsEnded {
                throw RequestError(
                    .invalidURL,
                    "\(argument.quoted) of the URL \(url.text.quoted) would act as an option",
                    about: .url,
                    wayOut:
                        "put -- before the placeholder in launcher.conf if it may start with a dash"
                )
            }
            optionsEnded = optionsEnded || argument == "--"
            result.append(argument)
        }
        return result
    }

    private static func fill(
        _ pieces: [Piece],
        from url: LaunchURL
    ) throws(RequestError) -> String {
        var argument = ""
        // The bytes that come from the URL, not from the user's configuration.
        var foreign: [Range<Int>] = []
        for piece in pieces {
            switch piece {
            case .text(let text): argument += text
            case .part(let placeholder):
                let start = argument.utf8.count
                argument += try value(of: placeholder, in: url)
                // A program that gets the whole URL decodes it and resolves its path itself.
                if placeholder != .url { foreign.append(start..<argument.utf8.count) }
            }
        }
        guard !leavesFolder(Array(argument.utf8), by: foreign) else {
            throw RequestError(
                .invalidURL,
                "\(argument.quoted) of the URL \(url.text.quoted) leaves its folder by ..",
                about: .url,
                wayOut: "write it without"
            )
        }
        return argument
    }

    private static func value(
        of placeholder: Placeholder,
        in url: LaunchURL
    ) throws(RequestError) -> String {
        let raw: String
        switch placeholder {
        case .url: return url.text
        case .scheme: return url.scheme
        case .authority: raw = url.authority ?? ""
        case .host: raw = url.host
        case .path: raw = url.path
        case .query: raw = url.query ?? ""
        case .opaque: raw = url.opaque
        case .item(let name): raw = url.item(name) ?? ""
        }
        return try url.decode(raw)
    }

    /// Returns whether `..`, with a dot from the URL, is between slashes, at an end, or between the characters
    /// that separate a value from its name.
    ///
    /// It compares bytes, as the kernel reads a path, because a combining mark would hide a slash.
    private static func leavesFolder(_ bytes: [UInt8], by foreign: [Range<Int>]) -> Bool {
        guard bytes.count > 1 else { return false }
        let dot = UInt8(ascii: ".")
        let isEnd = { (index: Int) in
            !bytes.indices.contains(index) || "/\\=&?#:;,@".utf8.contains(bytes[index])
        }
        // A value that is `..` by itself leaves the folder in any context.
        let starts = Set(foreign.map(\.lowerBound))
        let ends = Set(foreign.map(\.upperBound))
        return (1..<bytes.count).contains { index in
            bytes[index] == dot && bytes[index - 1] == dot
                && (isEnd(index - 2) || starts.contains(index - 1))
                && (isEnd(index + 1) || ends.contains(index + 1))
                && foreign.contains { $0.contains(index) || $0.contains(index - 1) }
        }
    }

    private static func pieces(of argument: String) throws(RequestError) -> [Piece] {
        var pieces: [Piece] = []
        var text = ""
        var rest = Substring(argument)
        while let character = rest.popFirst() {
            guard character == "%" else {
                text.append(character)
                continue
            }
            guard let code = rest.popFirst() else {
                throw RequestError(
                    .invalidContent,
                    "a % stands at the end of \(argument.quoted)",
                    wayOut: "write %%"
                )
            }
            if code == "%" {
                text.append("%")
                continue
            }
            if !text.isEmpty { pieces.append(.text(text)) }
            text = ""
            pieces.append(.part(try placeholder(code, &rest, in: argument)))
        }
        if !text.isEmpty || pieces.isEmpty { pieces.append(.text(text)) }
        return pieces
    }

    private static func placeholder(
        _ code: Character,
        _ rest: inout Substring,
        in argument: String
    ) throws(RequestError) -> Placeholder {
        switch code {
        case "u": return .url
        case "s": return .scheme
        case "a": return .authority
        case "h": return .host
        case "p": return .path
        case "q": return .query
        case "o": return .opaque
        case "{":
            guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
                throw RequestError(
                    .invalidContent,
                    "%{ in \(argument.quoted) needs a name and a }, as in %{m}"
                )
            }
            let name = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            return .item(name)
        default:
            throw RequestError(
                .invalidContent,
                "%\(code) in \(argument.quoted) is not a placeholder",
                wayOut: "use %u %s %a %h %p %q %o %{name} and %% for a percent sign"
            )
        }
    }
}
