/// One line of a key file, as GLib's parser reads it.
enum KeyFileLine: Equatable {
    /// A blank line or a comment.
    case blank
    /// The line that begins a group, with the text between the brackets.
    case group(String)
    /// A key with a value, with the key's name.
    case key(String)
    /// Anything else; the parser refuses the file.
    case stray

    /// Reads a line without its line feed.
    init(_ line: Substring.UTF8View) {
        // For GLib a zero byte ends a line.
        var text = line.prefix { $0 != 0 }.drop(while: Self.isSpace)
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        switch text.first {
        case nil, UInt8(ascii: "#"): self = .blank
        case UInt8(ascii: "["): self = Self.group(text) ?? .stray
        default: self = Self.key(text) ?? .stray
        }
    }

    private static func group(_ text: Substring.UTF8View) -> KeyFileLine? {
        guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let rest = text[end...].dropFirst()
        guard rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
            return nil
        }
        return .group(String(Substring(text[..<end].dropFirst())))
    }

    private static func key(_ text: Substring.UTF8View) -> KeyFileLine? {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")), sign != text.startIndex else {
            return nil
        }
        var key = text[..<sign]
        while let last = key.last, isSpace(last) { key.removeLast() }
        return .key(String(Substring(key)))
    }

    /// The lines of a text without their line feeds.
    ///
    /// They are bytes, because a carriage return and a line feed are one character.
    static func split(_ text: String) -> [Substring.UTF8View] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// Whether GLib skips a byte around keys and groups (`g_ascii_isspace`).
    private static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
            true
        default: false
        }
    }
}
