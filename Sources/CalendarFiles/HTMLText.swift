/// The text of a description in HTML, as calendar programs write it.
struct HTMLText {
    /// The longest text that is converted, in characters.
    private static let longest = 200_000
    /// The longest tag, so that the time is linear.
    private static let longestTag = 1_000
    /// Tags of which one at least must be there for a text to be HTML.
    private static let known: Set<String> = [
        "a", "b", "blockquote", "body", "br", "div", "em", "font", "h1", "h2", "h3", "h4", "hr",
        "html", "i", "img", "li", "ol", "p", "pre", "span", "strong", "table", "td", "tr", "u",
        "ul",
    ]
    private static let blocks: Set<String> = [
        "blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre", "table",
        "tr", "ul",
    ]
    /// Elements whose content is not shown.
    private static let hidden: Set<String> = ["head", "script", "style", "title"]
    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
        "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "euro": "€", "copy": "©",
        "reg": "®", "trade": "™", "deg": "°", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä",
        "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à",
        "ccedil": "ç", "ntilde": "ñ", "zwnj": "", "shy": "",
    ]

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var result = ""
    private var isHTML = false
    /// Whether blanks are left out, after a break or a blank.
    private var skipsBlanks = true
    /// The target of the open link, and where its text begins.
    private var link: (target: String, start: String.Index)?
    /// The element whose content is not shown.
    private var hiddenElement: String?
    /// The place of the last character that can end a tag.
    private let lastEnd: Int
    /// Whether another comment can end.
    private var hasCommentEnd = true

    /// Returns a text without its tags; the same text if it has none of HTML.
    static func plain(_ text: String) -> String {
        guard text.contains("<") else { return text }
        var reader = HTMLText(text.prefix(longest))
        reader.read()
        return reader.isHTML ? reader.lines : text
    }

    private init(_ text: Substring) {
        scalars = Array(text.unicodeScalars)
        lastEnd = scalars.lastIndex(of: ">") ?? -1
    }

    /// The lines without blanks at their ends, and with one empty line at most between them.
    private var lines: String {
        var lines: [String] = []
        for line in result.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = String(line.reversed().drop { $0 == " " }.reversed())
            if text.isEmpty, lines.last?.isEmpty ?? true { continue }
            lines.append(text)
        }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    private mutating func read() {
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "<":
                if readTag() { continue }
                add("<")
            case "&":
                if hiddenElement == nil, let text = readEntity() {
                    for scalar in text.unicodeScalars { add(scalar) }
                    continue
                }
                add("&")
            default: add(scalar)
            }
            index += 1
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        guard hiddenElement == nil else { return }
        if scalar == " " || scalar == "\t" || scalar == "\u{A0}" {
            if !skipsBlanks { result.unicodeScalars.append(" ") }
            skipsBlanks = true
        } else {
            if scalar == "\n", result.hasSuffix("\n"), skipsBlanks { return }
            result.unicodeScalars.append(scalar)
            skipsBlanks = scalar == "\n"
        }
    }

    private mutating func addBreak() {
        guard hiddenElement == nil else { return }
        result += "\n"
        skipsBlanks = true
    }

    /// Reads a tag or a comment; false if this is a character of the text.
    private mutating func readTag() -> Bool {
        guard index < lastEnd else { return false }
        if scalars[index...].starts(with: "<!--".unicodeScalars) { return skipComment() }
        var end = index + 1
        let closes = end < scalars.count && scalars[end] == "/"
        if closes { end += 1 }
        let start = end
        while end < scalars.count, end - start < 12, scalars[end].isASCII,
            scalars[end].properties.isAlphabetic || scalars[end].properties.numericType != nil
        {
            end += 1
        }
        let name = String(String.UnicodeScalarView(scalars[start..<end])).lowercased()
        guard !name.isEmpty, end < scalars.count,
            [">", "/", " ", "\n", "\t"].contains(scalars[end])
        else { return false }
        let attributes = end
        var quote: Unicode.Scalar?
        while end < scalars.count, end - start < Self.longestTag {
            let scalar = scalars[end]
            if scalar == ">", quote == nil { break }
            if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'" {
                quote = scalar
            }
            end += 1
        }
        guard end < scalars.count, scalars[end] == ">" else { return false }
        isHTML = isHTML || Self.known.contains(name)
        index = end + 1
        take(name, closes: closes, scalars[attributes..<end])
        return true
    }

    /// Skips a comment; false if it does not end.
    private mutating func skipComment() -> Bool {
        guard hasCommentEnd else { return false }
        var end = index + 4
        while end + 2 < scalars.count {
            if scalars[end] == "-", scalars[end + 1] == "-", scalars[end + 2] == ">" {
                index = end + 3
                return true
            }
            end += 1
        }
        hasCommentEnd = false
        return false
    }

    private mutating func take(
        _ name: String,
        closes: Bool,
        _ attributes: ArraySlice<Unicode.Scalar>
    ) {
        if let hidden = hiddenElement {
            if closes, name == hidden { hiddenElement = nil }
            return
        }
        switch name {
        case _ where Self.hidden.contains(name): if !closes { hiddenElement = name }
        case "br": addBreak()
        case "li":
            if !closes {
                if !result.hasSuffix("\n"), !result.isEmpty { addBreak() }
                result += "• "
            }
        case "td", "th": add(" ")
        case "a" where closes: closeLink()
        case "a": openLink(attributes)
        case "p" where closes, "h1", "h2", "h3", "h4":
            if !result.hasSuffix("\n"), !result.isEmpty { addBreak() }
            if closes { addBreak() }
        case _ where Self.blocks.contains(name):
            if !result.hasSuffix("\n"), !result.isEmpty { addBreak() }
        default: break
        }
    }

    private mutating func openLink(_ attributes: ArraySlice<Unicode.Scalar>) {
        let text = String(String.UnicodeScalarView(attributes))
        guard let place = text.firstRange(of: "href=") ?? text.firstRange(of: "HREF=") else {
            return
        }
        let rest = text[place.upperBound...]
        let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        let target =
            quote.map { quote in String(rest.dropFirst().prefix { $0 != quote }) }
            ?? String(rest.prefix { !$0.isWhitespace && $0 != ">" })
        link = (target.replacing("&amp;", with: "&"), result.endIndex)
    }

    /// Adds the target of a link that its text does not say.
    private mutating func closeLink() {
        guard let (target, start) = link else { return }
        link = nil
        let scheme = target.prefix { $0 != ":" }.lowercased()
        guard ["http", "https", "mailto"].contains(scheme), start <= result.endIndex else { return }
        let text = result[start...].filter { !$0.isWhitespace }
        let short = target.drop { $0 != ":" }.drop { ":/".contains($0) }
        guard !text.contains(short) else { return }
        result += text.isEmpty ? target : " (\(target))"
        skipsBlanks = false
    }

    private mutating func readEntity() -> String? {
        var end = index + 1
        while end < scalars.count, end - index < 12, scalars[end] != ";" { end += 1 }
        guard end < scalars.count, scalars[end] == ";" else { return nil }
        let name = String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
        guard let text = Self.entities[name] ?? Self.number(name) else { return nil }
        index = end + 1
        return text
    }

    private static func number(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value =
            digits.lowercased().hasPrefix("x")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return value.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    }
}
