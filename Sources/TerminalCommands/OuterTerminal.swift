import CTerminal
import Glibc

/// The terminal of this process, while a command runs on a pseudo-terminal in its place.
final class OuterTerminal {
    private let descriptor: Int32
    private let master: Int32
    private var saved: termios
    private var isRaw = false

    /// Takes the settings and the size of a terminal over to a pseudo-terminal.
    ///
    /// `nil` if the descriptor is no terminal.
    init?(_ descriptor: Int32, master: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        self.master = master
        saved = settings
        tcsetattr(master, TCSANOW, &settings)
        copySize()
    }

    /// Whether this process may read the terminal and change its settings.
    var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether the terminal has gone.
    var isHungUp: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    }

    /// Has every key passed to the command, whose own terminal gives it its meaning.
    func enter() {
        guard !isRaw else { return }
        var settings = termios()
        tcgetattr(descriptor, &settings)
        saved = settings
        cfmakeraw(&settings)
        tcsetattr(descriptor, TCSADRAIN, &settings)
        isRaw = true
    }

    /// Gives the terminal its settings again.
    func leave() {
        guard isRaw else { return }
        isRaw = false
        // In the background it is the terminal of others, such as the shell after a script that a key has ended.
        if isForeground { tcsetattr(descriptor, TCSANOW, &saved) }
    }

    /// Signals this process's group where a key does so, as the terminal would: a script ends by Ctrl-C.
    ///
    /// The terminal of the command signals only the command.
    func signalGroup(for keys: [UInt8]) {
        var settings = termios()
        guard tcgetattr(master, &settings) == 0, settings.c_lflag & tcflag_t(ISIG) != 0 else {
            return
        }
        for (index, signal) in [(VINTR, SIGINT), (VQUIT, SIGQUIT)] {
            let key = withUnsafeBytes(of: settings.c_cc) { $0[Int(index)] }
            // Zero is no key.
            if key != 0, keys.contains(key) { kill(0, signal) }
        }
    }

    /// Gives the pseudo-terminal this one's size; the kernel signals a change to the command.
    func copySize() {
        Self.copySize(from: descriptor, to: master)
    }

    static func copySize(from terminal: Int32, to master: Int32) {
        var size = winsize()
        if cterminal_window_size(terminal, &size) == 0 {
            _ = cterminal_set_window_size(master, &size)
        }
    }
}

/// A pseudo-terminal of this process.
struct PseudoTerminal {
    /// The end that this process reads and writes; it does not block.
    let master: Int32
    /// The file of the end that the command gets.
    let path: String

    /// Opens one.
    init() throws(CommandProblem) {
        var name = [CChar](repeating: 0, count: 64)
        master = try HighDescriptor.moved(cterminal_open_master(&name, name.count))
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
