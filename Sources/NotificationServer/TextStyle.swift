import GLibBridge
import Glibc

/// How bubbles are drawn as text.
public struct TextStyle: Sendable, Equatable {
    /// The columns of a box, its frame included.
    public var width: Int
    /// Whether more than ASCII can be shown.
    public var isUnicode: Bool
    /// Whether the title is drawn bold.
    public var isBold: Bool

    /// Makes a style.
    public init(width: Int = 60, isUnicode: Bool = true, isBold: Bool = false) {
        self.width = max(width, 20)
        self.isUnicode = isUnicode
        self.isBold = isBold
    }

    /// The style that fits the process's standard output and locale.
    public static func ofStandardOutput() -> TextStyle {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return TextStyle(
            width: min(columns ?? 80, 60),
            isUnicode: isLocaleUTF8,
            // The variable counts where it is set to anything but nothing.
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

    /// By the variables alone: a call of `setlocale` loads the locale's files.
    private static var isLocaleUTF8: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { Environment[$0] }.first { !$0.isEmpty }
        let lower = (name ?? "").lowercased()
        return lower.hasSuffix("utf-8") || lower.hasSuffix("utf8") || lower.contains("utf-8@")
            || lower.contains("utf8@")
    }
}
