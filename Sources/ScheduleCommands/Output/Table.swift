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

extension DisplayWidth {
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
