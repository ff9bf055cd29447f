/// A text with placeholders as `printf` has them.
///
/// Foundation's own formatting reads past the arguments where a text asks for more than there are, and
/// takes numbers for pointers; here a placeholder without an argument stays as it is written.
public struct FormatText {
    private let characters: [Character]

    /// Takes a text.
    public init(_ text: String) {
        characters = Array(text)
    }

    /// The text with its placeholders filled in; each takes the next argument or, as in `%2$@`, one by its
    /// number.
    public func filled(with arguments: [String]) -> String {
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

    /// What stands behind a percent sign: the argument's index, where it is given, and the kind.
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
