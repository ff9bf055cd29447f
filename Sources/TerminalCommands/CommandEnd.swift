import CTerminal
import Glibc

/// How a command ended.
package enum CommandEnd: Hashable, Sendable {
    /// It ended by itself.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)

    /// The exit status as a shell has it.
    package var status: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): 128 + signal
        }
    }

    /// Ends this process by the same signal, so that its caller sees the same end.
    ///
    /// - Returns: the exit status of a command that ended by itself, and of a signal that does not end processes.
    package func endProcess() -> Int32 {
        guard case .signalled(let signal) = self else { return status }
        // The command has left its core; another one would replace it.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        Glibc.signal(signal, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        sigprocmask(SIG_UNBLOCK, &set, nil)
        kill(getpid(), signal)
        return status
    }
}

/// Why a command could not be started, with the exit status and the message that shells have for it.
package struct CommandProblem: Error, Hashable, Sendable {
    /// 127 if there is no such program, 126 if it cannot be executed.
    package let status: Int32
    /// The sentence.
    package let message: String
}
