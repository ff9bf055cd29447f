import Glibc
import NotifyCore

/// An error of the parser of the command line, as one sentence.
struct ParserMessage {
    /// What is wrong, and where the help is.
    let sentence: String
    /// The exit status: a value that cannot be read is no wrong form of the command line.
    let status: Int32

    /// Reads what the parser prints; `nil` where it has another form.
    ///
    /// - Parameter message: the lines, such as `Error: Missing expected argument '<title>'`, then help and usage.
    init?(_ message: String) {
        let lines = message.split(separator: "\n").map(String.init)
        guard let first = lines.first, let see = lines.last.flatMap(Self.help) else { return nil }
        let text = first.hasPrefix("Error: ") ? String(first.dropFirst(7)) : first
        guard let (words, status) = Self.words(text) else { return nil }
        sentence = words.hasSuffix("?") ? words : "\(words); see \(see)"
        self.status = status
    }

    private static func words(_ text: String) -> (String, Int32)? {
        if let name = between("Missing expected argument '", "'", text) {
            return ("\(name) is missing", EX_USAGE)
        }
        if let word = between("Unexpected argument '", "'", text) {
            return ("\(word.quoted) is one argument too many; put quotes around a text", EX_USAGE)
        }
        if let option = between("Missing value for '", "'", text) {
            return ("\(option): the value is missing", EX_USAGE)
        }
        if let both = between("Unknown option '", "'?", text) {
            guard let parts = halves(both, "'. Did you mean '") else { return nil }
            return ("unknown option \(parts[0]); did you mean \(parts[1])?", EX_USAGE)
        }
        if let option = between("Unknown option '", "'", text) {
            return ("unknown option \(option)", EX_USAGE)
        }
        if let shell = between("Can't generate completion scripts for '", "'.", text) {
            return ("no completion for \(shell.quoted); write bash, zsh or fish", EX_DATAERR)
        }
        if let both = between("The value '", "'", text) {
            guard let parts = halves(both, "' is invalid for '") else { return nil }
            return ("\(parts[1]): \(parts[0].quoted) is invalid", EX_DATAERR)
        }
        return nil
    }

    /// The command of the parser's last line, which begins with `See`.
    private static func help(_ line: String) -> String? {
        between("See '", "' for more information.", String(line.drop { $0 == " " }))
    }

    private static func halves(_ text: String, _ separator: String) -> [String]? {
        let parts = text.split(
            separator: separator,
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return parts.count == 2 ? parts.map(String.init) : nil
    }

    private static func between(_ start: String, _ end: String, _ text: String) -> String? {
        guard text.hasPrefix(start), text.hasSuffix(end), text.count > start.count + end.count
        else {
            return nil
        }
        return String(text.dropFirst(start.count).dropLast(end.count))
    }
}
