import Glibc

/// A command that is started by `posix_spawn` and whose output goes nowhere, so that its run alone is measured.
struct CommandRun {
    let arguments: [String]

    /// Runs it to its end.
    ///
    /// - Returns: the milliseconds from its start to its end.
    /// - Throws: ``FigureFailure`` if it cannot be started or does not succeed.
    func milliseconds() throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for descriptor: Int32 in 1...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var words = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        let start = nanoseconds()
        var process: pid_t = 0
        let failure = posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
        guard failure == 0 else {
            let reason = String(cString: strerror(failure))
            throw FigureFailure(description: "\(arguments[0]): \(reason)")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw FigureFailure(description: "\(arguments[0]) could not be waited for")
            }
        }
        let end = nanoseconds()
        guard status == 0 else {
            let line = arguments.joined(separator: " ")
            throw FigureFailure(description: "\(line) ended with status \(status)")
        }
        return Double(end - start) / 1_000_000
    }
}
