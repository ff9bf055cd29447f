/// Text of other programs, made safe and of a known width for a terminal.
enum PlainText {
    /// Returns the text with its line ends, but without characters that move the cursor or change the writing
    /// direction; in an ASCII terminal, `?` replaces other characters.
    static func clean(_ text: String, unicode: Bool) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\t": result.append(" ")
            default:
                let shown = simplified(character)
                if shown.isEmpty { continue }
                if unicode || shown.utf8.allSatisfy({ $0 < 0x80 }) {
                    result += shown
                } else {
                    result.append("?")
                }
            }
        }
        return result
    }

    /// Returns the same on one line.
    static func cleanLine(_ text: String, unicode: Bool) -> String {
        clean(text, unicode: unicode).split(separator: "\n").joined(separator: " ")
    }

    /// Returns a character that every terminal draws with the width of ``DisplayWidth``.
    private static func simplified(_ character: Character) -> String {
        var scalars = Array(character.unicodeScalars.filter(isDrawn))
        // Terminals disagree on the width of composed emoji, so only the first part is kept. A flag is two
        // letters of one column each or one picture of two, so it is kept.
        if let first = scalars.first, !first.isASCII, first.properties.isEmoji,
            !DisplayWidth.isFlagLetter(first)
        {
            scalars = [first]
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars.prefix(longestCharacter))
        return text
    }

    /// A character with more accents than this would be drawn over the frame.
    private static let longestCharacter = 5

    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        // Joiners shape letters in Indic and Arabic text; the others are invisible, and some change the
        // writing direction.
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        // Selects a picture instead of a character, with a width that terminals disagree on.
        default: scalar.value != 0xFE0F
        }
    }
}
