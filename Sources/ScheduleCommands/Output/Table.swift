import NotificationServer

/// Rows in aligned columns, as wide as the terminal.
struct Table {
    /// How a row stands out on a terminal with colours.
    enum Tone {
        /// It waits for somebody.
        case faint
        /// It did not go as it should.
        case alert
    }

    let headings: [String]
    /// The columns that give way where the terminal is too narrow, by their headings, with the width that
    /// each keeps; without any the last one does.
    var elastic: [String: Int] = [:]
    /// What is left out first where the terminal is too narrow: a column that says nothing new.
    var dispensable: String?
    /// What is left out, one after the other, where even the narrowest columns do not fit.
    var expendable: [String] = []
    /// The column that is shortened only after those have gone: what is typed again must be whole.
    var precious: String?
    var rows: [[String]] = []
    /// By the index of the row.
    var tones: [Int: Tone] = [:]

    private static let gap = 2

    /// Prints the table to standard output; whole where that is no terminal.
    func print() {
        Terminal.printLines(lines(width: Terminal.width, colours: Terminal.hasColours))
    }

    /// The lines of the table.
    ///
    /// - Parameters:
    ///   - width: what they must fit; `nil` for no bound.
    ///   - colours: whether the heading and the rows with a tone are coloured.
    /// - Returns: the heading and the rows.
    func lines(width: Int?, colours: Bool = false) -> [String] {
        let all = [headings] + rows
        let cells = all.map { row in row.map(DisplayWidth.columns(of:)) }
        let natural = headings.indices.map { column in cells.reduce(0) { max($0, $1[column]) } }
        let widths = width.map { fitted(natural, to: $0) } ?? natural
        let last = widths.lastIndex { $0 > 0 } ?? 0
        let spaces = String(repeating: " ", count: widths.reduce(0) { $0 + $1 + Self.gap })
        return all.indices.map { index in
            let text = line(all[index], cells[index], widths, upTo: last, spaces)
            return colours ? coloured(text, row: index - 1) : text
        }
    }

    private func line(
        _ row: [String],
        _ columns: [Int],
        _ widths: [Int],
        upTo last: Int,
        _ spaces: String
    ) -> String {
        var line = ""
        line.reserveCapacity(row.reduce(0) { $0 + $1.utf8.count } + spaces.utf8.count)
        for (column, cell) in row.enumerated() where widths[column] > 0 {
            var used = columns[column]
            if used > widths[column] {
                let text = LineWrap.shortened(cell, width: widths[column], ellipsis: "…")
                line += text
                used = DisplayWidth.columns(of: text)
            } else {
                line += cell
            }
            if column < last {
                line += Substring(spaces.utf8.prefix(widths[column] - used + Self.gap))
            }
        }
        return line
    }

    /// The widths of the columns where all of them must fit: the widest give way first.
    private func fitted(_ natural: [Int], to width: Int) -> [Int] {
        var widths = natural
        var over = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        if over > 0, let column = headings.firstIndex(where: { $0 == dispensable }) {
            over -= widths[column] + Self.gap
            widths[column] = 0
        }
        let least = headings.enumerated().map { index, heading in
            elastic.isEmpty && index == headings.count - 1 ? 1 : elastic[heading] ?? .max
        }
        let kept = headings.firstIndex { $0 == precious }
        shrink(&widths, to: least, over: &over) { $0 != kept }
        for heading in expendable where over > 0 {
            guard let column = headings.firstIndex(of: heading), widths[column] > 0 else {
                continue
            }
            over -= widths[column] + Self.gap
            widths[column] = 0
        }
        shrink(&widths, to: least, over: &over) { $0 == kept }
        if over < 0, let last = widths.lastIndex(where: { $0 > 0 }) {
            widths[last] = min(natural[last], widths[last] - over)
        }
        // A terminal of a few columns shows the first ones.
        for column in widths.indices.reversed() where over > 0 && widths[column] > 0 {
            let kept = max(0, widths[column] - over)
            over -= widths[column] - kept + (kept == 0 ? Self.gap : 0)
            widths[column] = kept
        }
        return widths
    }

    /// Takes from the widest of some columns what is too much, one after the other.
    private func shrink(
        _ widths: inout [Int],
        to least: [Int],
        over: inout Int,
        where mayYield: (Int) -> Bool
    ) {
        while over > 0 {
            let yielding = widths.indices.filter { mayYield($0) && widths[$0] > least[$0] }
            guard let widest = yielding.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            over -= 1
        }
    }

    private func coloured(_ line: String, row: Int) -> String {
        guard row >= 0 else { return Terminal.styled(line, .bold) }
        switch tones[row] {
        case nil: return line
        case .faint: return Terminal.styled(line, .faint)
        case .alert: return Terminal.styled(line, .red)
        }
    }
}

extension DisplayWidth {
    /// The columns of a text; most are ASCII, where each byte is one.
    fileprivate static func columns(of text: String) -> Int {
        text.utf8.contains { $0 > 0x7F } ? of(text) : text.utf8.count
    }
}
