import GLibBridge
import Glibc
import NotifyCore

/// Standard output and error.
enum Terminal {
    private static let name = "notify-schedule"

    /// Says on standard error why nothing was done.
    static func complain(_ message: String) {
        writeError("\(name): \(message)")
    }

    /// Says on standard error what deserves a look.
    static func warn(_ message: String) {
        writeError("\(name): warning: \(message)")
    }

    /// Writes lines to standard output, in as few calls as it takes.
    static func printLines(_ lines: [String]) {
        print(lines.joined(separator: "\n"))
    }

    /// Writes a line to standard error.
    static func writeError(_ line: String) {
        _ = (line + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// How a text stands out.
    enum Style: Int {
        case bold = 1
        case faint = 2
        case red = 31
        case green = 32
        case yellow = 33
    }

    /// A text in a style, by the terminal's own sequences.
    static func styled(_ text: String, _ style: Style) -> String {
        "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    /// What stands over lines, bold where there are colours.
    static func heading(_ text: String) -> String {
        hasColours ? styled(text, .bold) : text
    }

    /// Whether standard output is a terminal that has colours and the user wants them (no-color.org).
    static var hasColours: Bool {
        isatty(STDOUT_FILENO) != 0 && (Environment["NO_COLOR"] ?? "").isEmpty
            && !["", "dumb"].contains(Environment["TERM"] ?? "")
    }

    /// The width of the terminal; `nil` where output goes elsewhere.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}

/// The arguments as the kernel gave them.
enum RawArguments {
    /// Refuses what is not UTF-8, which Swift would mend in silence.
    static func checkEncoding() throws(RequestError) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
            guard String(validating: bytes.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) != nil
            else {
                throw RequestError(
                    .invalidContent,
                    "argument \(index) is not valid UTF-8; convert it, for example with iconv"
                )
            }
        }
    }
}
