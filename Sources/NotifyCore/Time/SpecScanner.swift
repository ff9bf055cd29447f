/// A cursor over the text of a grammar that knows its column.
///
/// It goes by bytes, since all that the grammars know is ASCII: ten thousand stored rules are read
/// when the agent starts, and taking text apart into characters costs more than all the rest.
struct SpecScanner {
    private let bytes: [UInt8]
    /// How many bytes have been read.
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// The next character, without taking it.
    var peek: Character? { peek(0) }

    /// The character some ASCII characters after the next one.
    func peek(_ distance: Int) -> Character? {
        let place = position + distance
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        return byte < 128
            ? Character(Unicode.Scalar(byte))
            : String(decoding: bytes[place...], as: UTF8.self).first
    }

    /// The next byte, without taking it; for grammars that need no characters.
    var peekByte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether a space or a tab comes next.
    var isAtSpace: Bool { peekByte?.isBlank ?? false }

    /// The byte at a place that was read already.
    func byte(at place: Int) -> UInt8 { bytes[place] }

    /// Takes the next byte, which must be one of ASCII.
    mutating func skipByte() { position += 1 }

    /// Takes the bytes that come next and pass a test, which all of a character must do or none.
    mutating func skipBytes(while test: (UInt8) -> Bool) {
        while position < bytes.count, test(bytes[position]) { position += 1 }
    }

    mutating func move(to position: Int) {
        self.position = min(max(position, 0), bytes.count)
    }

    /// Takes the next character where it is the given one of ASCII.
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

    /// Takes the spaces and tabs that come next.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    mutating func skipSpaces() -> Bool {
        let start = position
        skipBytes { $0.isBlank }
        return position > start
    }

    /// Takes the characters that come next and pass a test.
    mutating func take(while test: (Character) -> Bool) -> String {
        let start = position
        while let next = peek, test(next) { position += next.utf8.count }
        return text(from: start, to: position)
    }

    /// Takes the ASCII digits that come next, as a number.
    ///
    /// - Parameter count: as many digits the number may have.
    /// - Returns: the number; `nil` where there are more, or none.
    mutating func takeNumber(atMost count: Int) -> Int? {
        let start = position
        skipBytes { $0.isASCIIDigit }
        guard position > start, position - start <= count else { return nil }
        return bytes[start..<position].reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Takes the ASCII digits that come next.
    mutating func takeDigits(atMost count: Int = .max) -> String {
        let start = position
        while position < bytes.count, position - start < count, bytes[position].isASCIIDigit {
            position += 1
        }
        return text(from: start, to: position)
    }

    /// Takes the ASCII letters that come next.
    mutating func takeLetters() -> String {
        let start = position
        skipBytes { $0.isASCIILetter }
        return text(from: start, to: position)
    }

    /// Takes the next character, whatever it is.
    mutating func takeAny() -> Character? {
        guard let next = peek else { return nil }
        position += next.utf8.count
        return next
    }

    /// Everything from here to the end, without taking it.
    var rest: String { text(from: position, to: bytes.count) }

    /// The text between two places.
    func text(from start: Int, to end: Int) -> String {
        String(decoding: bytes[min(start, bytes.count)..<min(end, bytes.count)], as: UTF8.self)
    }

    /// An error at the present place, or at another one.
    func error(
        _ code: TimeSpecError.Code,
        _ message: String,
        at place: Int? = nil
    ) -> TimeSpecError {
        let before = text(from: 0, to: place ?? position)
        // A place right after the end of the text is a column too.
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
