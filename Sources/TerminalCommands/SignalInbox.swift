import CTerminal
import Glibc

/// A signal that this process got.
struct ReceivedSignal: Hashable {
    let number: Int32
    /// The process that sent it; `nil` if it comes from the kernel, such as for a key of the terminal.
    let sender: pid_t?
}

/// The signals of this process as input, in place of their actions.
final class SignalInbox {
    /// Readable while a signal waits.
    let descriptor: Int32
    /// The mask that the process had before.
    let inherited: sigset_t

    /// All but those of faults and limits, and those that cannot be blocked.
    private static let numbers: [Int32] =
        [
            SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH, SIGCONT,
            SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGVTALRM, SIGPROF, SIGIO, SIGURG,
            SIGPWR, SIGSTKFLT,
        ] + realTime
    /// Those that the C library leaves to programs.
    private static let realTime = (34...64).map(Int32.init)

    /// Blocks the signals; must be called before there is a second thread.
    ///
    /// - Throws: ``CommandProblem`` if the process has no free descriptor.
    init() throws(CommandProblem) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in Self.numbers { sigaddset(&set, number) }
        var before = sigset_t()
        sigprocmask(SIG_BLOCK, &set, &before)
        inherited = before
        // With an ignored SIGCHLD the kernel would keep no status.
        signal(SIGCHLD, SIG_DFL)
        let opened = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        descriptor = try HighDescriptor.moved(opened)
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next signal; `nil` for none.
    func next() -> ReceivedSignal? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &information, size) == size else { return nil }
        // Codes above zero are the kernel's.
        return ReceivedSignal(
            number: Int32(information.ssi_signo),
            sender: information.ssi_code > 0 ? nil : pid_t(information.ssi_pid)
        )
    }

    /// Stops this process, or all of its group, by a signal; returns when it continues.
    func stop(by signal: Int32, group: Bool) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        kill(group ? 0 : getpid(), signal)
        // Until now it was blocked.
        sigprocmask(SIG_UNBLOCK, &set, nil)
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Gives the signals their actions again.
    func restore() {
        // What came for the command must not end this process when the mask goes.
        while next() != nil {}
        var mask = inherited
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}

/// Descriptors of this process that must not take the numbers of closed standard ones.
enum HighDescriptor {
    /// Returns a descriptor above the standard ones for one that was opened.
    ///
    /// - Throws: ``CommandProblem`` if that failed; the error is in `errno`.
    static func moved(_ descriptor: Int32) throws(CommandProblem) -> Int32 {
        guard descriptor >= 0 else { throw failure() }
        guard descriptor <= 2 else { return descriptor }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
        guard moved >= 0 else { throw failure() }
        close(descriptor)
        return moved
    }

    static func failure() -> CommandProblem {
        CommandProblem(
            status: 126,
            message: "the command cannot be run: \(String(cString: strerror(errno)))"
        )
    }
}
