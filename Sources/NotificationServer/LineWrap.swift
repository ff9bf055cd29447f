/// Breaks text into lines of a limited number of columns.
package enum LineWrap {
    /// Returns the lines of a text, broken at blanks, and inside words that are too long.
    package static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
            lines(ofParagraph: $0, width: max(width, 2))
        }
    }

    /// Returns the text if it fits, else its start and an ellipsis.
    package static func shortened(_ text: String, width: Int, ellipsis: String) -> String {
        if DisplayWidth.of(text) <= width { return text }
        return prefix(of: text[...], width: max(0, width - DisplayWidth.of(ellipsis))) + ellipsis
    }

    private static func lines(ofParagraph paragraph: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in paragraph.split(separator: " ") {
            if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
                line += " \(word)"
                continue
            }
            if !line.isEmpty { lines.append(line) }
            var rest = word
            while DisplayWidth.of(rest) > width {
                let piece = prefix(of: rest, width: width)
                lines.append(String(piece))
                rest = rest.dropFirst(piece.count)
            }
            line = String(rest)
        }
        return lines + [line]
    }

    private static func prefix(of text: Substring, width: Int) -> Substring {
        var used = 0
        return text.prefix { character in
            used += DisplayWidth.of(String(character))
            return used <= width
        }
    }
}
