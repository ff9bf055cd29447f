/// A body with the tags of the Desktop Notifications Specification ("Markup"), checked and balanced.
public struct BodyMarkup: Hashable, Sendable {
    /// A part of the body.
    enum Piece: Hashable, Sendable {
        /// Plain text, with its entities resolved.
        case text(String)
        /// The start of an element.
        case open(Tag)
        /// The end of the element that was opened last.
        case close(Tag)
        /// A picture: where it lies, and what to say where it cannot be shown.
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
    ///
    /// - Throws: ``RequestError`` with code `InvalidContent` for the first place where it is not the
    ///   specification's markup: another tag or attribute, an element that is not closed, closed twice or
    ///   in the wrong order, an unknown entity, a picture that is not a local file.
    public init(parsing text: String) throws(RequestError) {
        var reader = MarkupReader(text)
        pieces = try reader.read()
    }

    /// The body for a server that understands some of the tags.
    ///
    /// - Parameter tags: what it understands; `nil` for plain text.
    /// - Returns: text with these tags alone, escaped; or plain text. What a link led to and what a
    ///   picture showed is said in words where the tag is left out.
    public func text(for tags: MarkupTags?) -> String {
        var result = ""
        var label = ""
        for piece in pieces {
            switch piece {
            case .text(let text):
                result += Self.plain(text, tags)
                label += text
            case .open(let tag):
                if case .link = tag { label = "" }
                if tags?.contains(tag.tags) ?? false { result += Self.start(of: tag) }
            case .close(let tag):
                if tags?.contains(tag.tags) ?? false {
                    result += "</\(tag.name)>"
                } else if case .link(let target) = tag, label != target {
                    result += Self.plain(" (\(target))", tags)
                }
            case .image(let source, let alternative):
                if tags?.contains(.image) ?? false {
                    let source = MarkupText.quoted(source)
                    result += "<img src=\(source) alt=\(MarkupText.quoted(alternative))/>"
                } else {
                    result += Self.plain(alternative, tags)
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

/// Plain text as markup says it.
public enum MarkupText {
    /// The text with what markup gives a meaning to escaped.
    public static func escaped(_ text: String) -> String {
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
