/// Rows of words, printed as a table in Markdown, which can be read as it is.
struct TextTable {
    private var rows: [[String]]

    init(_ heads: [String]) {
        rows = [heads]
    }

    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    var text: String {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        var lines = rows.map { row in
            let cells = columns.map { column in
                let cell = column < row.count ? row[column] : ""
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }
            return "| \(cells.joined(separator: " | ")) |"
        }
        let rule = columns.map { column in
            String(repeating: "-", count: widths[column] + 1) + (column == 0 ? "-" : ":")
        }
        lines.insert("|\(rule.joined(separator: "|"))|", at: 1)
        return lines.joined(separator: "\n")
    }
}
