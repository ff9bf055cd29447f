/// A cursor over the text of a grammar, with its column.
///
/// It works on bytes, because the grammars are ASCII: ten thousand stored rules are parsed when the agent
/// starts, and splitting text into characters would cost more than all the rest.
struct SpecScanner {
    private let bytes: [UInt8]
    /// The number of bytes read.
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// The next character, without reading it.
    var peek: Character? { peek(0) }

    /// Returns the character some ASCII characters after the next one.
    func peek(_ distance: Int) -> Character? {
        let place = position + distance
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        return byte < 128
            ? Character(Unicode.Scalar(byte))
            : String(decoding: bytes[place...], as: UTF8.self).first
    }

    /// The next byte, without reading it; for grammars that need no characters.
    var peekByte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether a space or a tab comes next.
    var isAtSpace: Bool { peekByte?.isBlank ?? false }

    /// Skips the next byte, which must be ASCII.
    mutating func skipByte() { position += 1 }

    /// Skips the next bytes that pass a test, which must accept all bytes of a character or none.
    mutating func skipBytes(while test: (UInt8) -> Bool) {
        while position < bytes.count, test(bytes[position]) { position += 1 }
    }

    mutating func move(to position: Int) {
        self.position = min(max(position, 0), bytes.count)
    }

    /// Skips the next character if it is the given ASCII character.
    mutating func skip(_ character: Character) -> Bool {
        guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
        position += 1
        return true
    }

    mutating func skip(_ text: String) -> Bool {
        var place = position
        for byte in text.utf8 {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
        }
        position = place
        return true
    }

    /// Skips spaces and tabs.
    @discardableResult
    mutating func skipSpaces() -> Bool {
        let start = position
        skipBytes { $0.isBlank }
        return position > start
    }

    /// Reads the next characters that pass a test.
    mutating func take(while test: (Character) -> Bool) -> String {
        let start = position
        while let next = peek, test(next) { position += next.utf8.count }
        return text(from: start, to: position)
    }

    /// Reads ASCII digits as a number.
    ///
    /// - Returns: the number; `nil` if there are more digits, or none.
    mutating func takeNumber(atMost count: Int) -> Int? {
        let start = position
        skipBytes { $0.isASCIIDigit }
        guard position > start, position - start <= count else { return nil }
        return bytes[start..<position].reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Reads ASCII digits.
    mutating func takeDigits(atMost count: Int = .max) -> String {
        let start = position
        while position < bytes.count, position - start < count, bytes[position].isASCIIDigit {
            position += 1
        }
        return text(from: start, to: position)
    }

    /// Reads ASCII letters.
    mutating func takeLetters() -> String {
        let start = position
        skipBytes { $0.isASCIILetter }
        return text(from: start, to: position)
    }

    /// Reads the next character.
    mutating func takeAny() -> Character? {
        guard let next = peek else { return nil }
        position += next.utf8.count
        return next
    }

    /// The rest of the text, without reading it.
    var rest: String { text(from: position, to: bytes.count) }

    /// Returns the text between two positions.
    func text(from start: Int, to end: Int) -> String {
        String(decoding: bytes[min(start, bytes.count)..<min(end, bytes.count)], as: UTF8.self)
    }

    /// Returns an error at the current position, or at another one.
    func error(
        _ code: TimeSpecError.Code,
        _ message: String,
        at place: Int? = nil
    ) -> TimeSpecError {
        let before = text(from: 0, to: place ?? position)
        // The position after the end of the text is a column too.
        let beyond = max(0, (place ?? position) - bytes.count)
        return TimeSpecError(code, message, column: before.count + beyond + 1)
    }
}

extension UInt8 {
    /// Whether this is one of 0 to 9.
    var isASCIIDigit: Bool { (48...57).contains(self) }
    /// Whether this is one of a to z or A to Z.
    var isASCIILetter: Bool { (97...122).contains(self | 32) }
    /// Whether this is a space or a tab.
    var isBlank: Bool { self == 32 || self == 9 }
}

extension Character {
    /// Whether this is one of 0 to 9; other scripts' digits are no part of the grammars.
    var isDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
