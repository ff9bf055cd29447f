import CGLib

/// A command line split into words by the rules of a shell's quoting; no shell runs.
public enum ShellWords {
    /// The words of a line.
    ///
    /// - Throws: ``GLibError`` where a quote is open or there is no word.
    public static func split(_ line: String) throws(GLibError) -> [String] {
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        _ = try GLibError.check { g_shell_parse_argv(line, nil, &words, $0) }
        return KeyFile.list(words)
    }
}
