/// The width of text in a terminal.
///
/// From its own and the standard library's tables, so that it does not depend on the locale.
package enum DisplayWidth {
    /// Returns the columns of a text without control characters.
    package static func of(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// Returns the columns of a scalar: 0, 1 or 2.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // The middle and last parts of a Hangul syllable, drawn inside the first part.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        if isFlagLetter(scalar) { return 1 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// Whether a scalar is one of the two that make a flag.
    static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The East Asian blocks that are wide throughout.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
        0x1F300...0x1F5FF, 0x20000...0x3FFFD,
    ]
}
