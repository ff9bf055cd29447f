import CTerminal
import Glibc

/// The terminal that controls this process, for questions and notifications.
package final class ControllingTerminal {
    private let descriptor: Int32
    /// Whether this process is in the terminal's foreground, so that answers to questions reach it.
    package var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }
    /// What Ctrl-C sends.
    private static let interrupt: UInt8 = 3

    /// Opens the terminal; `nil` if there is none.
    package init?() {
        descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Asks a question.
    ///
    /// What the user types meanwhile is lost. The process must be in the foreground.
    package func answer(
        to question: String,
        within milliseconds: Int64,
        until isComplete: ([UInt8]) -> Bool
    ) -> [UInt8] {
        var saved = termios()
        guard tcgetattr(descriptor, &saved) == 0 else { return [] }
        var settings = saved
        // A key that signals must not leave the terminal with these settings; it ends the wait.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        tcsetattr(descriptor, TCSADRAIN, &settings)
        defer { tcsetattr(descriptor, TCSADRAIN, &saved) }
        write(Array(question.utf8))
        var answer: [UInt8] = []
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while answer.count < 4_096, !isComplete(answer) {
            let left = (end - .now).components
            let rest = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard rest > 0 else { break }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(clamping: rest)) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 512)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0, !buffer[..<count].contains(Self.interrupt) else { break }
            answer += buffer[..<count]
        }
        return answer
    }

    /// Writes bytes, also where the terminal stops processes of its background that write (`stty tostop`).
    package func write(_ bytes: [UInt8]) {
        // A shell can take the foreground back at any time, so this does not depend on who has it.
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
