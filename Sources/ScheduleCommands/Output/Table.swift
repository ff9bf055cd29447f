import Glibc

/// Rows in aligned columns, as wide as the terminal.
struct Table {
    let headings: [String]
    var rows: [[String]] = []

    /// The lines of the table.
    ///
    /// - Parameter width: where the last column is cut; `nil` for nowhere.
    func lines(width: Int?) -> [String] {
        let all = [headings] + rows
        let widths = headings.indices.map { column in
            all.map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 {
                    let gap = widths[column] - DisplayWidth.of(cell) + 2
                    line += String(repeating: " ", count: gap)
                }
            }
            guard let width, DisplayWidth.of(line) > width else { return line }
            return DisplayWidth.cut(line, to: width - 1) + "…"
        }
    }
}

/// How many columns a text takes in a terminal.
enum DisplayWidth {
    /// The columns of a text.
    static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    /// The start of a text that fits.
    static func cut(_ text: String, to width: Int) -> String {
        var result = ""
        var used = 0
        for character in text {
            let columns = of(String(character))
            guard used + columns <= width else { break }
            used += columns
            result.append(character)
        }
        return result
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        let width = wcwidth(wchar_t(bitPattern: scalar.value))
        return width < 0 ? 1 : Int(width)
    }
}
