/// A cursor over the text of a grammar that knows its column.
struct SpecScanner {
    private let characters: [Character]
    /// How many characters have been read.
    private(set) var position = 0

    init(_ text: String) {
        characters = Array(text)
    }

    var isAtEnd: Bool { position >= characters.count }

    /// The next character, without taking it.
    var peek: Character? { isAtEnd ? nil : characters[position] }

    /// The character some places after the next one.
    func peek(_ distance: Int) -> Character? {
        position + distance < characters.count ? characters[position + distance] : nil
    }

    mutating func move(to position: Int) {
        self.position = min(max(position, 0), characters.count)
    }

    mutating func skip(_ character: Character) -> Bool {
        guard peek == character else { return false }
        position += 1
        return true
    }

    mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text)
        guard characters[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    /// Takes the spaces and tabs that come next.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    mutating func skipSpaces() -> Bool {
        !take { $0 == " " || $0 == "\t" }.isEmpty
    }

    /// Takes the characters that come next and pass a test.
    mutating func take(while test: (Character) -> Bool) -> String {
        let start = position
        while let next = peek, test(next) { position += 1 }
        return String(characters[start..<position])
    }

    /// Takes the ASCII digits that come next.
    mutating func takeDigits(atMost count: Int = .max) -> String {
        var left = count
        return take { character in
            left -= 1
            return left >= 0 && character.isDigit
        }
    }

    /// Takes the ASCII letters that come next.
    mutating func takeLetters() -> String {
        take { $0.isASCII && $0.isLetter }
    }

    /// Everything from here to the end, without taking it.
    var rest: String { String(characters[min(position, characters.count)...]) }

    /// The text between two places.
    func text(from start: Int, to end: Int) -> String {
        String(characters[start..<min(end, characters.count)])
    }

    /// An error at the present place, or at another one.
    func error(
        _ code: TimeSpecError.Code,
        _ message: String,
        at place: Int? = nil
    ) -> TimeSpecError {
        TimeSpecError(code, message, column: (place ?? position) + 1)
    }
}

extension Character {
    /// Whether this is one of 0 to 9; other scripts' digits are no part of the grammars.
    var isDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
