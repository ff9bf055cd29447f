import Glibc
import Synchronization

/// What becomes of the command where nobody reads on, as after `| head -1`: it ends by SIGPIPE without a word,
/// as others do, though GLib's sockets have the signal ignored.
enum BrokenPipe {
    private static let wasIgnored = Atomic(false)

    /// Notes what the caller wants, before GLib has a bus.
    static func remember() {
        var action = sigaction()
        sigaction(SIGPIPE, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        wasIgnored.store(handler == unsafeBitCast(SIG_IGN, to: Int.self), ordering: .relaxed)
    }

    /// Ends the process where the error is a broken pipe, unless the caller has the signal ignored.
    static func endProcess(after number: Int32) {
        guard number == EPIPE, !wasIgnored.load(ordering: .relaxed) else { return }
        signal(SIGPIPE, SIG_DFL)
        kill(getpid(), SIGPIPE)
    }
}
