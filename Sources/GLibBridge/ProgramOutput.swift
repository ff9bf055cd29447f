import CGLib

extension ProgramStart {
    /// Runs the program to its end, or to the closing of its output, and collects that.
    ///
    /// It leads a session of its own. Blocks the thread; for small tools that end by themselves. Environment and directory are the
    /// process's own.
    ///
    /// - Returns: what it wrote to its standard output.
    /// - Throws: ``GLibError`` with the reason of the failed start.
    public func output() throws(GLibError) -> String {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) } + [nil]
        defer { for argument in argv { g_free(argument) } }
        var text: UnsafeMutablePointer<CChar>?
        _ = try GLibError.check {
            g_spawn_sync(
                nil,
                &argv,
                nil,
                G_SPAWN_SEARCH_PATH,
                // Threads of Swift's run time block signals, and a child would inherit that.
                cglib_become_independent,
                nil,
                &text,
                nil,
                nil,
                $0
            )
        }
        return text.map(String.freeing) ?? ""
    }
}
