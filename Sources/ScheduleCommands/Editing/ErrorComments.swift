import RequestFiles

/// Comments in a text at the lines that have errors.
enum ErrorComments {
    private static let start = "# Error: "

    /// Returns the text without such comments.
    static func removed(from text: String) -> String {
        lines(of: text).filter { !$0.hasPrefix(start) }.joined(separator: "\n")
    }

    /// Returns the text with a comment before each line that has an error.
    static func added(_ faults: [RequestFile.Fault], to text: String) -> String {
        var lines = lines(of: text).map { [$0] }
        for fault in faults {
            let index = min(max(0, (fault.line ?? 1) - 1), lines.count - 1)
            lines[index].insert(start + fault.message, at: lines[index].count - 1)
        }
        return lines.flatMap { $0 }.joined(separator: "\n")
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
