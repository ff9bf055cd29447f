import DesktopTexts
import NotificationServer
import NotifyCore

/// Rows in aligned columns that fit the terminal; the cells may come from other apps.
struct Table {
    /// The emphasis of a row on a terminal with colours.
    enum Tone {
        /// It is inactive.
        case faint
        /// It failed.
        case alert
    }

    let headings: [String]
    /// The columns that shrink if the terminal is too narrow, by heading, with their minimum width; by default
    /// the last one.
    var elastic: [String: Int] = [:]
    /// The column that is left out first if the terminal is too narrow, because it is redundant.
    var dispensable: String?
    /// The columns that are left out in this order if the minimum widths do not fit.
    var expendable: [String] = []
    /// The column that shrinks only after those are left out, because users copy its values.
    var precious: String?
    var rows: [[String]] = []
    /// By the index of the row.
    var tones: [Int: Tone] = [:]

    private static let gap = 2
    /// The maximum alignment if nothing is shortened: a longer cell moves its own row only.
    private static let maxPadding = 40

    /// Prints the table to standard output; in full if that is no terminal.
    func print() {
        let lines = lines(width: Terminal.width, colours: Terminal.hasColours)
        Swift.print(lines.joined(separator: "\n"))
    }

    /// Returns the lines of the table.
    ///
    /// - Parameter width: the width that they must fit; `nil` for no limit.
    func lines(width: Int?, colours: Bool = false) -> [String] {
        let all = [headings.map(Cell.init)] + rows.map { $0.map(Cell.init) }
        let natural = headings.indices.map { column in
            all.reduce(0) { max($0, $1[column].columns) }
        }
        let widths =
            width.map { fitted(natural, to: $0) } ?? natural.map { min($0, Self.maxPadding) }
        let last = widths.lastIndex { $0 > 0 } ?? 0
        let spaces = String(repeating: " ", count: widths.reduce(0) { $0 + $1 + Self.gap })
        return all.indices.map { index in
            let text = line(all[index], widths, upTo: last, spaces, cuts: width != nil)
            return colours ? coloured(text, row: index - 1) : text
        }
    }

    /// A text as it is printed, and its width.
    private struct Cell {
        let text: String
        let columns: Int
        let isASCII: Bool

        init(_ text: String) {
            isASCII = text.isPrintableASCII
            self.text = isASCII ? text : text.printableLine
            columns = isASCII ? text.utf8.count : DisplayWidth.of(self.text)
        }
    }

    private func line(
        _ row: [Cell],
        _ widths: [Int],
        upTo last: Int,
        _ spaces: String,
        cuts: Bool
    ) -> String {
        var line = ""
        line.reserveCapacity(row.reduce(0) { $0 + $1.text.utf8.count } + spaces.utf8.count)
        for (column, cell) in row.enumerated() where widths[column] > 0 {
            var used = cell.columns
            if cuts, used > widths[column] {
                let text = LineWrap.shortened(cell.text, width: widths[column], ellipsis: "…")
                line += text.isolated
                used = DisplayWidth.of(text)
            } else {
                line += cell.isASCII ? cell.text : cell.text.isolated
            }
            if column < last {
                line += Substring(spaces.utf8.prefix(max(0, widths[column] - used) + Self.gap))
            }
        }
        return line
    }

    /// Returns widths of the columns that fit; the widest columns shrink first.
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
        // A very narrow terminal shows the first columns.
        for column in widths.indices.reversed() where over > 0 && widths[column] > 0 {
            let kept = max(0, widths[column] - over)
            over -= widths[column] - kept + (kept == 0 ? Self.gap : 0)
            widths[column] = kept
        }
        return widths
    }

    /// Shrinks the widest of some columns, one column at a time.
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
