import NotificationServer
import NotifyCore

/// A line `  name      value`; on a terminal a long value is wrapped to its width.
enum DetailLine {
    private static let indent = 12

    /// Prints a line.
    static func print(_ name: String, _ value: String) {
        let start = "  \(name)".padding(to: indent)
        let rest = "\n" + String(repeating: " ", count: indent)
        Swift.print(start + lines(value, width: Terminal.width).joined(separator: rest))
    }

    /// Prints a line about a date, with its distance from now.
    static func print(_ name: String, _ value: String, _ date: Instant, now: Instant) {
        print(name, "\(value) (\(DateText.relative(date, to: now)))")
    }

    /// Returns the lines of a value.
    ///
    /// - Parameter width: the columns of the terminal; `nil` for no limit.
    /// - Returns: at least one line.
    static func lines(_ value: String, width: Int?, indent: Int = indent) -> [String] {
        value.printable.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        .flatMap { line -> [String] in
            // Blanks are kept in a line that fits.
            guard let width, DisplayWidth.of(line) > max(width - indent, 1) else {
                return [line]
            }
            return LineWrap.lines(of: line, width: width - indent)
        }
    }
}

extension String {
    /// Returns the text padded to a number of columns, with at least one blank.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - DisplayWidth.of(self)))
    }
}
