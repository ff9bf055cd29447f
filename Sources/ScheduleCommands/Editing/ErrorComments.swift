/// Comments in a text at the lines that have errors.
enum ErrorComments {
    private static let start = "# Error: "

    /// Returns the text without such comments.
    static func removed(from text: String) -> String {
        lines(of: text).filter { !$0.hasPrefix(start) }.joined(separator: "\n")
    }

    /// Returns the text with a comment before each line that has an error.
    static func added(_ problems: [String], to text: String, of path: String) -> String {
        var lines = lines(of: text).map { [$0] }
        for problem in problems {
            let (line, message) = located(problem, in: path)
            let index = min(max(0, (line ?? 1) - 1), lines.count - 1)
            lines[index].insert(start + message, at: lines[index].count - 1)
        }
        return lines.flatMap { $0 }.joined(separator: "\n")
    }

    /// Returns the line of an error, from 1, and what it is.
    static func located(_ problem: String, in path: String) -> (line: Int?, message: String) {
        guard problem.hasPrefix(path) else { return (nil, problem) }
        let rest = problem.dropFirst(path.count)
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let message = rest.dropFirst(digits.isEmpty ? 0 : digits.count + 1)
        return (Int(digits), String(message.drop { $0 == ":" || $0 == " " }))
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
