/// The argument vector of an `Exec=` line, in the Desktop Entry Specification's quoting.
///
/// Desktop Entry Specification, "The Exec key": arguments are separated by blanks; one in double quotes can
/// contain any character, with a backslash before `"`, `` ` ``, `$` and `\`. No shell reads the line, so a
/// reserved character outside quotes is an error.
package struct ExecLine: Hashable, Sendable {
    /// The program and its arguments, quotes resolved, placeholders still in place.
    package let arguments: [String]

    /// Splits a line.
    ///
    /// - Throws: ``RequestError`` with code `InvalidContent` and the column, if a quote is not closed, a reserved
    ///   character is not quoted, or there is no program.
    package init(parsing line: String) throws(RequestError) {
        var arguments: [String] = []
        var current: String?
        var column = 0
        var characters = line.unicodeScalars.makeIterator()
        while let character = characters.next() {
            column += 1
            switch character {
            case " ", "\t":
                if let argument = current { arguments.append(argument) }
                current = nil
            case "\"":
                let (text, length) = try Self.quoted(&characters, from: column)
                current = (current ?? "") + text
                column += length
            case "~" where current == nil, "$" where current == nil:
                throw Self.unexpanded(character).at("column \(column)")
            case _ where Self.reserved.contains(character) || character.isControl:
                throw RequestError(
                    .invalidContent,
                    "\(String(character).quoted) must be inside double quotes",
                    wayOut: "no shell reads this line"
                ).at("column \(column)")
            default:
                current = (current ?? "") + String(character)
            }
        }
        if let argument = current { arguments.append(argument) }
        guard let program = arguments.first, !program.isEmpty else {
            throw RequestError(.invalidContent, "the line names no program")
        }
        if let first = program.unicodeScalars.first, first == "$" || program.hasPrefix("~/") {
            throw Self.unexpanded(first)
        }
        self.arguments = arguments
    }

    private static let reserved = Set("'\\><~|&;$*?#()`\n".unicodeScalars)

    /// The refusal of what a shell would replace.
    private static func unexpanded(_ character: Unicode.Scalar) -> RequestError {
        RequestError(
            .invalidContent,
            "no shell reads this line, so \(String(character).quoted) is not replaced",
            wayOut: "write the whole path, such as /home/me/bin/backup.sh"
        )
    }

    private static func quoted(
        _ characters: inout String.UnicodeScalarView.Iterator,
        from column: Int
    ) throws(RequestError) -> (text: String, length: Int) {
        var text = ""
        var length = 0
        while let character = characters.next() {
            length += 1
            switch character {
            case "\"":
                return (text, length)
            case "\\":
                guard let next = characters.next() else { break }
                length += 1
                if !"\"`$\\".unicodeScalars.contains(next) { text += "\\" }
                text.unicodeScalars.append(next)
            default:
                text.unicodeScalars.append(character)
            }
        }
        throw RequestError(.invalidContent, "the double quote is never closed").at(
            "column \(column)"
        )
    }
}
