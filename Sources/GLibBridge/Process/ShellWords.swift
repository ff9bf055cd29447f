import CGLib

/// A command line split into words by the rules of a shell's quoting; no shell runs.
package enum ShellWords {
    /// Returns the words of a line.
    ///
    /// - Throws: ``GLibError`` if a quote is not closed or there is no word.
    package static func split(_ line: String) throws(GLibError) -> [String] {
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        _ = try GLibError.check { g_shell_parse_argv(line, nil, &words, $0) }
        return KeyFile.list(words)
    }
}
