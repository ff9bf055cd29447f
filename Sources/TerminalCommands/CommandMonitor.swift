import CTerminal
import Glibc

/// The parent of a command in the session of its pseudo-terminal.
///
/// It is this program, started once more. It stops, continues and ends as the command does.
package enum CommandMonitor {
    /// The first argument that starts a monitor; the program's file and the command follow.
    package static let word = "--monitor-command"

    /// Runs the command line of a monitor.
    package static func run(_ words: [[UInt8]]) -> Int32 {
        guard let program = words.first, words.count > 1 else { return 64 }
        do {
            let command = CommandWords(Array(words.dropFirst()))
            let end = try CommandRun(inForeground: command, program: program).wait()
            // The kernel hangs up the terminal's foreground group when this process ends, and what the command has
            // left behind may be in it.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, SIGTTOU)
            sigprocmask(SIG_BLOCK, &set, nil)
            tcsetpgrp(STDIN_FILENO, getpgrp())
            Glibc.signal(SIGHUP, SIG_IGN)
            return end.endProcess()
        } catch {
            let line = "notify-schedule: \(error.message)\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            return error.status
        }
    }
}
