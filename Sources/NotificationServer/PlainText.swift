/// Text from a stranger, made safe and of a known width for a terminal.
enum PlainText {
    /// The text with its line ends and without anything that moves the cursor or turns the writing
    /// direction; where the terminal shows no more than ASCII, `?` stands for the rest.
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

    /// The same on one line.
    static func cleanLine(_ text: String, unicode: Bool) -> String {
        clean(text, unicode: unicode).split(separator: "\n").joined(separator: " ")
    }

    /// A character as every terminal draws it, as wide as ``DisplayWidth`` says.
    private static func simplified(_ character: Character) -> String {
        var scalars = Array(character.unicodeScalars.filter(isDrawn))
        // Terminals disagree on the width of composed emoji: the first one stands for them all. A flag
        // is two letters of one column each or one picture of two, so it may stay.
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
        // Joiners shape letters in Indic and Arabic text; the others are invisible, and some turn the
        // writing direction.
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        // Asks for a picture in place of a character, with a width that terminals disagree on.
        default: scalar.value != 0xFE0F
        }
    }
}
