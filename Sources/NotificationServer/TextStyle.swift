import GLibBridge
import Glibc

/// How bubbles are drawn as text.
package struct TextStyle: Sendable, Equatable {
    /// The columns of a box, with its frame.
    package var width: Int
    /// Whether the terminal supports more than ASCII.
    package var isUnicode: Bool
    /// Whether the title is drawn bold.
    package var isBold: Bool

    /// Makes a style.
    package init(width: Int = 60, isUnicode: Bool = true, isBold: Bool = false) {
        self.width = max(width, 20)
        self.isUnicode = isUnicode
        self.isBold = isBold
    }

    /// The style that fits the process's standard output and locale.
    package static func ofStandardOutput() -> TextStyle {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return TextStyle(
            width: min(columns ?? 80, 60),
            isUnicode: isLocaleUTF8,
            // The variable has an effect if it is not empty.
            isBold: isTerminal && (Environment["NO_COLOR"] ?? "").isEmpty
        )
    }

    private static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Uses only the variables, because `setlocale` would load the locale's files.
    private static var isLocaleUTF8: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { Environment[$0] }.first { !$0.isEmpty }
        let lower = (name ?? "").lowercased()
        return lower.hasSuffix("utf-8") || lower.hasSuffix("utf8") || lower.contains("utf-8@")
            || lower.contains("utf8@")
    }
}
