import CTerminal
import Glibc

/// The signals that ask a program to end, as input of a loop.
package final class EndSignals {
    /// Readable while a signal waits.
    package let descriptor: Int32

    /// Blocks the signals in this thread; others must not be running yet, or must block them, too.
    package init?(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next signal; `nil` for none.
    package func next() -> Int32? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &information, size) == size else { return nil }
        return Int32(information.ssi_signo)
    }
}
