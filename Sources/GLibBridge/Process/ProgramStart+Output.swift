import CGLib

extension ProgramStart {
    /// Runs the program until it ends or closes its output, and collects the output.
    ///
    /// It is the leader of a new session, with the process's environment and directory. Blocks the thread; for
    /// small tools that end by themselves.
    package func output() throws(GLibError) -> String {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) } + [nil]
        defer { for argument in argv { g_free(argument) } }
        var text: UnsafeMutablePointer<CChar>?
        _ = try GLibError.check {
            g_spawn_sync(
                nil,
                &argv,
                nil,
                G_SPAWN_SEARCH_PATH,
                // Threads of Swift's runtime block signals, and a child would inherit that.
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
