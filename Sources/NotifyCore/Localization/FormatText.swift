/// A format string with the placeholders of `printf`.
///
/// Foundation's formatting reads past the arguments if a text has more placeholders, and reads numbers as
/// pointers; here a placeholder without an argument is kept as text.
package struct FormatText {
    private let characters: [Character]

    /// Makes a format from its text.
    package init(_ text: String) {
        characters = Array(text)
    }

    /// Returns the text with its placeholders replaced, each by the next argument or, as in `%2$@`, by number.
    package func filled(with arguments: [String]) -> String {
        var result = ""
        var next = 0
        var index = 0
        while index < characters.count {
            guard characters[index] == "%", let placeholder = placeholder(at: index) else {
                result.append(characters[index])
                index += 1
                continue
            }
            let written = characters[index..<placeholder.end]
            index = placeholder.end
            if placeholder.kind == "%" {
                result.append("%")
                continue
            }
            let position = placeholder.position ?? next
            if placeholder.position == nil { next += 1 }
            if arguments.indices.contains(position) {
                result += arguments[position]
            } else {
                result += String(written)
            }
        }
        return result
    }

    /// Returns the placeholder after a percent sign: the argument's index, if given, and the kind.
    private func placeholder(at start: Int) -> (position: Int?, kind: Character, end: Int)? {
        var index = start + 1
        var position: Int?
        let digits = characters[index...].prefix { $0.isASCII && $0.isNumber }
        if characters.indices.contains(digits.endIndex), characters[digits.endIndex] == "$",
            let number = Int(String(digits)), number > 0
        {
            position = number - 1
            index = digits.endIndex + 1
        }
        let flags: Set<Character> = ["-", "+", " ", "#", ".", "l", "h", "q", "z", "j", "t", "L"]
        let kinds: Set<Character> = ["@", "d", "i", "u", "f", "g", "e", "s", "x", "X", "c", "%"]
        while index < characters.count {
            let character = characters[index]
            if kinds.contains(character) { return (position, character, index + 1) }
            guard flags.contains(character) || (character.isASCII && character.isNumber) else {
                return nil
            }
            index += 1
        }
        return nil
    }
}
