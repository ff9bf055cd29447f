/// A body with the tags of the Desktop Notifications Specification ("Markup"), checked and balanced.
package struct BodyMarkup: Hashable, Sendable {
    /// A part of the body.
    enum Piece: Hashable, Sendable {
        /// Plain text, with its entities resolved.
        case text(String)
        /// The start of an element.
        case open(Tag)
        /// The end of the element that was opened last.
        case close(Tag)
        /// An image: its path, and the alternative text.
        case image(source: String, alternative: String)
    }

    /// An element with content.
    enum Tag: Hashable, Sendable {
        case bold, italic, underline
        case link(target: String)

        var name: String {
            switch self {
            case .bold: "b"
            case .italic: "i"
            case .underline: "u"
            case .link: "a"
            }
        }

        var tags: MarkupTags {
            switch self {
            case .bold: .bold
            case .italic: .italic
            case .underline: .underline
            case .link: .link
            }
        }
    }

    let pieces: [Piece]

    /// Reads a body.
    package init(parsing text: String) throws(RequestError) {
        var reader = MarkupReader(text)
        pieces = try reader.read()
    }

    /// The targets of its links, in order.
    package var linkTargets: [String] {
        pieces.compactMap { piece in
            if case .open(.link(let target)) = piece { target } else { nil }
        }
    }

    /// The sources of its images, in order.
    package var imageSources: [String] {
        pieces.compactMap { piece in
            if case .image(let source, _) = piece { source } else { nil }
        }
    }

    /// Returns the body for a server that supports some of the tags.
    ///
    /// - Parameter tags: the supported tags; `nil` for plain text.
    /// - Returns: escaped text with only these tags, or plain text. Without its tag, a link is followed by its
    ///   target, and an image is replaced by its alternative text.
    package func text(for tags: MarkupTags?) -> String {
        var whole = TextCutter(nil)
        return text(for: tags, within: &whole)
    }

    /// Returns as much of the body as there is room for.
    ///
    /// - Parameter tags: the supported tags; `nil` for plain text.
    package func text(for tags: MarkupTags?, within cutter: inout TextCutter) -> String {
        var result = ""
        var label = ""
        /// The elements without any text that is shown.
        var leftOut = 0
        for piece in pieces {
            switch piece {
            case .text(let text):
                result += Self.plain(cutter.cut(text), tags)
                label += text
            case .open where cutter.isFull: leftOut += 1
            case .open(let tag):
                if case .link = tag { label = "" }
                if tags?.contains(tag.tags) ?? false { result += Self.start(of: tag) }
            case .close where leftOut > 0: leftOut -= 1
            case .close(let tag):
                if tags?.contains(tag.tags) ?? false {
                    result += "</\(tag.name)>"
                } else if case .link(let target) = tag, label != target {
                    result += Self.plain(cutter.cut(" (\(target))"), tags)
                }
            case .image(let source, let alternative):
                if !(tags?.contains(.image) ?? false) {
                    result += Self.plain(cutter.cut(alternative), tags)
                } else if !cutter.isFull {
                    let source = MarkupText.quoted(source)
                    result += "<img src=\(source) alt=\(MarkupText.quoted(alternative))/>"
                }
            }
        }
        return result
    }

    private static func plain(_ text: String, _ tags: MarkupTags?) -> String {
        tags == nil ? text : MarkupText.escaped(text)
    }

    private static func start(of tag: Tag) -> String {
        if case .link(let target) = tag { return "<a href=\(MarkupText.quoted(target))>" }
        return "<\(tag.name)>"
    }
}

/// Plain text in markup.
package enum MarkupText {
    /// Returns the text with the characters of markup escaped.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text as an attribute's value, quotes included.
    static func quoted(_ text: String) -> String {
        let parts = escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
        return "\"\(parts.joined(separator: "&quot;"))\""
    }
}
