/// How much text a bubble has room for.
package struct TextLimit: Sendable, Equatable {
    /// The most lines, as the server wraps them.
    package var lines: Int
    /// The characters of a line; a wide one, such as a Chinese one, counts as two.
    package var characters: Int

    /// Makes a limit.
    package init(lines: Int, characters: Int) {
        self.lines = lines
        self.characters = characters
    }
}

/// Cuts texts, one after the other, so that together they stay within a limit.
package struct TextCutter {
    private static let mark = "…"

    private let width: Int
    /// The lines that are left, with the current one.
    private var lines: Int
    /// The characters of the current line so far.
    private var column = 0
    /// Whether something was left out.
    private(set) package var isFull = false

    /// Makes a cutter that has cut nothing yet; without a limit it leaves all texts as they are.
    package init(_ limit: TextLimit?) {
        lines = limit?.lines ?? .max
        width = limit?.characters ?? .max
    }

    /// Counts a line break after a text.
    package mutating func endLine() {
        lines -= 1
        column = 0
    }

    /// Returns as much of a text as there is room for.
    ///
    /// - Returns: the text; or its first whole characters and an ellipsis; or nothing after such a text.
    package mutating func cut(_ text: String) -> String {
        guard !isFull else { return "" }
        for index in text.indices {
            let character = text[index]
            let own = character.isNewline ? 0 : character.isWide ? 2 : 1
            if character.isNewline || column > width - own { endLine() }
            column += own
            guard lines > 0 else {
                isFull = true
                let kept = text[..<index]
                let end = kept.lastIndex { !$0.isWhitespace }.map(kept.index(after:))
                return kept[..<(end ?? kept.startIndex)] + Self.mark
            }
        }
        return text
    }
}

extension Character {
    /// Whether it is as wide as two Latin letters: Chinese, Japanese, Korean, emoji.
    fileprivate var isWide: Bool {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0x1F000...0x3FFFD:
            true
        default: false
        }
    }
}
