/// A text cut into words, numbers and signs, for the grammar of dates in words.
struct Phrase {
    /// How many bytes a text may have: no date in words is longer, and reading takes more than linear time.
    static let maxLength = 120

    /// A word, a number or a sign.
    struct Token {
        enum Kind {
            case word, number, sign
        }

        let kind: Kind
        /// The word in lower case, the digits, or the sign.
        let text: String
        /// As it was written.
        let written: String
        /// Where it begins, in bytes.
        let start: Int
        /// Whether no blank stands before it.
        let isGlued: Bool

        /// The number; `nil` for what is none, or too long.
        var number: Int? { kind == .number && text.utf8.count <= 9 ? Int(text) : nil }
    }

    let tokens: [Token]
    /// What was read in it already.
    let known = PhraseMemo()

    /// Cuts a text; `nil` if it is too long.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maxLength else { return nil }
        var scanner = SpecScanner(text)
        var tokens: [Token] = []
        var isGlued = !scanner.skipSpaces()
        while !scanner.isAtEnd {
            let start = scanner.position
            let kind: Token.Kind
            var written = scanner.takeLetters()
            if !written.isEmpty {
                kind = .word
            } else {
                written = scanner.takeDigits()
                kind = written.isEmpty ? .sign : .number
                if written.isEmpty { written = scanner.takeAny().map { String($0) } ?? "" }
            }
            tokens.append(
                Token(
                    kind: kind,
                    text: written.lowercased(),
                    written: written,
                    start: start,
                    isGlued: isGlued
                )
            )
            isGlued = !scanner.skipSpaces()
        }
        self.tokens = tokens
    }

    /// The token at a place; `nil` past the end.
    subscript(index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// Whether a word or a sign stands at a place.
    func has(_ text: String, at index: Int) -> Bool { self[index]?.text == text }
}

/// What the named parts of the grammar read in a phrase, which several forms ask for at the same place.
final class PhraseMemo {
    private var readings: [String: [Int: Any]] = [:]

    func readings<Reading>(_ name: String, _ start: Int, _ read: () -> [Reading]) -> [Reading] {
        if let known = readings[name]?[start] as? [Reading] { return known }
        let found = read()
        readings[name, default: [:]][start] = found
        return found
    }
}
