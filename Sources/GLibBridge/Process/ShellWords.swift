import CGLib

/// A command line split into words by the rules of a shell's quoting; no shell runs.
package enum ShellWords {
    /// Returns a word as a shell reads it back, without quotes where none are needed.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-_./:=,+@%".utf8.contains(byte)
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Returns the words of a line.
    ///
    /// - Throws: ``GLibError`` if a quote is not closed or there is no word.
    package static func split(_ line: String) throws(GLibError) -> [String] {
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        _ = try GLibError.check { g_shell_parse_argv(line, nil, &words, $0) }
        return KeyFile.list(words)
    }
}
