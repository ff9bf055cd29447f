/// A word of a command line that is being typed, as the shell has it.
enum TypedWord {
    /// Returns the text that the word begins with, without quotes and backslashes; it ends where the shell would insert
    /// something else.
    static func plain(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var rest = word[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil):
                if let next = rest.popFirst() { text.append(next) }
            case ("\\", "\""):
                guard let next = rest.popFirst() else { break }
                text += "\"$`\\".contains(next) ? "\(next)" : "\\\(next)"
            case (_, "'") where character != "'": text.append(character)
            case ("$", _), ("`", _): return text
            case ("'", nil), ("\"", nil): quote = character
            case (let character, let open?) where character == open: quote = nil
            default: text.append(character)
            }
        }
        return text
    }
}
