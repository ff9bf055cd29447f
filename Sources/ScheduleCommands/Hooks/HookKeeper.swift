import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// Removes the question of a hook that was killed, which can take back nothing itself.
///
/// A shell of its own session waits for the end of a pipe that this process alone holds.
struct HookKeeper {
    private let pipe: Int32

    /// Starts it for a question; `nil` if that is not possible, which only a killed hook would notice.
    init?(of key: RequestKey) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let start = ProgramStart(
            arguments: [
                "/bin/sh", "-c", #"read -r _ || exec "$0" remove --forever "$1""#,
                AgentProgram.command, "\(key.appID)/\(key.identifier)",
            ],
            isQuiet: true
        )
        let started = try? start.start(input: ends[0])
        close(ends[0])
        guard started != nil else {
            close(ends[1])
            return nil
        }
        pipe = ends[1]
    }

    /// Ends it: the question is over.
    func end() {
        signal(SIGPIPE, SIG_IGN)
        _ = write(pipe, "\n", 1)
        close(pipe)
    }
}
