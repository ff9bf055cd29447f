import NotificationServer

/// Rows in aligned columns, as wide as the terminal.
struct Table {
    let headings: [String]
    var rows: [[String]] = []

    /// The lines of the table.
    ///
    /// - Parameter width: where the last column is cut; `nil` for nowhere.
    /// - Returns: the heading and the rows.
    func lines(width: Int?) -> [String] {
        let all = [headings] + rows
        let cells = all.map { row in row.map(DisplayWidth.columns(of:)) }
        let widths = headings.indices.map { column in
            cells.reduce(0) { max($0, $1[column]) }
        }
        let spaces = String(repeating: " ", count: widths.reduce(0) { $0 + $1 + 2 })
        return zip(all, cells).map { row, columns in
            var line = ""
            line.reserveCapacity(row.reduce(0) { $0 + $1.utf8.count } + spaces.count)
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 {
                    let gap = widths[column] - columns[column] + 2
                    line += Substring(spaces.utf8.prefix(gap))
                }
            }
            guard let width, DisplayWidth.columns(of: line) > width else { return line }
            return DisplayWidth.cut(line, to: width - 1) + "…"
        }
    }
}

extension DisplayWidth {
    /// The columns of a text; most are ASCII, where each byte is one.
    fileprivate static func columns(of text: String) -> Int {
        text.utf8.contains { $0 > 0x7F } ? of(text) : text.utf8.count
    }

    /// The start of a text that fits a number of columns.
    fileprivate static func cut(_ text: String, to width: Int) -> String {
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
}
