/// The output of a program for a terminal, such as the log of a build.
package enum PipedText {
    /// Returns the text without terminal control sequences.
    ///
    /// Escape sequences (ECMA-48) and other control characters except tabs are removed. `\r\n`, a lone `\r`, a
    /// form feed and similar are line ends. A backspace removes the character before it, as in bold text by
    /// overstriking.
    package static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" })
        else { return text }
        var reader = Reader(rest: text.unicodeScalars[...])
        return reader.read()
    }

    private struct Reader {
        var rest: Substring.UnicodeScalarView
        private var result = String.UnicodeScalarView()

        init(rest: Substring.UnicodeScalarView) {
            self.rest = rest
        }

        mutating func read() -> String {
            while let scalar = rest.popFirst() {
                switch scalar.value {
                case 0x08: if let last = result.last, last != "\n" { result.removeLast() }
                case 0x0D:
                    // Terminals add one before a line end that has one already.
                    while rest.first == "\r" { rest.removeFirst() }
                    if rest.first != "\n" { result.append("\n") }
                case 0x0B, 0x0C, 0x85: result.append("\n")
                case 0x1B: skipEscape()
                case 0x9B: skipControlSequence()
                case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipString()
                case 0x0A, 0x09: result.append(scalar)
                default: if !scalar.isControl { result.append(scalar) }
                }
            }
            return String(result)
        }

        private mutating func skipEscape() {
            switch rest.first?.value {
            case 0x5B:
                rest.removeFirst()
                skipControlSequence()
            case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
                rest.removeFirst()
                skipString()
            default:
                skip(while: 0x20...0x2F)
                skip(one: 0x30...0x7E)
            }
        }

        /// Skips colours and cursor movements: parameters, then a letter.
        private mutating func skipControlSequence() {
            skip(while: 0x20...0x3F)
            skip(one: 0x40...0x7E)
        }

        /// Skips a window title or the address of a link: up to a bell, the string terminator or the end of the
        /// line.
        private mutating func skipString() {
            while let scalar = rest.first, scalar != "\n", scalar != "\r" {
                rest.removeFirst()
                switch scalar.value {
                case 0x07, 0x9C: return
                case 0x1B:
                    skip(one: 0x5C...0x5C)
                    return
                default: break
                }
            }
        }

        private mutating func skip(while range: ClosedRange<UInt32>) {
            while let scalar = rest.first, range.contains(scalar.value) { rest.removeFirst() }
        }

        private mutating func skip(one range: ClosedRange<UInt32>) {
            if let scalar = rest.first, range.contains(scalar.value) { rest.removeFirst() }
        }
    }
}
