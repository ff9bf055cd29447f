import Glibc
import Synchronization

/// Ends the command by SIGPIPE when its reader has closed the pipe, as after `| head -1`, although GLib's
/// sockets make the process ignore the signal.
enum BrokenPipe {
    private static let wasIgnored = Atomic(false)

    /// Stores the caller's setting, before GLib connects to a bus.
    static func remember() {
        var action = sigaction()
        sigaction(SIGPIPE, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        wasIgnored.store(handler == unsafeBitCast(SIG_IGN, to: Int.self), ordering: .relaxed)
    }

    /// Ends the process if the error is a broken pipe, unless the caller ignores the signal.
    static func endProcess(after number: Int32) {
        guard number == EPIPE, !wasIgnored.load(ordering: .relaxed) else { return }
        signal(SIGPIPE, SIG_DFL)
        kill(getpid(), SIGPIPE)
    }
}
