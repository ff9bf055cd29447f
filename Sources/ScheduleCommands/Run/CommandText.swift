import NotifyCore

/// A command line in words.
enum CommandText {
    private static let maxCount = 80
    private static let plain = Set("-_=+:,./@%^~".utf8)

    /// Returns the words of a command as they would be typed, cut to the size of a title.
    static func line(_ words: [String]) -> String {
        let line = words.map(quoted).joined(separator: " ").printableLine
        return line.count > maxCount ? line.prefix(maxCount - 1) + "…" : line
    }

    /// Returns a line that was typed, cut to the size of a title.
    static func typed(_ line: String) -> String {
        let line = line.printableLine.trimmed
        guard !line.isEmpty else { return "A command" }
        return line.count > maxCount ? line.prefix(maxCount - 1) + "…" : line
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            plain.contains($0) || $0 >= 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        guard word.isEmpty || !isPlain else { return word }
        return "'\(word.replacing("'", with: "'\\''"))'"
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }
}
