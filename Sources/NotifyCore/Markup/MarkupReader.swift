import DesktopTexts

/// A parser of the specification's markup that reports the place of an error.
struct MarkupReader {
    private static let deepest = 32
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var open: [(tag: BodyMarkup.Tag, place: String)] = []
    private var pieces: [BodyMarkup.Piece] = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func read() throws(RequestError) -> [BodyMarkup.Piece] {
        var text = ""
        while let scalar = next() {
            switch scalar {
            case "<":
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                try readTag(at: place(before: 1))
            case "&":
                text.unicodeScalars.append(try readEntity(at: place(before: 1)))
            default:
                text.unicodeScalars.append(scalar)
            }
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        if let last = open.last {
            throw Self.error(
                "<\(last.tag.name)> \(last.place) is not closed",
                "write </\(last.tag.name)>"
            )
        }
        return pieces
    }

    private mutating func readTag(at place: String) throws(RequestError) {
        let isEnd = take("/")
        let name = word()
        guard ["b", "i", "u", "a", "img"].contains(name) else {
            let tag = "<\(isEnd ? "/" : "")\(name)"
            throw Self.error(
                "\(tag.quoted) \(place) is not a supported tag",
                "use b, i, u, a and img, and write a < of the text as &lt;"
            )
        }
        if isEnd { return try close(name, at: place) }
        let attributes = try readAttributes(of: name, at: place)
        let isEmpty = take("/")
        guard take(">") else {
            throw Self.error("<\(name)> \(place) has no > at its end")
        }
        guard name != "img" else { return try addImage(attributes, at: place) }
        let tag: BodyMarkup.Tag
        switch name {
        case "b": tag = .bold
        case "i": tag = .italic
        case "u": tag = .underline
        default: tag = .link(target: try Self.target(attributes, at: place))
        }
        pieces.append(.open(tag))
        if isEmpty {
            pieces.append(.close(tag))
            return
        }
        open.append((tag, place))
        guard open.count <= Self.deepest else {
            throw Self.error(
                "<\(name)> \(place) lies deeper than \(Self.deepest) elements",
                "flatten it"
            )
        }
    }

    private mutating func close(_ name: String, at place: String) throws(RequestError) {
        skipBlanks()
        guard take(">") else { throw Self.error("</\(name)> \(place) has no > at its end") }
        guard let last = open.popLast() else {
            throw Self.error("</\(name)> \(place) closes nothing", "leave it out")
        }
        guard last.tag.name == name else {
            throw Self.error(
                "</\(name)> \(place) comes before <\(last.tag.name)> \(last.place) is closed",
                "close that first"
            )
        }
        pieces.append(.close(last.tag))
    }

    private mutating func addImage(
        _ attributes: [String: String],
        at place: String
    ) throws(RequestError) {
        guard let source = attributes["src"] else {
            throw Self.error("<img> \(place) has no src", "write src=\"file:///…\"")
        }
        guard source.hasPrefix("/") || source.hasPrefix("file:///") else {
            throw Self.error(
                "<img> \(place) has the src \(source.quoted), which is not a local file",
                "write an absolute path or a file:// URL"
            )
        }
        pieces.append(.image(source: source, alternative: attributes["alt"] ?? ""))
    }

    private static func target(
        _ attributes: [String: String],
        at place: String
    ) throws(RequestError) -> String {
        guard let target = attributes["href"] else {
            throw error("<a> \(place) has no href", "write href=\"https://…\"")
        }
        do throws(RequestError) {
            _ = try LaunchURL(target)
        } catch {
            throw error.about(.link)
        }
        return target
    }

    private mutating func readAttributes(
        of name: String,
        at place: String
    ) throws(RequestError) -> [String: String] {
        let known = name == "a" ? ["href"] : name == "img" ? ["src", "alt"] : []
        var attributes: [String: String] = [:]
        skipBlanks()
        while let scalar = peek, scalar != ">", scalar != "/" {
            let attribute = word()
            guard known.contains(attribute), attributes[attribute] == nil else {
                throw Self.error(
                    "<\(name)> \(place) has the attribute \(attribute.quoted)",
                    known.isEmpty
                        ? "it can have none"
                        : "it can have \(known.joined(separator: " and ")), once"
                )
            }
            skipBlanks()
            guard take("=") else {
                throw Self.error(
                    "\(attribute) of <\(name)> \(place) has no value",
                    "write \(attribute)=\"…\""
                )
            }
            skipBlanks()
            attributes[attribute] = try readValue(of: attribute, of: name, at: place)
            skipBlanks()
        }
        return attributes
    }

    private mutating func readValue(
        of attribute: String,
        of name: String,
        at place: String
    ) throws(RequestError) -> String {
        let quote: Unicode.Scalar? = take("\"") ? "\"" : take("'") ? "'" : nil
        var value = ""
        while let quote, let scalar = next() {
            if scalar == quote { return value }
            if scalar == "&" {
                value.unicodeScalars.append(try readEntity(at: self.place(before: 1)))
            } else {
                value.unicodeScalars.append(scalar)
            }
        }
        throw Self.error("the value of \(attribute) of <\(name)> \(place) is not between quotes")
    }

    private mutating func readEntity(at place: String) throws(RequestError) -> Unicode.Scalar {
        var name = ""
        while let scalar = peek, scalar != ";", name.utf8.count < 12 {
            guard scalar.isASCII,
                scalar == "#" || scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
            else { break }
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard take(";"), let scalar = Self.entities[name] ?? Self.number(name) else {
            throw Self.error(
                "&\(name) \(place) is not an entity",
                "use &amp; &lt; &gt; &quot; &apos; and &#NUMBER;, and write an & of the text as &amp;"
            )
        }
        return scalar
    }

    private static func number(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value =
            digits.lowercased().hasPrefix("x")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        guard let scalar = value.flatMap({ Unicode.Scalar($0) }) else { return nil }
        // A directional override that is written so would not be seen by who checks the text.
        if scalar.isDirectionMark { return nil }
        return scalar.isControl && scalar != "\n" && scalar != "\t" ? nil : scalar
    }

    private static func error(_ problem: String, _ wayOut: String? = nil) -> RequestError {
        RequestError(
            .invalidContent,
            "the markup of the body is invalid: \(problem)",
            about: .body,
            wayOut: wayOut
        )
    }
}

extension MarkupReader {
    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek else { return nil }
        index += 1
        if scalar == "\n" {
            line += 1
            lineStart = index
        }
        return scalar
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private mutating func word() -> String {
        var word = ""
        while let scalar = peek, scalar.isASCII, scalar.properties.isAlphabetic,
            word.utf8.count < 16
        {
            word.unicodeScalars.append(scalar)
            index += 1
        }
        return word
    }

    private mutating func skipBlanks() {
        while let scalar = peek, scalar == " " || scalar == "\t" || scalar == "\n" { _ = next() }
    }

    /// Returns the place some characters before, as text.
    private func place(before count: Int) -> String {
        "at line \(line), column \(index - lineStart - count + 1)"
    }
}
