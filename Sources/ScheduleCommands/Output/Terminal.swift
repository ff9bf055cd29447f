import GLibBridge
import Glibc
import NotifyCore

/// Prints a line to standard output.
///
/// It replaces Swift's function in this module, so that text of other apps is always printed safely.
func print(_ text: String) {
    Swift.print(text.printable)
}

/// Standard output and error.
enum Terminal {
    private static let name = "notify-schedule"

    /// Writes an error to standard error.
    static func complain(_ message: String) {
        writeError("\(name): \(message)")
    }

    /// Writes a warning to standard error.
    static func warn(_ message: String) {
        writeError("\(name): warning: \(message)")
    }

    /// Writes a line to standard error; line ends in it are escaped, because it may have text of other apps.
    static func writeError(_ line: String) {
        writeErrorLines(line.printableLine)
    }

    /// Writes lines of the program's own to standard error.
    static func writeErrorLines(_ lines: String) {
        _ = (lines.printable + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Whether a user can answer a question; a script cannot.
    static var hasUser: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question that is answered by yes or no on the terminal.
    ///
    /// - Returns: whether the answer is yes; the end of the input is a no.
    static func confirms(_ question: String) -> Bool {
        guard let answer = answer("\(question) [y/N] ") else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Asks for a line on the terminal.
    ///
    /// - Returns: the line; `nil` at the end of the input.
    static func answer(_ question: String) -> String? {
        _ = question.printableLine.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        guard let answer = readLine() else {
            writeErrorLines("")
            return nil
        }
        return answer
    }

    /// The style of a text.
    enum Style: Int {
        case bold = 1
        case faint = 2
        case red = 31
        case green = 32
        case yellow = 33
    }

    /// Returns a text in a style, with the terminal's escape sequences.
    static func styled(_ text: String, _ style: Style) -> String {
        "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    /// Prints a heading, bold if there are colours.
    static func printHeading(_ text: String) {
        let line = text.printableLine
        Swift.print(hasColours ? styled(line, .bold) : line)
    }

    /// Whether standard output is a terminal with colours and the user allows them (no-color.org).
    static var hasColours: Bool {
        isatty(STDOUT_FILENO) != 0 && (Environment["NO_COLOR"] ?? "").isEmpty
            && !["", "dumb"].contains(Environment["TERM"] ?? "")
    }

    /// The width of the terminal; `nil` if standard output is no terminal.
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
    /// Refuses arguments that are not UTF-8, which Swift would repair silently.
    ///
    /// In a text for people U+FFFD says more than no notification; in a name, a path, a URL or data of an app another
    /// thing would be meant.
    ///
    /// - Parameters:
    ///   - last: the number of arguments at the end that may have any bytes.
    ///   - texts: the values that are texts for people, as Swift has repaired them.
    static func checkEncoding(
        without last: Int = 0,
        texts: () -> [String] = { [] }
    ) throws(RequestError) {
        for index in 1..<max(1, Int(CommandLine.argc) - last) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
                .lazy.map(UInt8.init(bitPattern:))
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            let repaired = String(decoding: bytes, as: UTF8.self)
            let isText = texts().contains { text in
                repaired == text || repaired.hasPrefix("--") && repaired.hasSuffix("=\(text)")
            }
            guard isText else {
                throw RequestError(
                    .invalidContent,
                    "argument \(index) is not valid UTF-8; convert it, for example with iconv"
                )
            }
        }
    }
}

/// A command some of whose arguments are texts for people.
protocol TextTaking {
    /// The texts that were given.
    var texts: [String] { get }
}
