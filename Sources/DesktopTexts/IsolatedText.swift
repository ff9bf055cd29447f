extension String {
    /// The text for use inside a sentence of the user's language, whose direction it must not change.
    ///
    /// Its directional marks are removed. It is wrapped in isolates where it has letters of the other direction (Unicode
    /// Standard Annex 9, "Explicit Directional Isolates"). Fields of their own keep the text unchanged.
    package var isolated: String {
        utf8.allSatisfy { $0 < 0x80 } ? isolatedArgument : withoutMarks.isolatedArgument
    }

    /// The text without what embeds, overrides or isolates.
    package var withoutMarks: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark }))
    }

    /// The line in the direction of the user's language.
    ///
    /// Some toolkits take the first letter for that of the line even if it is isolated, so that a mark is put before it.
    package var directed: String {
        guard utf8.contains(0xE2), let first = unicodeScalars.first(where: \.hasDirection),
            (0x2066...0x2068).contains(first.value)
        else { return self }
        return (Translations.isRightToLeft ? "\u{200F}" : "\u{200E}") + self
    }

    /// The text for an argument, as ``isolated`` is; it may be a sentence with isolates of its own.
    ///
    /// These stay, if each of them ends; all other marks are removed. In a language from right to left a number with
    /// signs, such as a date or a telephone number, reads from left to right.
    var isolatedArgument: String {
        let isRightToLeft = Translations.isRightToLeft
        if !isRightToLeft, utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var depth = 0
        var isOther = false
        var (hasLetter, hasDigit, hasSign) = (false, false, false)
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x2066, 0x2068: depth += 1
            case 0x2069 where depth > 0: depth -= 1
            case _ where scalar.isDirectionMark: return isolated
            case _ where depth > 0: break
            default:
                isOther = isOther || (isRightToLeft ? scalar.isFromLeftToRight : scalar.turnsToLeft)
                hasLetter = hasLetter || scalar.isFromRightToLeft
                let isDigit = scalar.properties.numericType == .decimal
                (hasDigit, hasSign) = (hasDigit || isDigit, hasSign || !isDigit)
            }
        }
        guard depth == 0 else { return isolated }
        if isOther { return "\u{2068}\(self)\u{2069}" }
        return isRightToLeft && hasDigit && hasSign && !hasLetter ? "\u{2066}\(self)\u{2069}" : self
    }
}

extension Unicode.Scalar {
    /// Whether it embeds, overrides, isolates or ends one of these.
    package var isDirectionMark: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }

    /// Whether it belongs to a script that is written from right to left.
    package var isFromRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
            0x1_E800...0x1_EFFF:
            true
        default: false
        }
    }

    /// Whether it gives a line a direction, or begins to isolate one.
    fileprivate var hasDirection: Bool {
        properties.isAlphabetic || (0x200E...0x200F).contains(value)
            || (0x2066...0x2068).contains(value)
    }

    /// Whether it is a letter of a script that is written from left to right.
    fileprivate var isFromLeftToRight: Bool {
        value == 0x200E || properties.isAlphabetic && !isFromRightToLeft
    }

    /// Whether it turns what follows it to the left: a letter from right to left, or the mark for one.
    fileprivate var turnsToLeft: Bool { value == 0x200F || isFromRightToLeft }
}
