import CTerminal
import Glibc

/// A command that runs in this process's place: with its terminal, its signals and its end.
///
/// Without capturing, the command has this process's own descriptors and is in its process group, so the terminal's
/// keys and job control reach both. With capturing, and if input and output are terminals, it is in a session of its
/// own on a pseudo-terminal; ``CommandMonitor`` is its parent there, because the kernel does not stop a process
/// whose parent is in another session. If only outputs are captured, it stays in this process's group.
package final class CommandRun {
    /// The loop that waits for the command, for more descriptors and timers.
    package let loop = PollLoop()

    private enum Place {
        case sameGroup
        case session
        /// That of the monitor's child.
        case foregroundGroup
    }

    private let place: Place
    private let signals: SignalInbox
    /// Without one, it counts whether the sender is in this group.
    private let witness: GroupWitness?
    private let process: pid_t
    private var output: CapturedOutput?
    private var outer: OuterTerminal?
    private var input: ByteRelay?
    private var end: CommandEnd?

    /// Starts a command without capturing its output; must be called before there is a second thread.
    package init(_ words: CommandWords, program: [UInt8]) throws(CommandProblem) {
        signals = try SignalInbox()
        place = .sameGroup
        witness = GroupWitness()
        let start = CommandStart(words: words, program: program, mask: signals.inherited)
        do {
            process = try start.start()
        } catch {
            signals.restore()
            throw error
        }
        NullDevice.replace([STDIN_FILENO, STDOUT_FILENO])
    }

    /// Starts a command in the foreground of the terminal on standard input, as the parent in its session.
    init(inForeground words: CommandWords, program: [UInt8]) throws(CommandProblem) {
        signals = try SignalInbox()
        place = .foregroundGroup
        witness = nil
        process = try CommandStart(
            words: words,
            program: program,
            place: .foregroundGroup,
            mask: signals.inherited
        ).start()
    }

    /// Starts a command and passes on its output.
    package init(
        _ words: CommandWords,
        program: [UInt8],
        tap: @escaping ([UInt8]) -> Void
    ) throws(CommandProblem) {
        signals = try SignalInbox()
        let output = CapturedOutput(in: loop, tap: tap)
        self.output = output
        var start = CommandStart(words: words, program: program, mask: signals.inherited)
        let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        place = isInteractive ? .session : .sameGroup
        witness = isInteractive ? nil : GroupWitness()
        guard isInteractive else {
            try output.capture([STDOUT_FILENO, STDERR_FILENO])
            start.use(output.streams)
            process = try start.start()
            NullDevice.replace([STDIN_FILENO])
            output.start()
            return
        }
        let terminal = try PseudoTerminal()
        outer = OuterTerminal(STDIN_FILENO, master: terminal.master)
        start.use(monitor: words)
        start.place = .session
        var own: [Int32: CommandStart.Stream] = [:]
        for descriptor in STDIN_FILENO...STDERR_FILENO where isatty(descriptor) == 1 {
            own[descriptor] = .opened(terminal.path)
        }
        start.use(own)
        if own[STDERR_FILENO] == nil { try output.capture([STDERR_FILENO]) }
        start.use(output.streams)
        process = try start.start()
        output.pass(terminal: terminal.master, to: STDOUT_FILENO)
        output.start()
        // A number of its own, because the loop has one watch for each.
        let keys = fcntl(terminal.master, F_DUPFD_CLOEXEC, 10)
        guard keys >= 0 else { throw HighDescriptor.failure() }
        input = ByteRelay(
            from: STDIN_FILENO,
            to: OutputSink(own: keys),
            in: loop,
            closesSource: false,
            atEnd: { [outer] in
                // The command's terminal ends as well: there is no other end of file for it.
                if outer?.isHungUp == true { NullDevice.replace([terminal.master, keys]) }
            },
            tap: { [outer] in outer?.signalGroup(for: $0) }
        )
        enterForeground()
    }

    /// Waits until the command has ended and all of its output is passed on; signals have their actions again then.
    package func wait() -> CommandEnd {
        loop.watch(signals.descriptor, for: POLLIN) { [weak self] in self?.handleSignals() }
        // It may have ended before the signal was waited for.
        checkProcess()
        var end = self.end
        while end == nil {
            loop.turn()
            end = self.end
        }
        loop.ignore(signals.descriptor)
        outer?.leave()
        signals.restore()
        output?.drain()
        return end ?? .exited(0)
    }

    /// Sends a signal to the command.
    package func send(_ signal: Int32) {
        guard end == nil else { return }
        kill(place == .foregroundGroup ? -process : process, signal)
    }
}

extension CommandRun {
    private func handleSignals() {
        witness?.readReports()
        while let signal = signals.next() {
            switch signal.number {
            case SIGCHLD, SIGPIPE: continue
            case SIGCONT: continueProcess()
            case SIGWINCH:
                outer?.copySize()
                output?.copySize()
                // In a session of its own the command gets one with the new size.
                if place == .sameGroup { forward(signal) }
            default: forward(signal)
            }
        }
        checkProcess()
    }

    /// Forwards a signal that did not reach the command by itself.
    private func forward(_ signal: ReceivedSignal) {
        // Of a key, which has reached the command by its own terminal.
        guard signal.sender != getpid() else { return }
        if place == .sameGroup, reachedGroup(signal) { return }
        send(signal.number)
    }

    /// Whether a signal was sent to the whole group, as the terminal and `timeout` do, and not to this process alone.
    private func reachedGroup(_ signal: ReceivedSignal) -> Bool {
        guard let sender = signal.sender else {
            // At the end of a terminal only the leader of its session gets the signal.
            guard signal.number == SIGHUP, getsid(0) == getpid() else { return true }
            return witness?.saw(signal.number) ?? true
        }
        // A sender outside this process's container is 0.
        return witness?.saw(signal.number) ?? (sender != 0 && getpgid(sender) == getpgrp())
    }

    private func checkProcess() {
        var change = cterminal_change()
        guard
            cterminal_wait(process, WEXITED | WUNTRACED | WNOHANG | WNOWAIT, &change) == 0,
            change.process != 0
        else { return }
        switch change.code {
        case Int32(CLD_EXITED): end = .exited(change.status)
        case Int32(CLD_KILLED), Int32(CLD_DUMPED): end = .signalled(change.status)
        case Int32(CLD_STOPPED): return stop(by: change.status)
        default: return
        }
        cterminal_wait(process, WEXITED, &change)
    }

    /// Stops this process as the command was stopped, so that the shell takes the terminal back.
    private func stop(by signal: Int32) {
        // An editor has left its screen before.
        output?.flush()
        input?.pause()
        outer?.leave()
        loop.clearTimer(Self.foregroundTimer)
        switch place {
        case .sameGroup:
            // Without job control nobody would continue this process.
            guard getpgid(getppid()) != getpgrp() else { return }
            signals.stop(by: signal, group: false)
        // The kernel ignores the other stop signals for a process whose parent is in another session.
        case .foregroundGroup: signals.stop(by: SIGSTOP, group: false)
        // As the terminal's key does.
        case .session: signals.stop(by: SIGTSTP, group: true)
        }
        if outer != nil { enterForeground() }
        continueProcess()
    }

    private func continueProcess() {
        var change = cterminal_change()
        guard
            cterminal_wait(process, WUNTRACED | WNOHANG | WNOWAIT, &change) == 0,
            change.process != 0
        else { return }
        send(SIGCONT)
    }

    private static let foregroundTimer = "foreground"

    /// Passes keys on if this process is in the foreground, and looks again in a second otherwise: `fg` signals nothing
    /// to a command that runs.
    private func enterForeground() {
        guard let outer else { return }
        outer.copySize()
        if outer.isForeground {
            outer.enter()
            input?.resume()
        } else {
            loop.setTimer(Self.foregroundTimer, at: .now + .seconds(1)) { [weak self] in
                self?.enterForeground()
            }
        }
    }
}

extension CommandStart {
    fileprivate mutating func use(_ streams: [Int32: Stream]) {
        for (descriptor, stream) in streams { self.streams[Int(descriptor)] = stream }
    }

    /// Starts this program as the command's parent.
    fileprivate mutating func use(monitor words: CommandWords) {
        let name = [Array("notify-schedule".utf8), Array(CommandMonitor.word.utf8)]
        self.words = CommandWords(name + [program] + words.words)
        program = Array("/proc/self/exe".utf8)
    }
}
